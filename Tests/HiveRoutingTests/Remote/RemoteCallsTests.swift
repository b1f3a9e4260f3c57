// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RemoteCallsTests {
    // T4: what the call itself throws is its own business, and looks the same whatever it is.
    @Test func whatACallThrowsIsKeptFromTheOutsider() async throws {
        let errors: [any Error & Sendable] = [
            SoldOut(sku: "secret"), HiveError(.parameterMismatch, "secret"), HiveError(.unknownTarget, "secret"),
            HiveError(.malformedURL, "secret"), HiveError(.notRemote, "secret"),
        ]
        for thrown in errors {
            let watcher = Watcher()
            try await withRouting(observers: [watcher.observe]) { context in
                try context.routes.accept("shop")
                try context.routes.bind("shop://fail", access: .remote) { throw thrown }
            } body: { (hive: Hive) async throws in
                let error = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://fail") }
                #expect(error?.kind == .failed)
                #expect(error.map { "\($0)" } == "The call failed.")
            }
            #expect(watcher.refusals.count == 1)
        }
    }

    // T4: a call refuses by itself, and says as much as it wants by a kind.
    @Test func callMayDeny() async throws {
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.routes.bind("shop://deny", access: .remote) { throw HiveError(.denied, "secret") }
        } body: { (hive: Hive) async throws in
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://deny") }
            #expect(error?.kind == .denied)
        }
    }

    // C60: a cancellation that an action makes up is a failure like any other; that of the caller's own task stays one.
    @Test func cancellationIsTheCallersOrNone() async throws {
        let (began, never) = (Latch(), Latch())
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.routes.bind("shop://fail", access: .remote) { throw CancellationError() }
            try context.routes.bind("shop://wait", access: .remote) { @concurrent () async throws in
                began.open()
                try await never.wait()
            }
        } body: { (hive: Hive) async throws in
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://fail") }
            #expect(error?.kind == .failed)
            let task = Task { try await hive.remote.open("shop://wait") }
            try await began.wait()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func resultOfAnotherTypeIsTheHostsMistakeNotTheOutsiders() async throws {
        let watcher = Watcher()
        try await withRouting(observers: [watcher.observe], Attack.setUp) { (hive: Hive) async throws in
            let error = await #expect(throws: RemoteError.self) {
                _ = try await hive.remote.open("shop://orders/1", as: Int.self)
            }
            #expect(error?.kind == .failed)
        }
        #expect(watcher.refusals == [.resultMismatch])
    }

    @Test func applicationThatDoesNotRunIsUnavailable() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.routeRegistrar.accept("shop")
        let early = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://orders/1") }
        #expect(early?.kind == .unavailable)
        #expect(!hive.remote.canOpen("shop://orders/1"))
        try await hive.start()
        try await hive.stop()
        let late = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://orders/1") }
        #expect(late?.kind == .unavailable)
    }

    // T4: a remote action needs a name that a URL may have.
    @Test func whatNoURLCouldReachIsNotMarkedRemote() async throws {
        let native = try await startFailure { context in
            try context.actions.target("Trade") { $0.action("nativeQuote", access: .remote) { 1 } }
        }
        #expect(native.message.contains("begins with native"))
        let host = try await startFailure { context in
            try context.actions.target("Träde") { $0.action("quote", access: .remote) { 1 } }
        }
        #expect(host.code == .invalidRoute)
        let clash = try await startFailure { context in
            try context.actions.target("Trade") { $0.action("quote", access: .remote) { 1 } }
            try context.actions.target("TRADE") { $0.action("quote", access: .remote) { 1 } }
        }
        #expect(clash.message.contains("the URL host trade is registered twice"))
        for target in ["", "Tr ade"] {
            let error = try await startFailure { context in
                try context.actions.target(target) { $0.action("quote", access: .remote) { 1 } }
            }
            #expect(error.code == .invalidRoute)
        }
    }

    // F1: schemes, forms and limits may come from the configuration, which is checked at the start.
    @Test func configurationListsSchemesAndLimits() async throws {
        let routing: ConfigurationValue = [
            "schemes": ["shop", "Store"], "forms": ["moduleProtocolMediator"], "limits": ["bytes": 30],
        ]
        let values = ConfigurationValues(.tree(["routing": routing], origin: "test"))
        try await withRouting(values: values) { context in
            try context.actions.target("Trade") { $0.action("quote", access: .remote) { 1 } }
            var limits = URLLimits()
            limits.bytes = 10
            try context.routes.limit(limits)
        } body: { (hive: Hive) async throws in
            #expect(try await hive.remote.open("store://Trade:/quote:", as: Int.self) == 1)
            let url = "shop://trade/quote?a=1&b=2&c=3"
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
            #expect(error?.kind == .badParameters)
            let long = await #expect(throws: RemoteError.self) { try await hive.remote.open(url + "4") }
            #expect(long?.kind == .tooLarge)
        }
        let wrong: [ConfigurationValue] = [
            ["schemes": ["sh op"]], ["schemes": "shop"], ["limits": ["bytes": 0]], ["forms": ["beehive"]],
            ["scheme": ["shop"]],
            ["limits": ["byte": 5]],
        ]
        for routing in wrong {
            let values = ConfigurationValues(.tree(["routing": routing], origin: "test"))
            let hive = Hive(HiveOptions(context: HiveContext(values: values), clock: ManualClock()))
            try hive.modules.register(Scripted<Shop>.self) { Scripted { try $0.addTrade() } }
            let error = await #expect(throws: HiveError.self) { try await hive.start() }
            #expect((error?.failures.first?.error as? HiveError)?.code == .invalidValue, "\(routing)")
        }
    }

    @Test func limitsAreSetOnce() async throws {
        let error = try await startFailure { context in
            try context.routes.limit(URLLimits())
            try context.routes.limit(URLLimits())
        }
        #expect(error.code == .duplicateEntry)
    }
}
