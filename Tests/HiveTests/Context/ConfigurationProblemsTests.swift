// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

/// Everything that is wrong with a value is found at once, and nothing that only follows from it.
struct ConfigurationProblemsTests {
    private typealias Problem = ConfigurationDecodingError.Problem

    private enum Mode: String, Decodable { case fast, slow }
    private enum Level: String, Decodable, CaseIterable { case low, high }

    private struct Options: Decodable {
        var host: String
        var port: UInt16
        var level: Level
        var limits: Limits
        var mode: Mode?
        var tags: [String]?
    }

    private struct Limits: Decodable {
        var retries: Int
        var isStrict: Bool
    }

    private func problems<T: Decodable>(_ type: T.Type, _ value: ConfigurationValue) -> [Problem] {
        let error = #expect(throws: ConfigurationDecodingError.self) {
            _ = try ConfigurationDecoder().decode(type, from: value)
        }
        return error?.problems ?? []
    }

    private func paths<T: Decodable>(_ type: T.Type, _ value: ConfigurationValue) -> [String] {
        problems(type, value).map { "\($0.path)" }
    }

    // C43
    @Test func everyMistakeIsReportedAtOnce() {
        let value: ConfigurationValue = [
            "host": 7, "port": 70_000, "level": "hgih", "limits": ["retries": "three", "isStrict": 1, "extra": 0],
            "mode": "fsat", "tags": ["a", 1, "b", 2], "colour": "red",
        ]
        let found = paths(Options.self, value)
        let expected = [
            "host", "port", "level", "limits.retries", "limits.isStrict", "mode", "tags[1]", "tags[3]", "colour",
            "limits.extra",
        ]
        #expect(found.sorted() == expected.sorted())
    }

    // C43
    @Test func everyMissingKeyIsReportedAtOnce() {
        #expect(paths(Options.self, [:]) == ["host", "port", "level", "limits"])
        let inner = paths(Options.self, ["host": "a", "limits": [:]])
        #expect(inner.sorted() == ["level", "limits.isStrict", "limits.retries", "port"])
    }

    // C43
    @Test func eachMistakeSaysWhatToDo() {
        let value: ConfigurationValue = ["host": 7, "port": 70_000, "lveel": "low", "limits": 3, "colour": "red"]
        var remedies: [String: String] = [:]
        for problem in problems(Options.self, value) { remedies["\(problem.path)"] = problem.remedy }
        #expect(
            remedies == [
                "host": "Write a string that fits.",
                "port": "Write an integer that fits.",
                "level": #"Add it, or correct "lveel"."#,
                "limits": "Write a dictionary.",
                "colour": #"Remove it; known here are "host", "level", "limits", "mode", "port", "tags"."#,
            ]
        )
    }

    // C43
    @Test func aMisspeltKeyIsToldTheNearOneAlsoWhereThatHasAValue() {
        struct Options: ModuleOptions { var concurrency = 4 }
        #expect(
            problems(Options.self, ["concurency": 1, "concurrency": 4]).map { "\($0.message) \($0.remedy)" } == [
                """
                unknown key "concurency"; did you mean "concurrency"? \
                Correct it, or remove it; known here are "concurrency".
                """
            ]
        )
    }

    /// The options of a type that asks for other keys by the value of one.
    private struct Store: Decodable {
        private enum Key: String, CodingKey { case isRemote, address, folder, size }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let isRemote = try container.decode(Bool.self, forKey: .isRemote)
            _ = try container.decode(String.self, forKey: isRemote ? .address : .folder)
            _ = try container.decode(Int.self, forKey: .size)
        }
    }

    // C43
    @Test func whatDependsOnAWrongValueIsNotReported() {
        #expect(paths(Store.self, ["isRemote": "yes", "folder": "/tmp", "size": 1]) == ["isRemote"])
        #expect(paths(Store.self, ["isRemote": "yes", "address": "db", "size": 1]) == ["isRemote"])
        // What is sure whatever the value is.
        #expect(paths(Store.self, ["isRemote": "yes", "folder": "/tmp", "typo": 1]) == ["isRemote"])
        #expect(
            paths(Store.self, ["isRemote": false, "folder": 1, "size": "big", "typo": 1]) == ["folder", "size", "typo"]
        )
    }

    /// Options that have to fit each other.
    private struct Range: Decodable {
        private enum Key: String, CodingKey { case low, high, step }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let low = try container.decode(Int.self, forKey: .low)
            let high = try container.decode(Int.self, forKey: .high)
            if low > high {
                throw DecodingError.dataCorruptedError(forKey: .high, in: container, debugDescription: "is below low")
            }
            _ = try container.decode(Int.self, forKey: .step)
        }
    }

    // C43
    @Test func aCheckThatLooksAtAPlaceholderCountsForNothing() {
        #expect(paths(Range.self, ["low": 3, "high": 1, "step": 1]) == ["high"])
        #expect(paths(Range.self, ["low": "three", "high": 0, "step": 1]) == ["low"])
        #expect(paths(Range.self, ["low": "three", "high": 0, "step": "one"]) == ["low", "step"])
        // No placeholder is above 3, so nothing more can be seen.
        #expect(paths(Range.self, ["low": 3, "high": 1, "step": "one"]) == ["high"])
    }

    private struct Strict: Decodable {
        var name: String
        var mode: Mode
        var size: Int
    }

    // C43
    @Test func whatNothingCanReplaceEndsTheSearchWithoutFalseReports() {
        let value: ConfigurationValue = ["name": 1, "mode": "fsat", "size": "big", "typo": 1]
        #expect(paths(Strict.self, value) == ["name", "mode"])
        // Of values beside it, what was found before it.
        let list: ConfigurationValue = [["name": 2, "mode": "fast", "size": "big"], value]
        #expect(paths([Strict].self, list) == ["[0].name", "[0].size", "[1].name", "[1].mode"])
    }

    // C43
    @Test func aSubclassBeforeItsSuperclassCausesNoUnknownKeys() {
        class Base: Decodable {
            let a: Int
            init(a: Int) { self.a = a }
        }
        final class Derived: Base {
            let b: Int
            enum Keys: String, CodingKey { case b }
            required init(from decoder: any Decoder) throws {
                b = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .b)
                try super.init(from: decoder)
            }
        }
        #expect(paths(Derived.self, ["a": 1, "b": "two"]) == ["b"])
        #expect(paths(Derived.self, ["a": "one", "b": "two", "c": 3]) == ["b", "a", "c"])
    }

    private indirect enum Endless: Decodable {
        case end
        case more(Endless)

        private enum Key: String, CodingKey { case hasMore, rest }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            guard try container.decode(Bool.self, forKey: .hasMore) else {
                self = .end
                return
            }
            self = .more(try container.decode(Endless.self, forKey: .rest))
        }
    }

    // C43, C45
    @Test func typesWithoutEndAndManyMistakesAreBounded() {
        #expect(paths(Endless.self, ["hasMore": "yes"]) == ["hasMore"])
        #expect(paths(Endless.self, ["hasMore": true, "rest": 1]) == ["rest"])
        let many = paths([Int].self, .array(Array(repeating: "x", count: 1000)))
        #expect(many.count == 101)
        #expect(many[99] == "[99]")
        #expect(many.last == "(root)")
    }

    // C43
    @Test func aReportThatWasCutSaysSo() throws {
        func found(_ count: Int) -> [Problem] { problems([Int].self, .array(Array(repeating: "x", count: count))) }
        let last = try #require(found(101).last)
        #expect("\(last)" == "(root) may be wrong in more places; the search ended after 100 mistakes")
        #expect(last.remedy == "Correct what is listed and try again.")
        // One that was not cut says nothing.
        #expect(found(100).map { "\($0.path)" } == (0..<100).map { "[\($0)]" })
    }

    private indirect enum Branching: Decodable {
        case node(Branching?, Branching?)
        private enum Key: String, CodingKey { case name, left, right }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            _ = try container.decode(String.self, forKey: .name)
            let left = try? container.decode(Branching.self, forKey: .left)
            self = .node(left, try? container.decode(Branching.self, forKey: .right))
        }
    }

    // C45
    @Test func aTypeThatBranchesWithoutEndIsBounded() {
        #expect(paths(Branching.self, ["name": 1]) == ["name"])
        #expect(paths(Branching.self, ["name": "a", "left": ["nmae": "b"], "typo": 1]).contains("typo"))
    }
}
