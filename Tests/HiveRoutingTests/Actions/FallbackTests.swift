// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FallbackTests {
    // T3: action, then the target's fallback, then the hive's, then an error; each may decline.
    @Test func whatNoActionAnswersGoesToTheTargetThenToTheHive() async throws {
        try await withRouting { context in
            try context.actions.target("Trade") { target in
                target.action("quote") { "action" }
                target.fallback { call in call.action == "mine" ? "target" : nil }
            }
            try context.actions.fallback { call in
                call.action == "nobody" ? nil : "hive: \(call), \(call.parameters["a"] as? Int ?? 0)"
            }
        } body: { hive in
            func answer(_ target: String, _ action: String) async throws -> String {
                try await hive.actions.perform(target, action, ["a": 7])
            }
            #expect(try await hive.actions.perform("Trade", "quote", as: String.self) == "action")
            #expect(try await answer("Trade", "mine") == "target")
            // The original target, action and parameters reach the hive's fallback.
            #expect(try await answer("Trade", "other") == "hive: Trade.other, 7")
            #expect(try await answer("Unknown", "thing") == "hive: Unknown.thing, 7")
            _ = try await failure(.unknownAction) { _ = try await answer("Trade", "nobody") }
            _ = try await failure(.unknownTarget) { _ = try await answer("Unknown", "nobody") }
        }
    }

    @Test func secondFallbackIsAnError() async throws {
        let hives = try await startFailure { context in
            try context.actions.fallback { _ in nil }
            try context.actions.fallback { _ in nil }
        }
        #expect(hives.code == .duplicateEntry)
        let targets = try await startFailure { context in
            try context.actions.target("Trade") { target in
                target.fallback { _ in nil }
                target.fallback { _ in nil }
            }
        }
        #expect(targets.message.contains("the fallback of Trade is registered twice"))
    }

    // T3, T4: an outsider is answered by a fallback that is marked for it, and by no other.
    @Test func outsidersReachRemoteFallbacksOnly() async throws {
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.actions.target("Trade") { target in target.fallback(access: .remote) { "\($0.isRemote)" } }
            try context.actions.target("Secret") { target in target.fallback { _ in "secret" } }
        } body: { (hive: Hive) async throws in
            #expect(try await hive.remote.open("shop://trade/anything", as: String.self) == "true")
            #expect(try await hive.routes.open("shop://trade/anything", as: String.self) == "false")
            #expect(try await hive.routes.open("shop://secret/anything", as: String.self) == "secret")
            await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://secret/anything") }
        }
    }
}
