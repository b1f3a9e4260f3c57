// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Options of the types that options of servers mostly have.
@Suite(.timeLimit(.minutes(5)))
struct OptionTypeTests {
    private enum Mode: String, Decodable, CaseIterable { case fast, slow }
    private enum Size: Int, Decodable, CaseIterable {
        case small = 1
        case large = 5
    }
    private enum Closed: String, Decodable { case one }
    private struct Options: Decodable {
        var timeout: Duration?
        var mode: Mode?
        var size: Size?
        var closed: Closed?
        var link: URL?
        var price: Decimal?
        var secret: Secret<Mode>?
        var wait: Secret<Duration>?
        var pin: Secret<Int>?
    }

    private func problem(_ value: ConfigurationValue) throws -> ConfigurationDecodingError.Problem {
        let error = #expect(throws: ConfigurationDecodingError.self) {
            _ = try ConfigurationDecoder().decode(Options.self, from: value)
        }
        #expect(error?.problems.count == 1)
        return try #require(error?.problems.first)
    }

    // C43
    @Test(arguments: [
        (ConfigurationValue.integer(5), Duration.seconds(5)), (.real(2.5), .milliseconds(2500)), (.integer(0), .zero),
        (.integer(-3), .seconds(-3)),
    ])
    func durationsAreNumbersOfSeconds(_ value: ConfigurationValue, _ duration: Duration) throws {
        let options = try ConfigurationDecoder().decode(Options.self, from: ["timeout": value])
        #expect(options.timeout == duration)
    }

    // C43
    @Test func whatIsNoNumberOfSecondsIsRefused() throws {
        let text = try problem(["timeout": "5s"])
        #expect(text.description == "timeout: expected a number of seconds, found the string \"5s\"")
        #expect(text.remedy == "Write a number of seconds.")
        for number in [ConfigurationValue.integer(.max), .real(.infinity), .real(.nan), .real(-1e300)] {
            #expect(try problem(["timeout": number]).message.contains("a number of seconds of at most 1000000000"))
        }
        #expect(try problem(["wait": "5s"]).message == "expected a number of seconds, found a string")
    }

    private struct Times: ModuleOptions, Equatable {
        var timeout: Duration
        init() { self.init(timeout: .zero) }
        init(timeout: Duration) { self.timeout = timeout }
    }

    // C54: a default is what it was, however it is written; never is some thirty years.
    @Test(
        arguments: [
            .milliseconds(1_234_567), .nanoseconds(1), .microseconds(333), .milliseconds(-100), .seconds(1_000_000_000),
        ] as [Duration]
    )
    func aDefaultDurationIsDecodedAsItWas(_ duration: Duration) throws {
        let tree = try #require(try ConfigurationValue.encoding(Times(timeout: duration)).tree)
        #expect(try ConfigurationDecoder().decode(Times.self, from: tree) == Times(timeout: duration))
    }

    // C54
    @Test(arguments: [(Duration.seconds(Int64.max), 1_000_000_000), (.seconds(Int64.min), -1_000_000_000)])
    func aDefaultDurationIsNeverTooLong(_ duration: Duration, _ seconds: Int) throws {
        let tree = try #require(try ConfigurationValue.encoding(Times(timeout: duration)).tree)
        #expect(try ConfigurationDecoder().decode(Times.self, from: tree) == Times(timeout: .seconds(seconds)))
    }

    private final class Large: HiveModule {
        struct Options: ModuleOptions { var seed = UInt64.max }
        static let manifest = ModuleManifest()
        init() {}
    }

    // C43, C54: an option is a number of 64 bits, with a sign.
    @Test func anIntegerThatIsTooLargeIsToldHowLargeItMayBe() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Large.self)
        let remedies = hive.verify().errors.map(\.remedy)
        #expect(remedies.first == "An option is an integer of at most 64 bits, signed.")
        // Of a secret not even that is told; and one that is too small is not too large.
        #expect(try problem(["pin": "9223372036854775808"]).message == "expected an integer, found a string")
        #expect(try problem(["size": "-9223372036854775809"]).message.hasPrefix("expected an integer, found"))
        #expect(
            try problem(["size": "9223372036854775808"]).message.contains("an integer of at most \(Int.max), found")
        )
    }

    // C43
    @Test func anEnumerationListsItsCases() throws {
        #expect(try problem(["mode": "fsat"]).remedy == "Write one of \"fast\", \"slow\".")
        #expect(try problem(["size": 2]).remedy == "Write one of 1, 5.")
        #expect(try problem(["closed": "two"]).remedy == "Write a value that is accepted here.")
        #expect(try problem(["mode": 3]).remedy == "Write a string.")
        let secret = try problem(["secret": "hunter2"])
        #expect(!"\(secret)\(secret.remedy)".contains("hunter2"))
    }

    // C43
    @Test func typesThatDecodeThemselvesFromDictionariesAreMadeOfStrings() throws {
        let link = try problem(["link": "https://x.org/a"])
        #expect(link.remedy == "Declare the option as a String, and make the URL from it in the module.")
        let price = try problem(["price": 3])
        #expect(price.remedy == "Declare the option as a String, and make the Decimal from it in the module.")
    }

    private final class Silent: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }
    private final class Stating: HiveModule {
        struct Options: Decodable, Sendable { var b: Int? }
        static let manifest = ModuleManifest()
        init() {}
    }

    // C43
    @Test func optionsThatNobodyChecksAreDoubtful() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Silent.self, options: ["b": 3])
        try hive.modules.register(Stating.self, options: ["b": 3])
        let problems = hive.verify()
        #expect(problems.map(\.severity) == [.warning])
        #expect(problems.first?.message.hasPrefix("Nobody checks the options of Silent") == true)
        #expect(problems.first?.origin?.file.hasSuffix("OptionTypeTests.swift") == true)
        let none = Hive(HiveOptions(clock: ManualClock()))
        try none.modules.register(Silent.self)
        #expect(none.verify() == [])
    }
}
