// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Synchronization
import Testing

/// Everything that is wrong with a value is found at once where the type has defaults, and nothing that only follows
/// from it; of another type its first mistake.
struct ConfigurationProblemsTests {
    private typealias Problem = ConfigurationDecodingError.Problem

    private enum Mode: String, Codable { case fast, slow }
    private enum Level: String, Codable, CaseIterable { case low, high }

    private struct Options: ModuleOptions {
        var host = "a"
        var port: UInt16 = 1
        var level = Level.low
        var limits = Limits()
        var mode: Mode?
        var tags: [String]?
    }

    private struct Limits: Codable {
        var retries = 1
        var isStrict = false
    }

    /// Options whose list takes whatever is in it, and which count how often they are made.
    private struct Lenient: ModuleOptions {
        struct Element: Codable {
            init(from decoder: any Decoder) throws { _ = try? decoder.singleValueContainer().decode(Int.self) }
            func encode(to encoder: any Encoder) throws {}
        }
        static let made = Atomic<Int>(0)
        var list: [Element] = []
        init() { Self.made.add(1, ordering: .relaxed) }
    }

    // C45, C54: whether a mistake is a secret is asked of the same defaults each time.
    @Test func theDefaultsAreEncodedOnceForAllMistakes() throws {
        let list = ConfigurationValue.array(Array(repeating: "no number", count: 1000))
        #expect(try ConfigurationDecoder().decode(Lenient.self, from: ["list": list]).list.count == 1000)
        #expect(Lenient.made.load(ordering: .relaxed) == 1)
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
                "host": "Write a string.",
                "port": "Write an integer.",
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

    // C54
    @Test func aTypeWithoutDefaultsReportsItsFirstMistake() {
        struct Plain: Decodable { var host: String, port: Int, mode: Mode? }
        #expect(paths(Plain.self, ["host": 7, "port": "x", "mode": "fsat"]) == ["host"])
        #expect(paths(Plain.self, ["host": "a", "prot": "x", "typo": 1]) == ["port"])
        #expect(paths(Plain.self, ["host": "a", "port": 1, "typo": 1, "other": 2]) == ["other", "typo"])
    }

    /// A type that would end the process if it were decoded from values that nobody has written.
    private struct Trap: ModuleOptions {
        var count = 5
        var factor = 5
        enum Keys: String, CodingKey { case count, factor }
        init() {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            count = try container.decode(Int.self, forKey: .count)
            factor = try container.decode(Int.self, forKey: .factor)
            precondition(count > 3 && factor > 3)
        }
    }

    // C54
    @Test func noTypeIsDecodedFromValuesThatNobodyHasWritten() {
        #expect(paths(Trap.self, ["count": "x", "factor": 4]) == ["count"])
        #expect(paths(Trap.self, ["count": "x", "factor": true, "typo": 1]) == ["count", "factor", "typo"])
    }

    /// The options of a type that asks for other keys by the value of one.
    private struct Store: ModuleOptions {
        private enum Key: String, CodingKey { case isRemote, address, folder, size }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let isRemote = try container.decode(Bool.self, forKey: .isRemote)
            _ = try container.decode(String.self, forKey: isRemote ? .address : .folder)
            _ = try container.decode(Int.self, forKey: .size)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(false, forKey: .isRemote)
            try container.encode("/", forKey: .folder)
            try container.encode(1, forKey: .size)
        }
    }

    // C43
    @Test func whatDependsOnAWrongValueIsNotReported() {
        #expect(paths(Store.self, ["isRemote": "yes", "folder": "/tmp", "size": 1]) == ["isRemote"])
        #expect(paths(Store.self, ["isRemote": "yes", "folder": "/", "address": "db", "size": 1]) == ["isRemote"])
        // What is sure whatever the value is.
        #expect(paths(Store.self, ["isRemote": "yes", "folder": "/", "size": 1, "typo": 1]) == ["isRemote", "typo"])
        #expect(
            paths(Store.self, ["isRemote": false, "folder": 1, "size": "big", "typo": 1]) == ["folder", "size", "typo"]
        )
    }

    /// Options that have to fit each other.
    private struct Range: ModuleOptions {
        var low = 1
        var high = 2
        var step = 1
        private enum Key: String, CodingKey { case low, high, step }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            low = try container.decode(Int.self, forKey: .low)
            high = try container.decode(Int.self, forKey: .high)
            if low > high {
                throw DecodingError.dataCorruptedError(forKey: .high, in: container, debugDescription: "is below low")
            }
            step = try container.decode(Int.self, forKey: .step)
        }
    }

    // C43
    @Test func aCheckThatLooksAtADefaultCountsForNothing() {
        #expect(paths(Range.self, ["low": 3, "high": 1, "step": 1]) == ["high"])
        #expect(paths(Range.self, ["low": "three", "high": 0, "step": 1]) == ["low"])
        #expect(paths(Range.self, ["low": "three", "high": 0, "step": "one"]) == ["low", "step"])
        // The default is not above 3, so nothing more can be seen.
        #expect(paths(Range.self, ["low": 3, "high": 1, "step": "one"]) == ["high"])
    }

    private struct Strict: Codable {
        var name = "a"
        var mode = Mode.fast
        var size = 1
    }

    private struct Holder: ModuleOptions {
        var one = Strict()
        var list: [Strict] = []
        var numbers: [Int] = []
    }

    // C43
    @Test func ofAnElementWithoutDefaultsTheFirstMistakeIsReported() {
        let value: ConfigurationValue = ["name": 1, "mode": "fsat", "size": "big", "typo": 1]
        #expect(
            paths(Holder.self, ["one": value, "list": [], "numbers": []])
                == ["one.name", "one.mode", "one.size", "one.typo"]
        )
        let list: ConfigurationValue = [["name": 2, "mode": "fast", "size": "big"], value]
        let one: ConfigurationValue = ["name": "a", "mode": "fast", "size": 1]
        #expect(
            paths(Holder.self, ["one": one, "list": list, "numbers": ["x", 2, "y"]])
                == ["list[0].name", "list[1].name", "numbers[0]", "numbers[2]"]
        )
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
        #expect(paths(Derived.self, ["a": "one", "b": 2, "c": 3]) == ["a"])
        #expect(paths(Derived.self, ["a": 1, "b": 2, "c": 3]) == ["c"])
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
        let many = paths(Holder.self, numbers(1000))
        #expect(many.count == 101)
        #expect(many[99] == "numbers[99]")
        #expect(many.last == "(root)")
    }

    private func numbers(_ count: Int) -> ConfigurationValue {
        let one: ConfigurationValue = ["name": "a", "mode": "fast", "size": 1]
        return ["one": one, "list": [], "numbers": .array(Array(repeating: "x", count: count))]
    }

    // C43
    @Test func aReportThatWasCutSaysSo() throws {
        let last = try #require(problems(Holder.self, numbers(101)).last)
        #expect("\(last)" == "(root) may be wrong in more places; the search ended after 100 mistakes")
        #expect(last.remedy == "Correct what is listed and try again.")
        // One that was not cut says nothing.
        #expect(paths(Holder.self, numbers(100)) == (0..<100).map { "numbers[\($0)]" })
    }

    // C43, C45, C61
    @Test func ofManyUnknownKeysAHundredAreDescribed() throws {
        func value(unknown count: Int) -> ConfigurationValue {
            var entries: [String: ConfigurationValue] = ["host": "a", "port": 1, "level": "low"]
            entries["limits"] = ["retries": 1, "isStrict": true]
            for number in 0..<count { entries["unknown\(1000 + number)"] = 1 }
            return .dictionary(entries)
        }
        let expected = (1000..<1100).map { "unknown\($0)" }
        #expect(paths(Options.self, value(unknown: 100)) == expected)
        let many = problems(Options.self, value(unknown: 1000))
        #expect(many.map { "\($0.path)" } == expected + ["(root)"])
        #expect(many.last?.message == "may be wrong in more places; the search ended after 100 mistakes")
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
