// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LifecycleTests {
    // C7
    @Test func secondStartThrowsAndLeavesTheRunningHiveAlone() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isStarting = Gate()
        let mayGoOn = Gate()
        try hive.addProbe(A.self, journal) { script in
            script.setUp = { _ in
                isStarting.open()
                await mayGoOn.wait()
            }
        }
        async let first: Void = hive.start()
        await isStarting.wait()
        let whileStarting = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(whileStarting?.code == .invalidState)
        #expect(whileStarting?.message.contains("starting") == true)
        mayGoOn.open()
        try await first

        let whileRunning = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(whileRunning?.code == .invalidState)
        #expect(whileRunning?.message.contains("running") == true)
        #expect(hive.state == .running)
        #expect(hive.modules.running == ["A"])

        try await hive.stop()
        let after = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(after?.code == .invalidState)
        #expect(after?.message.contains("stopped") == true)
        #expect(journal.entries.filter { $0 == "A.setUp" }.count == 1)
    }

    // C7: a hive whose start failed is finished.
    @Test func startAfterAFailureSaysSo() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { $0.setUp = { _ in throw Failure("A") } }
        await #expect(throws: HiveError.self) { try await hive.start() }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .invalidState)
        #expect(error?.message.contains("failed") == true)
    }

    // C15: the registry is closed when the start begins, also from within a hook.
    @Test func registeringAfterTheStartThrows() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { [weak hive] _ in
                #expect { try hive?.modules.register(Late.self) } throws: { ($0 as? HiveError)?.code == .invalidState }
            }
        }
        try await hive.start()
        #expect { try hive.modules.register(Late.self) } throws: { ($0 as? HiveError)?.code == .invalidState }
        try await hive.stop()
    }

    private final class Late: HiveModule {}

    // C9
    @Test func emptyHiveStartsAndStops() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        #expect(hive.state == .created)
        try await hive.start()
        #expect(hive.state == .running)
        try await hive.stop()
        #expect(hive.state == .stopped)
    }

    // C1: each phase ends for all before the next begins; tearDown is the exact reverse of setUp.
    @Test func phasesRunOverAllModulesInOrder() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal, priority: 1)
        try hive.addProbe(B.self, journal, level: .basic)
        try hive.addProbe(C.self, journal, priority: 2)
        try await hive.start()
        #expect(hive.modules.running == ["B", "C", "A"])
        try await hive.stop()
        #expect(
            journal.entries == [
                "B.init", "B.setUp", "C.init", "C.setUp", "A.init", "A.setUp",
                "B.initialize", "C.initialize", "A.initialize",
                "B.ready", "C.ready", "A.ready",
                "B.willStop", "C.willStop", "A.willStop",
                "A.tearDown", "C.tearDown", "B.tearDown",
            ]
        )
    }

    // C37: every module is torn down and every error is kept, in order.
    @Test func stopGoesOnAfterEveryError() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        func fail(_ script: inout Script, _ name: String) {
            script.willStop = { _ in throw Failure("\(name).willStop") }
            script.tearDown = { _ in throw Failure("\(name).tearDown") }
        }
        try hive.addProbe(A.self, journal) { fail(&$0, "A") }
        try hive.addProbe(B.self, journal) { script in
            fail(&script, "B")
            script.setUp = { context in
                try context.services.register(Int.self, shutdown: { _ in throw Failure("shutdown") }, instance: 1)
            }
        }
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.stop() }
        #expect(error?.code == .stopFailed)
        #expect(
            error?.failures.map { "\($0.error)" } == [
                "Failure(A.willStop)", "Failure(B.willStop)",
                "Failure(B.tearDown)", "Failure(shutdown)", "Failure(A.tearDown)",
            ]
        )
        #expect(error?.exitCode == 71)
        #expect(hive.state == .stopped)
    }

    // C39
    @Test func everyCallerOfStopGetsTheSameResult() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isStopping = Gate()
        let mayGoOn = Gate()
        try hive.addProbe(A.self, journal) { script in
            script.tearDown = { _ in
                isStopping.open()
                await mayGoOn.wait()
                throw Failure("A")
            }
        }
        try await hive.start()
        let errors = await withTaskGroup(of: String.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        try await hive.stop()
                        return "none"
                    } catch {
                        return "\(error)"
                    }
                }
            }
            await isStopping.wait()
            mayGoOn.open()
            var errors: [String] = []
            while let error = await group.next(isolation: #isolation) { errors.append(error) }
            return errors
        }
        #expect(Set(errors).count == 1)
        #expect(errors.first?.contains("Failure(A)") == true)
        #expect(journal.entries.filter { $0 == "A.tearDown" }.count == 1)
        await #expect(throws: HiveError.self) { try await hive.stop() }
    }

    // C8: a stop that comes before the start is remembered.
    @Test func stopBeforeTheStartMakesItThrow() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Int.self, shutdown: { _ in journal.write("shutdown") }, instance: 1)
        try hive.addProbe(A.self, journal)
        try await hive.stop()
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .cancelled)
        #expect(journal.entries == ["shutdown"])
    }

    // C8: a stop during the start cancels the hook that runs, and returns when everything is down.
    @Test func stopDuringTheStartRollsBack() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isInside = Gate()
        try hive.addProbe(A.self, journal) { script in
            script.initialize = { _ in
                isInside.open()
                await Gate().wait()
            }
        }
        try hive.addProbe(B.self, journal)
        let start = Task { try await hive.start() }
        await isInside.wait()
        try await hive.stop()
        #expect(hive.state == .stopped)
        #expect(journal.entries.suffix(2) == ["B.tearDown", "A.tearDown"])
        #expect(!journal.entries.contains("B.initialize"))
        let result = await start.result
        #expect { try result.get() } throws: { ($0 as? HiveError)?.code == .cancelled }
    }

    // C18: a hook that stops its own hive only asks.
    @Test func stopFromAHookDoesNotDeadlock() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal) { script in
            script.ready = { [weak hive] _ in try await hive?.stop() }
        }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .cancelled)
        #expect(journal.entries.last == "A.tearDown")
    }

    // C18: a context can ask for a stop, and hooks are told the reason.
    @Test func stopReasonReachesTheHooks() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal) { script in
            script.willStop = { journal.write("\($0.reason)") }
            script.tearDown = { journal.write("\($0.reason)") }
        }
        try await hive.start()
        hive.requestStop(StopReason("the disk is full"))
        try await hive.stop()
        #expect(journal.entries.filter { $0 == "the disk is full" }.count == 2)
    }

    // C2: code and two property lists name one module: one instance, each hook once.
    @Test func moduleNamedByManySourcesRunsOnce() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, journal)
        var first = ModuleDeclaration(Probe<A>.self, at: .propertyList("one.plist", nil))
        first.priority = 3
        var second = ModuleDeclaration(Probe<A>.self, at: .propertyList("two.plist", nil))
        second.level = .basic
        try hive.modules.register([first, second])
        #expect(hive.verify() == [])
        try await hive.start()
        try await hive.stop()
        #expect(Set(journal.entries).count == journal.entries.count)
        let descriptor = try #require(Hive(HiveOptions(clock: ManualClock())).merged([first, second]).first)
        #expect(descriptor.priority == 3)
        #expect(descriptor.level == .basic)
        #expect(descriptor.origins.map(\.file) == ["two.plist", "one.plist"])
    }

    // C46: hives share nothing.
    @Test func hivesRunSideBySide() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<16 {
                group.addTask {
                    let journal = Journal()
                    let hive = Hive(HiveOptions(clock: ManualClock()))
                    try hive.services.register(Int.self, instance: number)
                    try hive.addProbe(A.self, journal) { script in
                        script.initialize = { journal.write("\(try $0.service(Int.self))") }
                    }
                    try await hive.start()
                    #expect(try hive.services.service(Int.self) == number)
                    try await hive.stop()
                    #expect(journal.entries.contains("\(number)"))
                }
            }
            try await group.waitForAll()
        }
    }

    // C48: observers see every step, with durations and errors.
    @Test func observersSeeEveryStep() async throws {
        let spy = Spy()
        let hive = Hive(HiveOptions(observers: [spy.observe], clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { $0.tearDown = { _ in throw Failure("A") } }
        try await hive.start()
        await #expect(throws: HiveError.self) { try await hive.stop() }
        #expect(spy.observations(of: .stateChanged).map(\.subject) == ["starting", "running", "stopping", "stopped"])
        let hooks = spy.observations(of: .didRunHook)
        #expect(hooks.map(\.phase) == [.setUp, .initialize, .ready, .willStop, .tearDown])
        #expect(hooks.allSatisfy { ($0.duration ?? .seconds(-1)) >= .zero })
        #expect(hooks.last?.error as? Failure == Failure("A"))
        #expect(spy.observations(of: .willRunHook).count == 5)
        #expect(spy.observations(of: .moduleRegistered).map(\.module) == ["A"])
    }

    // C48: what ends a start or a stop says how long that took, also one that has failed.
    @Test(arguments: [true, false])
    func observersAreToldHowLongAStartAndAStopTook(succeeds: Bool) async throws {
        let spy = Spy()
        let clock = ManualClock()
        let hive = Hive(HiveOptions(observers: [spy.observe], clock: clock))
        try hive.addProbe(A.self, Journal()) {
            $0.ready = { _ in
                clock.advance(by: .seconds(2))
                if !succeeds { throw Failure("A") }
            }
            $0.tearDown = { _ in clock.advance(by: .seconds(3)) }
        }
        if succeeds {
            try await hive.start()
            try await hive.stop()
        } else {
            await #expect(throws: HiveError.self) { try await hive.start() }
        }
        let states = spy.observations(of: .stateChanged)
        let wholes: [Duration?] = succeeds ? [nil, .seconds(2), nil, .seconds(3)] : [nil, .seconds(5)]
        #expect(states.map(\.duration) == wholes)
    }
}

extension Hive {
    /// What a hive makes of declarations.
    fileprivate func merged(_ declarations: [ModuleDeclaration]) throws -> [ModuleDescriptor] {
        try modules.register(declarations)
        return modules.descriptors
    }
}
