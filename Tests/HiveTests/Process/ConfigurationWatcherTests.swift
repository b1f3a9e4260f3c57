// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// When a hive looks at its files; no file is there.
@Suite(.timeLimit(.minutes(5)))
struct ConfigurationWatcherTests {
    /// Finds what the test says, one after the other, and then that it has no files.
    private final class Source: ReloadSource {
        let findings: TestMutex<[Bool]>
        init(_ findings: [Bool]) { self.findings = TestMutex(findings.reversed()) }
        var left: Int { findings.withLock { $0.count } }
        func hasChanged() -> Bool? { findings.withLock { $0.popLast() } }
        func reload(_ hive: Hive) async throws -> ReloadReport? { nil }
    }

    private struct Scene {
        let test: TestHive
        let source: Source
        let journal = Journal()
        let watcher: ConfigurationWatcher

        init(_ findings: [Bool], every interval: Duration = .seconds(2)) {
            test = TestHive(HiveOptions(watchesConfiguration: true, watchInterval: interval))
            source = Source(findings)
            test.hive.remember(source)
            watcher = ConfigurationWatcher(test.hive) { [journal] in journal.write("reload") }
        }

        var timer: DeadlineTimer { test.hive.engine.timer }

        /// Whether so many findings are left, and the next look is due.
        func rests(_ left: Int) async -> Bool {
            await becomesTrue { source.left == left && watcher.isWaiting }
        }
    }

    // C66: at once, then an interval after each look, and no sooner; what has changed is reloaded.
    @Test func looksOnceInEachInterval() async throws {
        let scene = Scene([false, false, true, false, false], every: .seconds(3))
        scene.watcher.begin()
        #expect(await scene.rests(4))
        for left in [3, 2, 1] {
            scene.test.clock.advance(by: .seconds(2))
            #expect(scene.source.left == left + 1)
            scene.test.clock.advance(by: .seconds(1))
            #expect(await scene.rests(left))
        }
        #expect(scene.journal.entries == ["reload"])
        scene.watcher.end()
    }

    // C61, C66: nothing is left behind when it ends, and no look is taken any more.
    @Test func endsAtOnce() async throws {
        weak var hive: Hive?
        var clock: ManualClock?
        var source: Source?
        func use() async {
            let scene = Scene([false, false])
            scene.watcher.begin()
            #expect(await scene.rests(1))
            scene.watcher.end()
            (hive, clock, source) = (scene.test.hive, scene.test.clock, scene.source)
        }
        await use()
        // Also of what waited for the next look.
        #expect(await becomesTrue { hive == nil })
        clock?.advance(by: .seconds(10))
        #expect(source?.left == 1)
    }

    // C66: a hive that stops is not told of files any more.
    @Test func endsWithTheHive() async throws {
        let scene = Scene([true, true])
        try await scene.test.hive.start()
        scene.watcher.begin()
        #expect(await scene.rests(1))
        try await scene.test.hive.stop()
        scene.test.clock.advance(by: .seconds(2))
        #expect(await becomesTrue { !scene.watcher.isWaiting })
        #expect(scene.source.left == 1)
        #expect(scene.journal.entries == ["reload"])
    }

    // C66
    @Test func whoeverHasNoFilesIsTold() async throws {
        let scene = Scene([])
        scene.watcher.begin()
        let told = { scene.test.recorder.observations(of: .unavailable).map(\.subject) }
        #expect(await becomesTrue { told() == [.text("watchesConfiguration")] })
        #expect(!scene.watcher.isWaiting)
    }

    // C66
    @Test(arguments: [Duration.zero, .seconds(-1)])
    func anIntervalIsPositive(_ interval: Duration) async throws {
        let hive = Hive(HiveOptions(clock: ManualClock(), watchesConfiguration: true, watchInterval: interval))
        let problems = hive.verify().errors
        #expect(problems.map(\.code) == [.invalidValue])
        #expect(problems.first?.message.contains("watchInterval") == true)
        let fine = Hive(HiveOptions(clock: ManualClock(), watchesConfiguration: true))
        #expect(fine.verify() == [])
    }
}
