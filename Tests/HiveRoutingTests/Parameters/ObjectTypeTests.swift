// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private protocol Shape: Sendable { var sides: Int { get } }

private struct Square: Shape, Equatable { let sides = 4 }

// Sound: neither class has any state.
private class Animal: @unchecked Sendable {}
private final class Cat: Animal, @unchecked Sendable {}

/// An argument or a result is taken as the type that is declared, whether that is its very own or not.
@Suite(.timeLimit(.minutes(5)))
struct ObjectTypeTests {
    /// What an action of one parameter answers that is given an object, and answers it.
    private func take<Value: Sendable>(_ object: any Sendable, as type: Value.Type) async throws -> Value {
        let taken = Box<[Value]>([])
        try await withRouting { context in
            try context.actions.target("Object") { $0.action("take", "object") { (object: Value) in object } }
        } body: { hive in
            taken.set([try await hive.actions.perform("Object", "take", ["object": object], as: type)])
        }
        return try #require(taken.value.first)
    }

    @Test func anObjectOfTheVeryTypeIsTakenAsItIs() async throws {
        #expect(try await take(4, as: Int.self) == 4)
        #expect(try await take("a text that does not fit into a word", as: String.self).utf8.count == 36)
        #expect(try await take(Square(), as: Square.self) == Square())
        let cat = Cat()
        #expect(try await take(cat, as: Cat.self) === cat)
        #expect(try await take((), as: Void.self) == ())
        #expect(try await take(Int?.none as any Sendable, as: Int?.self) == nil)
    }

    @Test func anObjectOfAnotherTypeIsTakenWhereItHasTheDeclaredOneToo() async throws {
        let cat = Cat()
        #expect(try await take(cat, as: Animal.self) === cat)
        #expect(try await take(cat as Animal, as: Cat.self) === cat)
        #expect(try await take(Square(), as: (any Shape).self).sides == 4)
        #expect(try await take(4, as: Int?.self) == 4)
        #expect(try await take(4, as: (any Sendable).self) as? Int == 4)
    }

    @Test func anyOtherObjectIsAnError() async throws {
        _ = try await failure(.parameterMismatch) { _ = try await take(4, as: Double.self) }
        _ = try await failure(.parameterMismatch) { _ = try await take("4", as: Int.self) }
        _ = try await failure(.parameterMismatch) { _ = try await take(Animal(), as: Cat.self) }
        _ = try await failure(.parameterMismatch) { _ = try await take(Int?.none as any Sendable, as: Int.self) }
    }

    // An argument is found by its name among several, and not by one that only looks like it.
    @Test func argumentsAreFoundByNamesThatAreSpeltSo() async throws {
        try await withRouting { context in
            try context.actions.target("Object") { target in
                target.action("join", "a", "b", "c", "d", "e", "f", "g", "h", "i") {
                    (a: String, b: String, c: String, d: String, e: String, f: String, g: String, h: String, i: String)
                    in [a, b, c, d, e, f, g, h, i].joined()
                }
                target.action("order", "cafe\u{301}") { (text: String) in text }
            }
        } body: { hive in
            let names = "abcdefghi".map { "\($0)" }
            let letters: [String: any Sendable] = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
            let joined: String = try await hive.actions.perform("Object", "join", letters)
            #expect(joined == "abcdefghi")
            let spelt: String = try await hive.actions.perform("Object", "order", ["cafe\u{301}": "x"])
            #expect(spelt == "x")
            _ = try await failure(.parameterMismatch) {
                try await hive.actions.perform("Object", "order", ["caf\u{E9}": "x"])
            }
        }
    }

    // T1: what an encodable value holds reaches the action as it is, also what JSON has no form for, secrets among
    // it, which no error shows (C54).
    @Test func encodableValuesAreGivenWhole() async throws {
        struct Order: Codable, Sendable, Equatable {
            var name: String
            var wait: Duration
            var pin: Secret<String>
            var note: String?
        }
        let order = Order(name: "a\u{0}b", wait: .milliseconds(1500), pin: Secret("hunter2"))
        try await withRouting { context in
            try context.actions.target("Object") { target in
                target.action("order", as: Order.self) { (order: Order) in order }
                target.action("pin", "name", "wait", "pin", "note") {
                    (name: String, wait: Duration, pin: Secret<String>, note: String?) in
                    Order(name: name, wait: wait, pin: pin, note: note)
                }
                target.action("number", "pin") { (pin: Int) in pin }
                target.action("open", "pin") { (pin: String) in pin }
                target.action("refuse", "pin") { (pin: Refusing) in "\(pin)" }
                target.action("numbers", as: Numbers.self) { (numbers: Numbers) in numbers.pin }
            }
        } body: { (hive: Hive) async throws in
            let parts: [String: any Sendable] = [
                "name": "a\u{0}b", "wait": Duration.milliseconds(1500), "pin": Secret("hunter2"),
            ]
            #expect(try await hive.actions.perform("Object", "order", parts) == order)
            #expect(try await hive.actions.perform("Object", "pin", with: order) == order)
            #expect(try await hive.actions.perform("Object", "order", with: order) == order)
            #expect(try await hive.actions.perform("Object", "open", with: Pin(), as: String.self) == "hunter2")
            for action in ["number", "refuse", "numbers"] {
                let error = try await failure(.parameterMismatch) {
                    _ = try await hive.actions.perform("Object", action, with: Pin(), as: String.self)
                }
                #expect(!error.report.contains("hunter2"), "\(error.report)")
                let other = try await failure(.parameterMismatch) {
                    let parts: [String: any Sendable] = ["pin": ["pin": Secret("hunter2")]]
                    _ = try await hive.actions.perform("Object", action, parts, as: String.self)
                }
                #expect(!other.report.contains("hunter2"), "\(other.report)")
            }
        }
    }

    private struct Pin: Encodable, Sendable { var pin = Secret("hunter2") }
    private struct Numbers: Decodable, Sendable { let pin: Int }
    /// A type that says too much of what it refuses.
    private struct Refusing: RemoteJSON {
        struct Refused: Error { let text: String }
        init(from decoder: any Decoder) throws { throw Refused(text: try String(from: decoder)) }
    }

    // T1: as the documentation of the call says.
    @Test func addressesAndDecimalsOfEncodableValuesAreTakenAsWhatTheyAre() async throws {
        struct Offer: Codable, Sendable, Equatable {
            var page = URL(string: "https://example.com/a?b=c")
            var price = Decimal(string: "12.34")
        }
        try await withRouting { context in
            try context.actions.target("Object") { target in
                target.action("offer", "page", "price") { (page: URL?, price: Decimal?) in
                    Offer(page: page, price: price)
                }
                target.action("text", "page") { (page: String) in page }
            }
        } body: { (hive: Hive) async throws in
            #expect(try await hive.actions.perform("Object", "offer", with: Offer()) == Offer())
            _ = try await failure(.parameterMismatch) {
                _ = try await hive.actions.perform("Object", "text", with: Offer(price: nil), as: String.self)
            }
        }
    }
}
