// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Work that does otherwise than it seems to mean it, and is told so (C49, C51).
@Suite(.timeLimit(.minutes(5)))
struct DoubtfulWorkTests {
    /// Says twice that it is up, and has not said that somebody is to wait for that.
    private final class Forgetful: WorkingModule {
        static let manifest = ModuleManifest()
        init() {}
        func run(_ context: WorkContext) async throws {
            await context.announceReady()
            await context.announceReady()
            await context.waitForDrain()
        }
    }

    private final class Announced: WorkingModule {
        static let manifest = ModuleManifest(work: .announced)
        init() {}
        func run(_ context: WorkContext) async throws {
            await context.announceReady()
            await context.waitForDrain()
        }
    }

    /// Looks whether it drains, and perhaps says so as well.
    private final class Looking: WorkingModule, FactoryModule {
        static let manifest = ModuleManifest()
        let hasLooked = Latch()
        let drains: Bool
        init(drains: Bool) { self.drains = drains }
        func run(_ context: WorkContext) async throws {
            #expect(!context.isDraining)
            hasLooked.open()
            if drains { return await context.waitForDrain() }
            try await Latch().wait()
        }
    }

    /// Goes on until it is cancelled, and looks only then.
    private final class Plain: WorkingModule {
        static let manifest = ModuleManifest()
        init() {}
        func run(_ context: WorkContext) async throws {
            do {
                try await Latch().wait()
            } catch {
                #expect(context.isDraining)
                throw error
            }
        }
    }

    private func words(_ test: TestHive, _ kind: HiveObservation.Kind) -> [String] {
        test.recorder.observations(of: kind).map { step in
            "\(step.module ?? "-"): \((step.error as? HiveError)?.message ?? "no error")"
        }
    }

    // C49: announceReady() without the readiness that makes the start wait for it.
    @Test func announcementThatNobodyWaitedForIsToldOnce() async throws {
        let test = TestHive()
        try test.hive.modules.register(Forgetful.self)
        try test.hive.modules.register(Announced.self)
        try await test.hive.start()
        try await test.recorder.wait(for: HiveFact { $0.kind == .announcementUnawaited })
        try await test.hive.stop()
        #expect(
            words(test, .announcementUnawaited) == [
                """
                Forgetful: The work of Forgetful called announceReady(), and the start had not waited for it. Write \
                ModuleManifest(work: .announced) in the module, or leave out the call.
                """
            ]
        )
        #expect(words(test, .workCancelled).isEmpty)
    }

    // C51: work that looks whether it drains, and is cancelled all the same, is named with what to write.
    @Test(arguments: [true, false]) func workThatIsCutOffIsNamed(drains: Bool) async throws {
        let looking = Looking(drains: drains)
        let test = TestHive()
        try test.hive.modules.register(Looking.self) { looking }
        try test.hive.modules.register(Plain.self)
        try await test.hive.start()
        try await looking.hasLooked.wait()
        try await test.faults.wait(for: .init("Plain", .work, .began))
        try await test.hive.stop()
        let text = """
            Looking: The work of Looking was cancelled, perhaps in the middle of a job: it reads isDraining, which does \
            not tell the hive that it ends when it is asked to. Run its loop inside withDrainHandler(operation:onDrain:), \
            or wait by sleep(for:).
            """
        let expected = ["Plain: no error"] + (drains ? [] : [text])
        #expect(words(test, .workCancelled).sorted() == expected.sorted())
    }
}
