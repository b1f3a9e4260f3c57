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
        // Whatever was noted is let go of.
        #expect(hive.services.state.withLock { $0.failures == nil })
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
        #expect(failure.step == "making of Store for C.initialize")
        #expect(failure.error is DiskFull)
        #expect(error.start?.module == "C")
        #expect(error.message == "The hive did not start: module C failed in initialize.")
        #expect(error.report.split(separator: "\n")[1] == "  cause: A.making of Store for C.initialize: DiskFull()")
    }

    // C3
    @Test func theInnermostServiceIsTheCause() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { context in
            _ = try context.service((any Orders).self)
        }
        #expect("\(try await failure(of: hive).failure)" == "A.making of Store for C.initialize: DiskFull()")
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
        #expect("\(try await failure(of: hive).failure)" == "A.making of Store in initialize: DiskFull()")
    }

    // C3, C27
    @Test func aServiceOfTheHiveIsNamedToo() async throws {
        let hive = try hive { _ in
        } ask: { context in
            _ = try context.service((any Orders).self)
        }
        try hive.services.register((any Store).self) { _ in throw DiskFull() }
        #expect("\(try await failure(of: hive).failure)" == "hive.making of Store for C.initialize: DiskFull()")
    }

    // C3, C24
    @Test func whatAFactoryLooksUpInVainIsItsOwnFailure() async throws {
        let hive = try hive { _ in
        } ask: { context in
            _ = try context.service((any Orders).self)
        }
        let failure = try await failure(of: hive).failure
        #expect("\(failure)".hasPrefix("B.making of Orders for C.initialize: "))
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

    // C3: of the same kind is not the same.
    @Test func anErrorOfTheSameKindIsAnother() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { context in
            #expect(throws: DiskFull.self) { try context.service((any Store).self) }
            throw DiskFull()
        }
        #expect("\(try await failure(of: hive).failure)" == "C.initialize: DiskFull()")
    }

    // C15
    @Test func aModuleThatIsAddedIsNotBlamedEither() async throws {
        let hive = try hive { context in
            try context.services.register((any Store).self) { _ in throw DiskFull() }
        } ask: { context in
            // It may go on without; nothing is kept of that when the hive runs.
            #expect(throws: DiskFull.self) { try context.service((any Store).self) }
        }
        try await hive.start()
        #expect(hive.services.state.withLock { $0.failures == nil })
        let error = await #expect(throws: HiveError.self) {
            try await hive.add(Probe<D>.self) {
                Probe<D>(Script(initialize: { _ = try $0.service((any Orders).self) }))
            }
        }
        #expect(error?.failures.map(\.description) == ["A.making of Store for D.initialize: DiskFull()"])
        // Later nothing is noted, whoever asks.
        #expect(throws: DiskFull.self) { try hive.services.service((any Store).self) }
        #expect(hive.services.state.withLock { $0.failures == nil })
        try await hive.stop()
    }

    // C61
    @Test func aHookThatAsksAgainAndAgainFillsNoMemory() {
        final class Token: Error {}
        let owner = Owner.hive()
        var failures = FailedCreations()
        var errors: [Token] = []
        var lost = 0
        for _ in 0..<20 {
            let error = Token()
            errors.append(error)
            let entry = failures.add(.init(error: error, key: ServiceKey((any Store).self), owner: owner))
            if entry != nil { lost += 1 }
        }
        #expect(lost == 4)
    }

    // C3, C47
    @Test func manyModulesFailAtOnce() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Store).self) { _ in throw DiskFull() }
        try await hive.start()
        hive.services.beginNotingFailures()
        try await withThrowingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        do {
                            _ = try hive.services.service((any Store).self)
                        } catch {
                            let failure = HiveError.Failure(module: "\(task)", step: "initialize", error: error)
                            let explained = hive.services.explained(failure)
                            #expect(explained.error is DiskFull)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        hive.services.endNotingFailures()
        try await hive.stop()
    }
}
