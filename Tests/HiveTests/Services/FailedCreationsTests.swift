// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// A service that cannot be made is named as the cause, and not the module that asked for it.
@Suite(.timeLimit(.minutes(5)))
struct FailedCreationsTests {
    private protocol Store: Sendable {}
    private protocol Orders: Sendable {}
    private struct Memory: Store, Orders {}
    private struct DiskFull: Error {}
    private struct NoOrders: Error {}

    /// A hive in which A provides the store, B the orders, and C asks.
    private func hive(
        store: @escaping @Sendable (SetupContext) throws -> Void,
        ask: @escaping @Sendable (ModuleContext) async throws -> Void
    ) throws -> Hive {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Probe<A>.self) { Probe<A>(Script(setUp: store)) }
        try hive.modules.register(Probe<B>.self) {
            Probe<B>(
                Script(setUp: { context in
                    try context.services.register((any Orders).self) { services in
                        _ = try services.service((any Store).self)
                        return Memory()
                    }
                })
            )
        }
        try hive.modules.register(Probe<C>.self) { Probe<C>(Script(initialize: ask)) }
        return hive
    }

    private func failure(of hive: Hive) async throws -> (start: HiveError, failure: HiveError.Failure) {
        let error = try #require(await #expect(throws: HiveError.self) { try await hive.start() })
        #expect(error.failures.count == 1)
        return (error, try #require(error.failures.first))
    }

    // C3, C22
    @Test(arguments: [ServiceScope.shared, .transient])
    func theFailureNamesTheServiceAndItsModule(scope: ServiceScope) async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self, scope: scope) { _ in throw DiskFull() }
        } ask: { context in
            _ = try context.service((any Store).self)
        }
        let (error, failure) = try await failure(of: hive)
        #expect(failure.module == "A")
        #expect(failure.step.matches("making of Store (HERE) for C.initialize"))
        #expect(failure.error is DiskFull)
        #expect(error.start?.module == "C")
        #expect(error.message == "The hive did not start: module C failed in initialize.")
        let cause = String(error.report.split(separator: "\n")[1])
        #expect(cause.matches("  cause: A.making of Store (HERE) for C.initialize: DiskFull()"))
    }

    // C3
    @Test func theInnermostServiceIsTheCause() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { context in
            _ = try context.service((any Orders).self)
        }
        let failure = try await failure(of: hive).failure
        #expect("\(failure)".matches("A.making of Store (HERE) for C.initialize: DiskFull()"))
    }

    // C3, C22
    @Test func anAsynchronousServiceIsNamedToo() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in
                await Task.yield()
                throw DiskFull()
            }
        } ask: { _ in
        }
        let failure = try await failure(of: hive).failure
        #expect("\(failure)".matches("A.making of Store (HERE) in initialize: DiskFull()"))
    }

    // C3, C27
    @Test func aServiceOfTheHiveIsNamedToo() async throws {
        let hive = try hive { _ in
        } ask: { context in
            _ = try context.service((any Orders).self)
        }
        try hive.services.register((any Store).self) { _ in throw DiskFull() }
        let failure = try await failure(of: hive).failure
        #expect("\(failure)".matches("hive.making of Store (HERE) for C.initialize: DiskFull()"))
    }

    // C3: who decorates a service may be another module than the one that makes it.
    @Test(arguments: [ServiceScope.shared, .transient])
    func aDecoratorIsNamedAsTheCause(scope: ServiceScope) async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self, scope: scope) { _ in Memory() }
        } ask: { context in
            _ = try context.service((any Store).self)
        }
        try hive.modules.register(Probe<D>.self) {
            Probe<D>(Script(setUp: { try $0.services.decorate((any Store).self) { _, _ in throw DiskFull() } }))
        }
        let failure = try await failure(of: hive).failure
        #expect("\(failure)".matches("D.decorating of Store (HERE) for C.initialize: DiskFull()"))
    }

    /// Work that asks for a service once the hive runs, and again when it is to end.
    private final class Worker: FactoryModule, WorkingModule {
        static let manifest = ModuleManifest()
        let work: @Sendable (WorkContext) async throws -> Void
        init(_ work: @escaping @Sendable (WorkContext) async throws -> Void) { self.work = work }
        func run(_ context: WorkContext) async throws { try await work(context) }
    }

    // C3, C49: so is what work asks for, also after what it has asked for in vain before.
    @Test func aServiceThatWorkNeedsIsNamedToo() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { _ in
        }
        try hive.modules.register(Worker.self) {
            Worker { context in
                #expect(throws: DiskFull.self) { try context.service((any Store).self) }
                _ = try context.service((any Orders).self)
            }
        }
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.waitUntilStopped() }
        #expect(error?.message == "The hive stopped because the work of Worker failed.")
        #expect(error?.failures.count == 1)
        let failure = error?.failures.first.map { "\($0)" } ?? ""
        #expect(failure.matches("A.making of Store (HERE) for Worker.run: DiskFull()"))
    }

    // C3, C49: work's own error is its own, whatever it has caught before.
    @Test func workThatThrowsSomethingElseIsTheCauseItself() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { _ in
        }
        try hive.modules.register(Worker.self) {
            Worker { context in
                #expect(throws: DiskFull.self) { try context.service((any Store).self) }
                throw NoOrders()
            }
        }
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.waitUntilStopped() }
        #expect(error?.failures.map(\.description) == ["Worker.run: NoOrders()"])
    }

    // C3, C51: and when it is a failure of the stop.
    @Test func aServiceThatDrainingWorkNeedsIsNamedToo() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self, scope: .transient) { _ in throw DiskFull() }
        } ask: { _ in
        }
        try hive.modules.register(Worker.self) {
            Worker { context in
                await context.waitForDrain()
                _ = try context.service((any Store).self)
            }
        }
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.stop() }
        #expect(error?.failures.count == 1)
        let failure = error?.failures.first.map { "\($0)" } ?? ""
        #expect(failure.matches("A.making of Store (HERE) for Worker.run: DiskFull()"))
    }

    // C3, C24
    @Test func whatAFactoryLooksUpInVainIsItsOwnFailure() async throws {
        let hive = try hive { _ in
        } ask: { context in
            _ = try context.service((any Orders).self)
        }
        let failure = try await failure(of: hive).failure
        #expect(failure.step.matches("making of Orders (HERE) for C.initialize"))
        #expect(failure.module == "B")
        #expect((failure.error as? HiveError)?.code == .serviceNotRegistered)
    }

    // C3: a hook's own error is its own, whatever it has caught before.
    @Test func aHookThatThrowsSomethingElseIsTheCauseItself() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { context in
            #expect(throws: DiskFull.self) { try context.service((any Store).self) }
            throw NoOrders()
        }
        #expect("\(try await failure(of: hive).failure)" == "C.initialize: NoOrders()")
    }

    private struct Broken: Error { let number: Int }

    // C3: what a hook has caught by its type and thrown again is the same, whatever box it is in.
    @Test func anErrorThatIsCaughtByItsTypeAndThrownAgainIsTheSame() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw Broken(number: 1) }
        } ask: { context in
            do {
                _ = try context.service((any Store).self)
            } catch let error as Broken {
                throw error
            }
        }
        let failure = try await failure(of: hive).failure
        #expect("\(failure)".matches("A.making of Store (HERE) for C.initialize: Broken(number: 1)"))
    }

    // C3: of the same kind is not the same.
    @Test func anErrorOfTheSameKindIsAnother() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw Broken(number: 1) }
        } ask: { context in
            #expect(throws: Broken.self) { try context.service((any Store).self) }
            throw Broken(number: 2)
        }
        #expect("\(try await failure(of: hive).failure)" == "C.initialize: Broken(number: 2)")
    }

    // C3: nor is another object.
    @Test func anotherObjectIsAnotherError() async throws {
        final class Failed: Error {}
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw Failed() }
        } ask: { context in
            #expect(throws: Failed.self) { try context.service((any Store).self) }
            throw Failed()
        }
        let failure = try await failure(of: hive).failure
        #expect((failure.module, failure.step) == ("C", "initialize"))
    }

    // C3: what one module has asked for in vain is not why another one throws an equal error of its own.
    @Test func anEqualErrorOfAnotherModuleIsItsOwn() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { context in
            #expect(throws: DiskFull.self) { try context.service((any Store).self) }
        }
        try hive.modules.register(Probe<D>.self) {
            Probe<D>(Script(initialize: { _ in throw DiskFull() }))
        }
        #expect("\(try await failure(of: hive).failure)" == "D.initialize: DiskFull()")
    }

    // C3: nor is what a service's factory has done without.
    @Test func anErrorThatAFactoryHasCaughtIsNotTheHooks() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
            try context.services.register(Memory.self) { services in
                #expect(throws: DiskFull.self) { try services.service((any Store).self) }
                return Memory()
            }
        } ask: { context in
            _ = try context.service(Memory.self)
            throw DiskFull()
        }
        #expect("\(try await failure(of: hive).failure)" == "C.initialize: DiskFull()")
    }

    // C3, C49: work that has got a service at last does not fail for want of it.
    @Test func aFailureOfWorkBeforeTheServiceWasMadeIsOver() async throws {
        let isFull = Atomic(true)
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in
                if isFull.exchange(false, ordering: .relaxed) { throw DiskFull() }
                return Memory()
            }
        } ask: { _ in
        }
        try hive.modules.register(Worker.self) {
            Worker { context in
                #expect(throws: DiskFull.self) { try context.service((any Store).self) }
                _ = try context.service((any Store).self)
                throw DiskFull()
            }
        }
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.waitUntilStopped() }
        #expect(error?.failures.map(\.description) == ["Worker.run: DiskFull()"])
    }

    // C3: nobody is blamed who may have nothing to do with it.
    @Test func anErrorThatTwoServicesHaveThrownIsExplainedByNeither() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
            try context.services.register((any Store).self, name: "backup") { _ in throw DiskFull() }
        } ask: { context in
            #expect(throws: DiskFull.self) { try context.service((any Store).self) }
            _ = try context.service((any Store).self, name: "backup")
        }
        #expect("\(try await failure(of: hive).failure)" == "C.initialize: DiskFull()")
    }

    // C3, C22: who waits for another thread's creation fails for want of the same service.
    @Test func theServiceThatAnotherThreadCouldNotMakeIsTheCause() async throws {
        let (isUnderWay, mayFail) = (ThreadGate(), ThreadGate())
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in
                isUnderWay.open()
                mayFail.wait()
                throw DiskFull()
            }
        } ask: { context in
            async let first: Void = onThread {
                #expect(throws: DiskFull.self) { try context.service((any Store).self) }
            }
            async let second: Void = onThread {
                isUnderWay.wait()
                // The third may have asked before this, or asks after it.
                mayFail.open()
            }
            let hook = ActivityScope.current
            async let third: Void = onThread {
                isUnderWay.wait()
                _ = try ActivityScope.$current.withValue(hook) { try context.service((any Orders).self) }
            }
            _ = try await (first, second, third)
        }
        let failure = try await failure(of: hive).failure
        #expect("\(failure)".matches("A.making of Store (HERE) for C.initialize: DiskFull()"))
    }

    // C15
    @Test func aModuleThatIsAddedIsNotBlamedEither() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { context in
            // It may go on without.
            #expect(throws: DiskFull.self) { try context.service((any Store).self) }
        }
        try await hive.start()
        let error = await #expect(throws: HiveError.self) {
            try await hive.add(Probe<D>.self) {
                Probe<D>(Script(initialize: { _ = try $0.service((any Orders).self) }))
            }
        }
        #expect(error?.failures.count == 1)
        let failure = error?.failures.first.map { "\($0)" } ?? ""
        #expect(failure.matches("A.making of Store (HERE) for D.initialize: DiskFull()"))
        try await hive.stop()
    }

    // C61
    @Test func aHookThatAsksAgainAndAgainFillsNoMemory() {
        final class Token: Error {}
        let (failed, owner) = (FailedCreations(), Owner.hive())
        let tokens = (0..<20).map { _ in Token() }
        func note(_ token: Token) {
            failed.note(FailedCreation(token, key: ServiceKey((any Store).self), owner: owner, origin: .code()))
        }
        for token in tokens + tokens.suffix(1) { note(token) }
        func step(_ error: Token) -> String {
            failed.explained(.init(module: "C", step: "initialize", error: error)).step
        }
        #expect(tokens.filter { step($0).hasPrefix("making of Store") }.count == 16)
        #expect(step(tokens[19]).hasPrefix("making of Store"))
        #expect(step(tokens[0]) == "initialize")
        // A task that the hook has left behind keeps nothing.
        failed.end()
        note(tokens[19])
        #expect(step(tokens[19]) == "initialize")
    }

    // C3, C47
    @Test func manyModulesFailAtOnce() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Store).self) { _ in throw DiskFull() }
        try await hive.start()
        let failed = FailedCreations()
        await ActivityScope.run(hive.engine.identity, .hook(failed)) {
            await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<100 {
                            #expect(throws: DiskFull.self) { try hive.services.service((any Store).self) }
                        }
                    }
                }
            }
        }
        #expect(failed.cause(of: DiskFull())?.key == ServiceKey((any Store).self))
        try await hive.stop()
    }
}

extension String {
    /// Whether a text is this one, with any line of this file in place of its `HERE`.
    fileprivate func matches(_ pattern: String) -> Bool {
        let parts = pattern.split(separator: "HERE", omittingEmptySubsequences: false)
        let place = dropFirst(parts[0].count).dropLast(parts[1].count)
        return hasPrefix(parts[0]) && hasSuffix(parts[1]) && place.hasPrefix("HiveTests/FailedCreationsTests.swift:")
            && Int(place.drop { $0 != ":" }.dropFirst()) != nil
    }
}
