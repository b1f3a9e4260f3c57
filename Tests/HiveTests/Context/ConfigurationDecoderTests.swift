// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ConfigurationDecoderTests {
    private enum Mode: String, Decodable { case fast, slow }

    private struct Options: Decodable, Equatable {
        var retries: Int
        var timeout: Double?
        var mode: Mode?
        var tags: [String]?
        var limits: [String: UInt8]?
        var inner: Inner?
    }

    private struct Inner: Decodable, Equatable { var isOn: Bool }

    private func problems<T: Decodable>(_ type: T.Type, _ value: ConfigurationValue) -> [String] {
        let error = #expect(throws: ConfigurationDecodingError.self) {
            _ = try ConfigurationDecoder().decode(type, from: value)
        }
        return error?.problems.map(\.description) ?? []
    }

    // C54: a number never becomes another one without a word.
    @Test func aRealNumberThatIsTooLargeForItsTypeIsRefused() throws {
        struct Options: Decodable { var ratio: Float }
        struct Hidden: Decodable { var ratio: Secret<Float> }
        let range = "which takes -3.4028235e+38 through 3.4028235e+38"
        for number in [1e300, -1e300] {
            let found = problems(Options.self, ["ratio": .real(number)])
            #expect(found == ["ratio: \(number) doesn't fit in Float, \(range)"])
        }
        #expect(problems(Hidden.self, ["ratio": 1e300]) == ["ratio: the number doesn't fit in Float, \(range)"])
        #expect(problems(Options.self, ["ratio": "1"]) == [#"ratio: expected a real number, found the string "1""#])
        for number in [1e38, -0.1, .infinity] {
            let options = try ConfigurationDecoder().decode(Options.self, from: ["ratio": .real(number)])
            #expect(options.ratio == Float(number))
        }
        #if !(os(macOS) && arch(x86_64))
        struct Small: Decodable { var ratio: Float16 }
        #expect(problems(Small.self, ["ratio": 70_000.0]).count == 1)
        #endif
    }

    @Test func decodesEveryKind() throws {
        let value: ConfigurationValue = [
            "retries": 3, "timeout": 1, "mode": "fast", "tags": ["a", "b"], "limits": ["x": 255],
            "inner": ["isOn": true],
        ]
        let options = try ConfigurationDecoder().decode(Options.self, from: value)
        let expected = Options(
            retries: 3,
            timeout: 1,
            mode: .fast,
            tags: ["a", "b"],
            limits: ["x": 255],
            inner: Inner(isOn: true)
        )
        #expect(options == expected)
    }

    /// A type that reads an array element by element.
    private struct ByHand: Decodable, Equatable {
        private enum Key: String, CodingKey { case port }

        var name: String
        var port: Int
        var flags: [Bool] = []
        var number: Int

        init(name: String, port: Int, flags: [Bool], number: Int) {
            (self.name, self.port, self.flags, self.number) = (name, port, flags, number)
        }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            name = try list.decodeNil() ? "" : list.decode(String.self)
            port = try list.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .port)
            var inner = try list.nestedUnkeyedContainer()
            while !inner.isAtEnd { flags.append(try inner.decode(Bool.self)) }
            number = try Int(from: list.superDecoder())
        }
    }

    // C43
    @Test(
        arguments: [
            (["web"], ["has only 1 element"]),
            ([1, ["port": 80], [], 7], ["[0]: expected a string, found the integer 1"]),
            (["web", ["prot": 80], [], 7], ["[1].port is missing", #"is "prot" a misspelling of it?"#]),
            (["web", ["port": 80], [true, "no"], 7], ["[2][1]: expected a boolean"]),
            (["web", ["port": 80], [], "seven"], ["[3]: expected an integer"]),
        ] as [(ConfigurationValue, [String])]
    )
    func readByHandNothingIsTakenForSomethingElse(value: ConfigurationValue, expected: [String]) {
        let found = problems(ByHand.self, value)
        #expect(expected.allSatisfy { text in found.contains { $0.contains(text) } }, "\(found)")
    }

    @Test func readsArraysElementByElement() throws {
        let read = try ConfigurationDecoder().decode(ByHand.self, from: ["web", ["port": 80], [true, false], 7])
        #expect(read == ByHand(name: "web", port: 80, flags: [true, false], number: 7))
    }

    @Test func opensAnExistentialMetatype() throws {
        let type: any (Decodable & Sendable).Type = [Int].self
        let value: any Sendable = try ConfigurationDecoder().decode(type, from: [1, 2])
        #expect(value as? [Int] == [1, 2])
    }

    // C43
    @Test(
        arguments: [
            (["retries": "three"], [#"retries: expected an integer, found the string "three""#]),
            (["retries": 1.5], ["retries: expected an integer, found the real number 1.5"]),
            (["retries": true], ["retries: expected an integer, found the boolean true"]),
            ([:], ["retries is missing; Options needs an integer here"]),
            (
                ["retires": 1],
                [#"retries is missing; Options needs an integer here; is "retires" a misspelling of it?"#]
            ),
            (["retries": 1, "timeuot": 1], [#"timeuot: unknown key "timeuot"; did you mean "timeout"?"#]),
            (["retries": 1, "b": 1, "a": 1], [#"a: unknown key "a""#, #"b: unknown key "b""#]),
            (["retries": 1, "timeout": "1"], [#"timeout: expected a real number, found the string "1""#]),
            (
                ["retries": 1, "limits": ["x": 256]],
                ["limits.x: 256 doesn't fit in UInt8, which takes 0 through 255"]
            ),
            (["retries": 1, "tags": ["a", 1]], ["tags[1]: expected a string, found the integer 1"]),
            (["retries": 1, "inner": ["isOn": 1]], ["inner.isOn: expected a boolean, found the integer 1"]),
            (["retries": 1, "inner": ["isOn": true, "x": 1]], [#"inner.x: unknown key "x""#]),
            (["retries": 1, "tags": "a"], ["tags: expected an array, found a string"]),
            ("x", ["(root): expected a dictionary, found a string"]),
        ] as [(ConfigurationValue, [String])]
    )
    func namesPlaceAndReason(value: ConfigurationValue, expected: [String]) {
        #expect(problems(Options.self, value) == expected)
    }

    @Test func reportsUnknownKeysOfFinishedValuesBesideAFailure() {
        let found = problems([Inner].self, [["isOn": true, "y": 1], ["isOn": 2, "z": 1]])
        let expected = ["[1].isOn: expected a boolean, found the integer 2", #"[0].y: unknown key "y""#]
        #expect(found == expected)
    }

    @Test func typeThatReadsNothingKnowsNoKey() {
        struct Nothing: Decodable {}
        #expect(problems(Nothing.self, ["a": 1]) == [#"a: unknown key "a""#])
    }

    @Test func rawValueThatDoesNotExistIsNamed() throws {
        let found = try #require(problems([Mode].self, ["fats"]).first)
        #expect(found.hasPrefix("[0]: "))
        #expect(found.contains("fats"))
    }

    // C43
    @Test func dataIsAnArrayOfBytesAndOfNothingElse() throws {
        #expect(try ConfigurationDecoder().decode([UInt8].self, from: .data([1, 255])) == [1, 255])
        #expect(try ConfigurationDecoder().decode(ContiguousArray<UInt8>.self, from: .data([7])) == [7])
        let expected = ["(root): expected an array, found data"]
        #expect(problems([Options].self, .data([])) == expected)
        #expect(problems([Int].self, .data([1])) == expected)
        #expect(problems(ContiguousArray<Double>.self, .data([1])) == expected)
        #expect(problems(Set<UInt8>.self, .data([1])) == expected)
        #expect(problems([Mode: Int].self, .data([])) == expected)
        #expect(problems([[String]].self, [.data([])]) == ["[0]: expected an array, found data"])
    }

    private struct Fingerprint: Decodable, ExpressibleByArrayLiteral {
        let bytes: [UInt8]
        init(arrayLiteral elements: UInt8...) { bytes = elements }
        init(from decoder: any Decoder) throws { bytes = try [UInt8](from: decoder) }
    }

    // C43: a type of somebody's own decides itself what it reads, whatever literals it has.
    @Test func dataIsForTypesThatReadBytes() throws {
        #expect(try ConfigurationDecoder().decode(Fingerprint.self, from: .data([1, 255])).bytes == [1, 255])
    }

    @Test func foundationTypesDecodeFromTheirOwnKind() throws {
        let date = try ConfigurationDecoder().decode([Date].self, from: [.date(secondsSinceReferenceDate: 5)])
        #expect(date == [Date(timeIntervalSinceReferenceDate: 5)])
        let data = try ConfigurationDecoder().decode([Data].self, from: [.data([1, 255])])
        #expect(data == [Data([1, 255])])
        #expect(problems(Date.self, 5) == ["(root): expected a date, found the integer 5"])
        #expect(
            problems([Double].self, [.date(secondsSinceReferenceDate: 0)])
                == ["[0]: expected a real number, found a date"]
        )
    }

    @Test func errorOfAnInitializerGetsItsPath() {
        struct Refusal: Error, CustomStringConvertible { var description: String { "no\nway" } }
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws { throw Refusal() }
        }
        #expect(problems([String: [Picky]].self, ["a": [1]]) == [#"a[0]: no\nway"#])
    }

    @Test func superclassAndNestedContainersShareTheKeys() throws {
        class Base: Decodable {
            let a: Int
            init(a: Int) { self.a = a }
        }
        final class Derived: Base {
            let b: Int
            let c: Int
            enum Keys: String, CodingKey { case b, nested, c }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                b = try container.decode(Int.self, forKey: .b)
                c = try container.nestedContainer(keyedBy: Keys.self, forKey: .nested).decode(Int.self, forKey: .c)
                try super.init(from: decoder)
            }
        }
        let derived = try ConfigurationDecoder().decode(Derived.self, from: ["a": 1, "b": 2, "nested": ["c": 3]])
        #expect((derived.a, derived.b, derived.c) == (1, 2, 3))
        let found = problems(Derived.self, ["a": 1, "b": 2, "nested": ["c": 3, "d": 4]])
        #expect(found == [#"nested.d: unknown key "d"; did you mean "c"?"#])
    }

    @Test func superDecoderReadsTheKeySuper() throws {
        struct Child: Decodable {
            let inner: Inner
            enum Keys: CodingKey { case own }
            init(from decoder: any Decoder) throws {
                inner = try Inner(from: decoder.container(keyedBy: Keys.self).superDecoder())
            }
        }
        #expect(try ConfigurationDecoder().decode(Child.self, from: ["super": ["isOn": true]]).inner.isOn)
        #expect(problems(Child.self, ["own": 1, "super": ["isOn": true]]) == [#"own: unknown key "own""#])
    }

    @Test func enumWithPayloadTakesOneCaseOnly() throws {
        enum Shape: Decodable, Equatable {
            case circle(radius: Int)
            case dot
        }
        let circle: ConfigurationValue = ["circle": ["radius": 2]]
        #expect(try ConfigurationDecoder().decode(Shape.self, from: circle) == .circle(radius: 2))
        #expect(problems(Shape.self, ["circle": ["radius": 2], "size": 1]) == [#"size: unknown key "size""#])
    }

    // C45
    @Test func deepNestingIsRefused() throws {
        struct Tree: Decodable { var children: [Tree]? }
        func tree(levels: Int) -> ConfigurationValue {
            (0..<levels).reduce([:]) { value, _ in ["children": [value]] }
        }
        _ = try ConfigurationDecoder().decode(Tree.self, from: tree(levels: 63))
        let found = problems(Tree.self, tree(levels: 1000))
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix("is nested more than 128 levels deep") == true)
    }
}
