// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct InterceptorTests {
    // S1, F6: around every routed call, in a stated order: the last registered is outermost, the hive's outside all.
    @Test func interceptorsStandAroundEveryCallTheLastOneOutermost() async throws {
        let log = Box<[String]>([])
        let hive = Hive(clock: ManualClock())
        try hive.actionRegistrar.intercept { call, next in
            log.add("hive begins \(call)")
            defer { log.add("hive ends") }
            return try await next()
        }
        try hive.modules.register(Scripted<Shop>.self) {
            Scripted { context in
                try context.addTrade()
                try context.routes.accept("shop")
                try context.routes.bind("shop://orders/:id", "id") { (id: Int) in id }
                for name in ["first", "second"] {
                    try context.actions.intercept { _, next in
                        log.add("\(name) begins")
                        let result = try await next()
                        log.add("\(name) ends")
                        return result
                    }
                }
            }
        }
        try await hive.start()
        try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 1])
        let around = ["second begins", "first begins", "first ends", "second ends", "hive ends"]
        #expect(log.value == ["hive begins Trade.quote"] + around)
        log.set([])
        #expect(try await hive.routes.open("shop://orders/42", as: Int.self) == 42)
        #expect(log.value == ["hive begins shop://orders/:id"] + around)
        try await hive.stop()
    }

    // S1: authorise.
    @Test func interceptorRefusesCalls() async throws {
        let called = Box(0)
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.actions.target("Vault") { target in
                target.action("open", access: .remote) { called.increment() }
            }
            try context.actions.intercept { call, next in
                if call.isRemote { throw HiveError(.denied, "Outsiders do not open the vault.") }
                return try await next()
            }
        } body: { hive in
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open("shop://vault/open") }
            #expect(error?.kind == .denied)
            #expect(called.value == 0)
            try await hive.actions.perform("Vault", "open")
            #expect(called.value == 1)
        }
    }

    // F6: translate errors, also of calls that nobody answers, and answer in the call's place.
    @Test func interceptorTranslatesErrorsAndAnswersInTheCallsPlace() async throws {
        struct Translated: Error {}
        try await withRouting { context in
            try context.addTrade()
            try context.actions.intercept { call, next in
                if call.action == "cached" { return "from the interceptor" }
                do {
                    return try await next()
                } catch is SoldOut {
                    throw Translated()
                } catch let error as HiveError where error.code == .unknownAction {
                    return "nobody"
                }
            }
        } body: { hive in
            await #expect(throws: Translated.self) {
                try await hive.actions.perform("Trade", "quote", ["sku": "gone", "quantity": 1])
            }
            #expect(try await hive.actions.perform("Trade", "cached", as: String.self) == "from the interceptor")
            #expect(try await hive.actions.perform("Trade", "missing", as: String.self) == "nobody")
            // What does not fit is seen by interceptors too.
            _ = try await failure(.parameterMismatch) { try await hive.actions.perform("Trade", "quote") }
        }
    }

    // C16
    @Test func interceptorGoesWithItsModule() async throws {
        let count = Box(0)
        let hive = Hive(clock: ManualClock())
        try hive.modules.register(Scripted<Shop>.self) {
            Scripted { context in
                try context.actions.intercept { _, next in
                    _ = count.increment()
                    return try await next()
                }
            }
        }
        try hive.modules.register(Scripted<Store>.self) { Scripted { try $0.addTrade() } }
        try await hive.start()
        try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 1])
        try await hive.remove(Scripted<Shop>.self)
        try await hive.actions.perform("Trade", "quote", ["sku": "tea", "quantity": 1])
        #expect(count.value == 1)
        try await hive.stop()
    }
}
