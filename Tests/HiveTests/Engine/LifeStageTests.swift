// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// The stages that a hive goes through, and what follows it there.
@Suite(.timeLimit(.minutes(5)))
struct LifeStageTests {
    /// Writes down at which stage each hook of a module finds the hive, and all that follow it.
    private func hive(_ journal: Journal, failing: Bool = false) throws -> Hive {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let note: @Sendable (String) -> Void = { [weak hive] hook in
            guard let hive else { return }
            let stages = [
                hive.engine.stage.current, hive.services.state.withLock { $0.stage }, hive.events.stage.current,
            ]
            journal.write("\(hook): \(Set(stages).map { "\($0)" }.sorted().joined(separator: ", "))")
        }
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { context in
                let close: @Sendable (Desk) -> Void = { _ in note("shutdown of the module's") }
                try context.services.register(Desk.self, shutdown: close) { _ in Desk() }
                note("setUp")
            }
            script.initialize = { context in
                _ = (try context.service(Desk.self), try context.service(Lamp.self))
                note("initialize")
            }
            script.ready = { _ in
                note("ready")
                if failing { throw Failure("A") }
            }
            script.willStop = { _ in note("willStop") }
            script.tearDown = { _ in note("tearDown") }
        }
        let close: @Sendable (Lamp) -> Void = { _ in note("shutdown of the hive's") }
        try hive.services.register(Lamp.self, shutdown: close) { _ in Lamp() }
        note("before")
        return hive
    }

    private struct Desk: Sendable {}
    private struct Lamp: Sendable {}

    // C26, C30, C31
    @Test func servicesAndEventsFollowTheHive() async throws {
        let journal = Journal()
        let hive = try hive(journal)
        try await hive.start()
        #expect(hive.engine.stage.current == .running)
        try await hive.stop()
        let stages = [
            "before: created", "setUp: settingUp", "initialize: initializing", "ready: initializing",
            "willStop: stopping", "tearDown: tearingDown", "shutdown of the module's: tearingDown",
            "shutdown of the hive's: closing",
        ]
        #expect(journal.entries == stages)
        #expect(hive.engine.stage.current == .stopped)
        #expect(hive.services.state.withLock { $0.stage } == .stopped)
        #expect(hive.events.stage.current == .stopped)
    }

    // C3
    @Test func afterAFailedStartTheyAreRolledBack() async throws {
        let journal = Journal()
        let hive = try hive(journal, failing: true)
        await #expect(throws: HiveError.self) { try await hive.start() }
        let stages = [
            "before: created", "setUp: settingUp", "initialize: initializing", "ready: initializing",
            "tearDown: rollingBack", "shutdown of the module's: rollingBack", "shutdown of the hive's: closing",
        ]
        #expect(journal.entries == stages)
        #expect(hive.engine.stage.current == .stopped)
    }

    /// Several may enter stages at a time, such as a stop and a module that is torn down late.
    @Test func aStageIsNeverLeftForAnEarlierOne() async {
        let services = ServiceManager()
        let stages: [LifeStage] = [.settingUp, .initializing, .running, .stopping, .tearingDown, .closing, .stopped]
        for _ in 0..<100 {
            let stage = Stage()
            await withTaskGroup { group in
                for next in stages.shuffled() {
                    group.addTask {
                        stage.value.advance(to: next)
                        #expect(stage.value.current >= next)
                    }
                }
            }
            #expect(stage.value.current == .stopped)
        }
        services.follow(.stopping)
        services.follow(.initializing)
        #expect(services.state.withLock { $0.stage } == .stopping)
    }

    private final class Stage: Sendable {
        let value = AtomicLifeStage()
    }
}
