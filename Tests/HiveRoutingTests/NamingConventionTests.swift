// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

// The runtime finds types by name that are not private.
protocol WeatherService: Sendable { var degrees: Int { get } }
final class WeatherServiceSI: WeatherService, ServiceImplementation {
    let degrees = 21
    init(_ services: ServiceResolver) throws {}
}

protocol TideService: Sendable {}
struct TideServiceSI {}

protocol WindService: Sendable {}
final class WindServiceSI: ServiceImplementation {
    init(_ services: ServiceResolver) throws {}
}

protocol RainService: Sendable {}
enum RainServiceImpl: RainService, ServiceImplementation {
    case drizzle
    init(_ services: ServiceResolver) throws { self = .drizzle }
}

@Suite(.timeLimit(.minutes(5)))
struct NamingConventionTests {
    // P1: opt-in.
    @Test func withoutTheConventionNothingIsFoundByName() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let error = #expect(throws: HiveError.self) { try hive.services.service((any WeatherService).self) }
        #expect(error?.code == .serviceNotRegistered)
        try await hive.stop()
    }

    // P1, P4: what is missing, or found and does not conform, is reported by verify, before anything starts.
    @Test func verifyReportsWhatIsMissingAndWhatDoesNotConform() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let services: [any Any.Type] = [
            (any WeatherService).self, (any TideService).self, (any WindService).self, (any RainService).self,
        ]
        try hive.services.setFallback(NamingConvention(services: services))
        let problems = hive.verify()
        #expect(problems.map(\.code) == [.doesNotConform, .doesNotConform, .serviceNotRegistered])
        #expect(problems[0].message.contains("TideServiceSI"))
        #expect(problems[0].message.contains("does not conform to ServiceImplementation"))
        #expect(problems[1].message.contains("WindServiceSI does not conform to WindService"))
        #expect(problems[2].message.contains("RainService"))
    }

    // P1: two hits are an error.
    @Test func twoClassesOfTheNameAreAnError() throws {
        let convention = NamingConvention(suffix: "Pattern", modules: ["HiveRouting"])
        let error = #expect(throws: HiveError.self) { try convention.implementation(of: (any Route).self) }
        #expect(error?.code == .unknownClass)
        let both = "HiveRoutingTests.RoutePattern and HiveRouting.RoutePattern"
        #expect(error?.message.contains(both) == true, "\(error as Any)")
    }

    @Test func namesThatAreNoIdentifiersNeverReachTheRuntime() throws {
        for module in ["", "Swift.String", "a b", "ä", "1a", "HiveRouting-"] {
            let convention = NamingConvention(suffix: "Service", modules: [module])
            #expect(try convention.implementation(of: (any RainService).self) == nil)
        }
        for suffix in ["-", ".X", " SI", "\u{0}"] {
            #expect(try NamingConvention(suffix: suffix).implementation(of: (any WeatherService).self) == nil)
        }
    }

    // P1: found in the protocol's own module; transient; the suffix can be changed.
    @Test func implementationIsFoundByItsNameAndMadeAnewEachTime() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(NamingConvention(services: [(any WeatherService).self]))
        #expect(hive.verify() == [])
        try await hive.start()
        let first = try hive.services.service((any WeatherService).self)
        let second = try hive.services.service((any WeatherService).self)
        #expect(first.degrees == 21)
        #expect(first as AnyObject !== second as AnyObject)
        try await hive.stop()
        let found = try NamingConvention(suffix: "Impl").implementation(of: (any RainService).self)
        #expect(found == RainServiceImpl.self)
    }

    // P1, P2: a name from a URL never meets the convention; an exported protocol may be served by it.
    @Test func conventionNeverAppliesToANameFromAURL() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(NamingConvention())
        try hive.modules.register(Scripted<Shop>.self) {
            Scripted { context in
                try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
                try context.actions.export((any WeatherService).self) { service in
                    service.method("degrees", access: .remote) { $0.degrees }
                }
            }
        }
        try await hive.start()
        #expect(try await hive.remote.open("shop://WeatherService/degrees", as: Int.self) == 21)
        for url in [
            "shop://RainService/drizzle", "RainService://", "shop://RainServiceSI/init", "WeatherServiceSI://",
            "shop://call.service.beehive/a.WeatherServiceSI.degrees", "shop://WindService:/blow:",
        ] {
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
            #expect(error?.kind == .notFound, "\(url)")
        }
        try await hive.stop()
    }
}

protocol Route: Sendable {}
/// Has the name of a type of `HiveRouting`.
struct RoutePattern {}
