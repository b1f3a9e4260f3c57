// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HiveTestKit
import Testing

/// A service that needs another.
private struct Link<Tag>: Sendable {}

/// Runs a body on a thread of its own, where it may block.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "contract").async { continuation.resume(with: Swift.Result { try body() }) }
    }
}

extension Services {
    @Suite("C25 Cycle in factories")
    struct C25 {
        @Test("An error that prints the path, on one thread")
        func oneThread() async throws {
            let test = TestHive()
            try test.hive.services.register(Link<Home>.self) {
                _ = try $0.service(Link<Cart>.self)
                return Link()
            }
            try test.hive.services.register(Link<Cart>.self) {
                _ = try $0.service(Link<Home>.self)
                return Link()
            }
            try await test.running { hive async throws in
                let error = try await hiveError { try hive.services.service(Link<Home>.self) }
                #expect(error.code == .serviceCycle)
                #expect(error.message.contains("Link<Home> -> Link<Cart> -> Link<Home>"))
            }
        }

        @Test(
            "Across several threads, and across several hives, it is an error and never a deadlock",
            arguments: [1, 2]
        )
        func severalThreads(hiveCount: Int) async throws {
            let hives = (0..<hiveCount).map { _ in Hive(HiveOptions(clock: ManualClock())) }
            let (left, right) = (hives[0], hives[hiveCount - 1])
            let begun = (home: DispatchSemaphore(value: 0), cart: DispatchSemaphore(value: 0))
            try left.services.register(Link<Home>.self) { [weak right] _ in
                begun.home.signal()
                begun.cart.wait()
                _ = try right?.services.service(Link<Cart>.self)
                return Link()
            }
            try right.services.register(Link<Cart>.self) { [weak left] _ in
                begun.cart.signal()
                begun.home.wait()
                _ = try left?.services.service(Link<Home>.self)
                return Link()
            }
            for hive in hives { try await hive.start() }
            async let home = hiveError { try await onThread { try left.services.service(Link<Home>.self) } }
            async let cart = hiveError { try await onThread { try right.services.service(Link<Cart>.self) } }
            for error in try await [home, cart] {
                #expect(error.code == .serviceCycle)
                #expect(error.message.ranges(of: "Link<").count == 3)
            }
            for hive in hives { try await hive.stop() }
        }
    }

    @Suite("C26 Stopping")
    struct C26 {
        @Test("A service can be resolved until its module is torn down; no new shared instance is created")
        func resolving() async throws {
            let setUp: @Sendable (SetupContext) async throws -> Void = { context in
                try context.services.register(Link<Home>.self) { _ in Link() }
                try context.services.register(Link<Cart>.self) { _ in Link() }
            }
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(tearDown: { context in
                        let error = try await hiveError { try context.service(Link<Home>.self) }
                        #expect(error.code == .stopped)
                    })
                ),
                module(
                    Home.self,
                    Script(
                        setUp: setUp,
                        initialize: { _ = try $0.service(Link<Home>.self) },
                        tearDown: { context in
                            _ = try context.service(Link<Home>.self)
                            let error = try await hiveError { try context.service(Link<Cart>.self) }
                            #expect(error.code == .stopping)
                        }
                    )
                )
            )
            try await test.running { _ in }
        }

        @Test("Work and hooks that finish what they have in hand may be the first to ask for a service")
        func lateFirstUse() async throws {
            let log = Log()
            let keys = (home: Link<Home>.self, cart: Link<Cart>.self, trade: Link<Trade>.self)
            let test = try TestHive(
                module(
                    Home.self,
                    Script(
                        setUp: { context in
                            try context.services.register(keys.home) { _ in Link() }
                            try context.services.register(keys.cart) { _ in Link() }
                            try context.services.register(keys.trade) { _ in Link() }
                        },
                        tearDown: { context in
                            let error = try await hiveError { try context.service(keys.trade) }
                            log.note("\(error.code)")
                        }
                    )
                ),
                module(
                    Cart.self,
                    needs: [.named("Home")],
                    Script(
                        run: { context in
                            try? await Latch().wait()
                            _ = try context.service(keys.cart)
                            log.note("work")
                        },
                        willStop: { context in
                            _ = try context.service(keys.home)
                            log.note("willStop")
                        }
                    )
                )
            )
            try await test.running { _ in }
            #expect(log.entries == ["willStop", "work", "stopping"])
        }
    }

    @Suite("C27 Ownership")
    struct C27 {
        @Test("A module's service is withdrawn when the module is removed; held references stay valid")
        func removed() async throws {
            let test = try TestHive(
                module(Cart.self, Script(setUp: { try $0.services.register(SMTPMailer.self) { _ in SMTPMailer() } }))
            )
            try await test.running { hive async throws in
                let mailer = try hive.services.service(SMTPMailer.self)
                try await hive.remove(Scripted<Cart>.self)
                #expect(try await hiveError { try hive.services.service(SMTPMailer.self) }.code == .stopped)
                #expect(mailer.host == "localhost")
            }
        }

        @Test("It is withdrawn when the module fails to start")
        func failed() async throws {
            let test = TestHive()
            try await test.running { hive async throws in
                let setUp = Script(setUp: { context in
                    try context.services.register(SMTPMailer.self) { _ in SMTPMailer() }
                    throw Broken()
                })
                _ = try await hiveError { try await hive.add(module(Cart.self, setUp)) }
                #expect(hive.unserved(SMTPMailer.self) == ["SMTPMailer"])
            }
        }

        @Test("The hive's own is there before setUp, resolvable from initialize until the last tearDown")
        func hives() async throws {
            let log = Log()
            let look: @Sendable (any HookContext & ServiceLookup) throws -> Void = {
                log.note(try $0.service(SMTPMailer.self).host)
            }
            let test = try TestHive(
                module(Cart.self, Script(initialize: { try look($0) }, tearDown: { try look($0) }))
            )
            try test.hive.services.register(SMTPMailer.self, instance: SMTPMailer())
            try await test.running { _ in }
            #expect(log.entries == ["localhost", "localhost"])
        }
    }

    @Suite("C28 Cached-instance context")
    struct C28 {
        /// A module whose services note what becomes of them.
        private static func owner<Tag>(_ tag: Tag.Type, _ log: Log) -> ModuleDeclaration {
            module(
                tag,
                Script(
                    setUp: { context in
                        for name in ["a", "b"] {
                            try context.services.register(
                                SMTPMailer.self,
                                name: name,
                                shutdown: { log.note("shut \($0.host)") },
                                factory: { _ in SMTPMailer(name) }
                            )
                        }
                    },
                    ready: { context in
                        for name in ["b", "a"] { _ = try context.service(SMTPMailer.self, name: name) }
                    },
                    tearDown: { _ in log.note("tearDown") }
                )
            )
        }

        @Test("The cache can be read, emptied for one service, and listed")
        func cache() async throws {
            let test = TestHive()
            let services = test.hive.services
            try services.register(SMTPMailer.self) { _ in SMTPMailer() }
            try await test.running { _ in
                #expect(services.cached(SMTPMailer.self) == nil)
                let first = try services.service(SMTPMailer.self)
                #expect(services.cached(SMTPMailer.self) === first)
                #expect(services.cachedNames == ["SMTPMailer"])
                #expect(try services.evict(SMTPMailer.self))
                #expect(services.cachedNames == [])
                #expect(try services.service(SMTPMailer.self) !== first)
            }
        }

        @Test("A service made asynchronously cannot be evicted")
        func asynchronous() async throws {
            let test = TestHive()
            try test.hive.services.register(SMTPMailer.self) { _ async throws in SMTPMailer() }
            try await test.running { hive async throws in
                let error = try await hiveError { try hive.services.evict(SMTPMailer.self) }
                #expect(error.code == .notCreatable)
            }
        }

        @Test("Instances are shut down once, in reverse order of creation, right after their module's tearDown")
        func shutdown() async throws {
            let log = Log()
            let test = try TestHive(Self.owner(Cart.self, log))
            try await test.running { _ in }
            #expect(log.entries == ["tearDown", "shut a", "shut b"])
        }

        @Test("Also on removal and on rollback", arguments: [false, true])
        func removalAndRollback(rollsBack: Bool) async throws {
            let log = Log()
            let test = try TestHive(Self.owner(Cart.self, log), module(Home.self))
            if rollsBack {
                test.faults.inject(.throwing(Broken()), into: Scripted<Home>.self, at: .ready)
                _ = try await hiveError { try await test.hive.start() }
            } else {
                try await test.running { try await $0.remove(Scripted<Cart>.self) }
            }
            #expect(log.entries == ["tearDown", "shut a", "shut b"])
        }

        @Test("The shutdown is within the timeout of the tearDown")
        func timeout() async throws {
            let release = Latch()
            let test = TestHive()
            try test.hive.modules.register([
                module(
                    Cart.self,
                    Script(setUp: { context in
                        try context.services.register(
                            SMTPMailer.self,
                            shutdown: { _ in await release.waitIgnoringCancellation() },
                            instance: SMTPMailer()
                        )
                    })
                )
            ])
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await test.advance(until: .hookEnded(.tearDown, of: "Cart"))
            let error = try await hiveError { try await stop.value }
            #expect(error.exitCode == 75)
            release.open()
            try await test.recorder.wait(for: .hookReturnedLate(.tearDown, of: "Cart"))
        }

        @Test("Evicted and replaced ones are shut down then too")
        func evicted() async throws {
            let log = Log()
            let test = TestHive()
            let services = test.hive.services
            let close: @Sendable (SMTPMailer) async throws -> Void = { log.note("shut \($0.host)") }
            try services.register(SMTPMailer.self, shutdown: close) { _ in SMTPMailer("evicted") }
            try await test.running { _ in
                _ = try services.service(SMTPMailer.self)
                try services.evict(SMTPMailer.self)
                try services.register(SMTPMailer.self, replacing: true, shutdown: close) { _ in SMTPMailer("replacing")
                }
                _ = try services.service(SMTPMailer.self)
                #expect(log.entries == [])
            }
            #expect(log.entries == ["shut replacing", "shut evicted"])
        }
    }
}
