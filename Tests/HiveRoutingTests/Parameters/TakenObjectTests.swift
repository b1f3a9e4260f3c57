// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveRouting

private protocol Shape: Sendable { var sides: Int { get } }

private struct Square: Shape, Equatable { let sides = 4 }

// Sound: neither class has any state.
private class Animal: @unchecked Sendable {}
private final class Cat: Animal, @unchecked Sendable {}

private struct Wrong: Error {}

/// An argument or a result is taken as the type that is declared, whether that is its very own or not.
struct TakenObjectTests {
    private func take<Value>(_ object: any Sendable, as type: Value.Type) throws -> Value {
        try taken(object, as: type, otherwise: Wrong())
    }

    @Test func anObjectOfTheVeryTypeIsTakenAsItIs() throws {
        #expect(try take(4, as: Int.self) == 4)
        #expect(try take("a text that does not fit into a word", as: String.self).utf8.count == 36)
        #expect(try take(Square(), as: Square.self) == Square())
        let cat = Cat()
        #expect(try take(cat, as: Cat.self) === cat)
        #expect(try take((), as: Void.self) == ())
        #expect(try take(Int?.none as (any Sendable), as: Int?.self) == nil)
    }

    @Test func anObjectOfAnotherTypeIsTakenWhereItHasTheDeclaredOneToo() throws {
        let cat = Cat()
        #expect(try take(cat, as: Animal.self) === cat)
        #expect(try take(cat as Animal, as: Cat.self) === cat)
        #expect(try take(Square(), as: (any Shape).self).sides == 4)
        #expect(try take(4, as: Int?.self) == 4)
        #expect(try take(4, as: (any Sendable).self) as? Int == 4)
    }

    @Test func anyOtherObjectIsAnError() {
        #expect(throws: Wrong.self) { try take(4, as: Double.self) }
        #expect(throws: Wrong.self) { try take("4", as: Int.self) }
        #expect(throws: Wrong.self) { try take(Animal(), as: Cat.self) }
        #expect(throws: Wrong.self) { try take(Int?.none as (any Sendable), as: Int.self) }
    }

    // An argument is found by its name among few and among many, and not by one that only looks like it.
    @Test(arguments: [1, 8, 9, 40])
    func argumentsAreFoundByNamesThatAreSpeltSo(count: Int) throws {
        let names = (0..<count).map { "argument\($0)" }
        let objects: [String: any Sendable] = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
        var reader = try ArgumentReader(.objects(objects), names.map { Parameter<String>($0).form })
        for name in names { #expect(try reader.next(String.self) == name) }

        let composed: [String: any Sendable] = objects.merging(["caf\u{E9}": "x"]) { first, _ in first }
        var strict = try ArgumentReader(.objects(composed), [Parameter<String>("cafe\u{301}").form])
        #expect(throws: ParameterFault.self) { try strict.next(String.self) }
    }
}
