// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Stopping.C40 {
    /// One hive is run at a time in a process.
    @Suite("C66 Files that change")
    struct C66 {
        private final class First: HiveModule {
            static let manifest = ModuleManifest()
        }
        private final class Second: HiveModule {
            static let manifest = ModuleManifest()
        }

        /// A clock that the test moves from one look at the files to the next.
        private final class LookClock: Clock {
            private let manual = ManualClock()
            private let ends = TestMutex<Set<Duration>>([])
            var now: ManualClock.Instant { manual.now }
            var minimumResolution: Duration { manual.minimumResolution }

            func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
                ends.withLock { _ = $0.insert(deadline.offset) }
                try await manual.sleep(until: deadline, tolerance: tolerance)
            }

            /// Returns when a look has been taken and the next one is waited for.
            func rest(_ interval: Duration) async {
                let end = now.offset + interval
                #expect(await becomesTrue { ends.withLock { $0.contains(end) } })
            }

            /// Lets a look be taken, and returns when the next one is waited for.
            func look(_ interval: Duration = .seconds(2)) async {
                await rest(interval)
                manual.advance(by: interval)
                await rest(interval)
            }
        }

        private struct Scene {
            let folder: String
            let clock: LookClock
            let recorder: HiveRecorder
            let hive: Hive
            /// What the modules were told.
            private let told = Log()

            init(_ folder: String, _ clock: LookClock, _ recorder: HiveRecorder, _ hive: Hive) {
                (self.folder, self.clock, self.recorder, self.hive) = (folder, clock, recorder, hive)
                _ = hive.events.subscribe(SystemEvent.self) { [told] event, _ in told.note("\(event)") }
            }

            func write(_ names: String...) throws {
                try Data(C66.list(names)).write(to: URL(filePath: "\(folder)/modules.plist"))
            }

            /// Waits for the end of a reload, which has brought these modules.
            func waitForReload(_ number: Int, _ modules: String...) async {
                #expect(await becomesTrue { told.entries.count >= number })
                #expect(told.entries == Array(repeating: "configurationReload", count: number))
                #expect(hive.modules.running == modules)
            }
        }

        private static func list(_ names: [String]) -> [UInt8] {
            let entries = names.map { dictionary((key: "moduleClass", value: $0)) }
            return xml(dictionary((key: "moduleClasses", value: "<array>\(entries.joined())</array>")))
        }

        /// Runs a hive from a folder with one module.
        private static func run(_ body: (Scene) async throws -> Void) async throws {
            try await withFiles(["modules.plist": list(["First"]), "services.plist": xml("<array/>")]) { folder in
                let (recorder, clock) = (HiveRecorder(), LookClock())
                // Long, because the clock is moved while hooks run.
                let hour = Duration.seconds(3_600)
                let hive = try Hive(
                    contentsOf: folder,
                    catalogue: HiveCatalogue(modules: [First.self, Second.self]),
                    options: HiveOptions(
                        observers: [recorder.observe],
                        timeouts: HiveTimeouts(start: hour, stop: hour, grace: hour),
                        clock: clock,
                        watchesConfiguration: true
                    )
                )
                let run = Task { try await hive.run() }
                try await recorder.wait(for: .state(.running))
                try await body(Scene(folder, clock, recorder, hive))
                hive.requestStop()
                try await run.value
            }
        }

        @Test("What two looks find is loaded as on SIGHUP; what is wrong is told once, and changes nothing")
        func changes() async throws {
            try await Self.run { scene in
                try scene.write("Second")
                await scene.clock.look()
                #expect(scene.hive.modules.running == ["First"])
                await scene.clock.look()
                await scene.waitForReload(1, "Second")
                try scene.write("Nobody")
                for _ in 0..<5 { await scene.clock.look() }
                await scene.waitForReload(2, "Second")
                let failures = scene.recorder.observations(of: .operationFailed).map { ($0.error as? HiveError)?.code }
                #expect(failures == [.invalidConfiguration])
                try scene.write("First", "Second")
                for _ in 0..<2 { await scene.clock.look() }
                await scene.waitForReload(3, "Second", "First")
            }
        }

        @Test("A change after the files were read, and before anybody watched them, is loaded")
        func early() async throws {
            try await withFiles(["modules.plist": Self.list(["First"]), "services.plist": xml("<array/>")]) { folder in
                let (recorder, clock) = (HiveRecorder(), LookClock())
                let options = HiveOptions(
                    observers: [recorder.observe],
                    clock: clock,
                    watchesConfiguration: true,
                    watchInterval: .seconds(1)
                )
                let catalogue = HiveCatalogue(modules: [First.self, Second.self])
                let hive = try Hive(contentsOf: folder, catalogue: catalogue, options: options)
                let scene = Scene(folder, clock, recorder, hive)
                try scene.write("Second")
                let run = Task { try await hive.run() }
                await clock.look(.seconds(1))
                await scene.waitForReload(1, "Second")
                hive.requestStop()
                try await run.value
            }
        }

        @Test("A hive that has no files says that it cannot watch any, and runs")
        func none() async throws {
            let test = TestHive(HiveOptions(watchesConfiguration: true))
            let run = Task { try await test.hive.run() }
            #expect(await becomesTrue { test.recorder.observations(of: .unavailable).count == 1 })
            try await test.recorder.wait(for: .state(.running))
            #expect(test.hive.state == .running)
            test.hive.requestStop()
            try await run.value
        }

        @Test("An interval that is not positive is an error before the first module is made")
        func interval() async throws {
            let test = TestHive(HiveOptions(watchesConfiguration: true, watchInterval: .zero))
            let error = try await hiveError { try await test.hive.run() }
            #expect(error.problems.map(\.code) == [.invalidValue])
        }
    }
}
