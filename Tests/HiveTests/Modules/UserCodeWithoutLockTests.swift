// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// What a module's type says about itself is user code, and runs without a lock (C18).
@Suite(.timeLimit(.minutes(5)))
struct UserCodeWithoutLockTests {
    /// A name that asks the hive which it belongs to; on a lock that is held, that ends the process.
    private final class Curious: HiveModule {
        @TaskLocal static var hive: Hive?
        static var manifest: ModuleManifest { ModuleManifest(name: "Curious\(hive?.modules.running.count ?? 0)") }
        init() {}
    }

    // C18
    @Test func nameMayAskTheHiveWhenItIsRegisteredTwice() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try Curious.$hive.withValue(hive) {
            try hive.modules.register(Curious.self)
            let error = #expect(throws: HiveError.self) { try hive.modules.register(Curious.self) }
            #expect(error?.message.hasPrefix("Curious0 is registered twice") == true)
        }
    }

    // C18
    @Test func nameMayAskTheHiveWhenItIsRegisteredTooLate() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        Curious.$hive.withValue(hive) {
            let error = #expect(throws: HiveError.self) { try hive.modules.register(Curious.self) }
            #expect(error?.message.hasPrefix("Curious0 cannot be registered any more") == true)
        }
        try await hive.stop()
    }

    /// Runs something when nobody refers to it any more.
    private final class Farewell: Sendable {
        let say: @Sendable () -> Void
        init(_ say: @escaping @Sendable () -> Void) { self.say = say }
        deinit { say() }
    }

    private final class Plain: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }

    // C18: what a factory holds is let go of without a lock, when another declaration takes its place.
    @Test func factoryIsLetGoOfWithoutALock() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let journal = Journal()
        try await hive.start()
        for _ in 0..<2 {
            do {
                let farewell = Farewell { [weak hive] in
                    journal.write("\(hive?.modules.running.count ?? -1), \(hive?.state.rawValue ?? "gone")")
                }
                try await hive.add(Plain.self) { withExtendedLifetime(farewell) { Plain() } }
            }
            try await hive.remove(Plain.self)
        }
        try await hive.stop()
        _ = await becomesTrue { journal.entries.count == 2 }
        #expect(journal.entries.count == 2)
    }
}
