// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HiveTestKit
import Testing

@testable import Hive

/// How modules are told that memory is short.
@Suite(.timeLimit(.minutes(5)))
struct MemoryPressureTests {
    // B10: the process's own control group first, then the machine.
    @Test(arguments: [
        ("0::/system.slice/shop.service\n", ["/sys/fs/cgroup/system.slice/shop.service/memory.pressure"]),
        ("9:name=systemd:/\n4:memory:/a\n0::/b\n", ["/sys/fs/cgroup/b/memory.pressure"]),
        ("0::/\n", []), ("4:memory:/a\n", []), ("", []), ("0::\n", []),
    ])
    func filesOfTheKernel(_ groups: String, _ own: [String]) {
        #expect(MemoryPressureSource.files(groups: groups) == own + ["/proc/pressure/memory"])
    }

    // B10: every time the source says so, modules are told; no more when it has ended.
    @Test func modulesAreTold() async throws {
        let news = DispatchSemaphore(value: 0)
        let isOver = Locked(false)
        let ended = Gate()
        let source = MemoryPressureSource {
            news.wait()
            if isOver.current { ended.open() }
            return !isOver.current
        } end: {
            isOver.with { $0 = true }
            news.signal()
        }
        let told = Locked(0)
        let first = Gate()
        let second = Gate()
        let script = EventScript(setUp: { context in
            try context.events.subscribe(SystemEvent.self) { event, _ in
                guard event == .memoryPressure else { return }
                told.next()
                (told.current == 1 ? first : second).open()
            }
        })
        let hive = try await Hive.running(second: script)
        hive.tellMemoryPressure(source)
        news.signal()
        await first.wait()
        news.signal()
        await second.wait()
        source.end()
        await ended.wait()
        #expect(told.current == 2)
        try await hive.stop()
    }

    // B10: where there is no source, observers are told, and nothing fails.
    @Test func withoutASourceObserversAreTold() {
        let recorder = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: ManualClock()))
        hive.tellMemoryPressure(nil)
        #expect(recorder.observations(of: .unavailable).map(\.subject) == [.event("SystemEvent.memoryPressure")])
    }

    // B10: what no module can be told any more is not lost in silence.
    @Test func whatAStoppedHiveCannotTellObserversHear() async throws {
        let recorder = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: ManualClock()))
        try await hive.start()
        try await hive.stop()
        hive.tell(.memoryPressure)
        #expect(recorder.observations(of: .handlerFailed).map(\.subject) == [.event("SystemEvent.memoryPressure")])
    }

    // B10: what this kernel offers, if anything, can be ended while nothing happens.
    @Test func kernelsSourceEnds() {
        guard let source = MemoryPressureSource.kernel() else { return }
        source.end()
        // True first if memory is short just now.
        while source.wait() {}
    }
}
