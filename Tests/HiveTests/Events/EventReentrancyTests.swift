// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventReentrancyTests {
    // C32
    @Test(arguments: [false, true])
    func aSubscriptionCancelledFromWithinTheBroadcastIsNotCalledAnyMore(isAsynchronous: Bool) async throws {
        let token = Locked<RegistrationToken?>(nil)
        try await withHive { hive in
            if isAsynchronous {
                _ = hive.events.subscribe(Ping.self) { _, _ in
                    await Task.yield()
                    token.current?.cancel()
                }
            } else {
                _ = hive.events.subscribe(Ping.self) { _, _ in token.current?.cancel() }
            }
            let cancelled = hive.events.subscribe(Ping.self) { _, _ in Issue.record("It was cancelled.") }
            token.with { $0 = cancelled }
            _ = hive.events.subscribe(Ping.self) { _, _ in }
            #expect(await hive.handlerCount(of: Ping()) == 2)
            #expect(await hive.handlerCount(of: Ping()) == 2)
        }
    }

    // C18
    @Test(arguments: [false, true])
    func stopFromAHandlerOnlyAsks(isPosted: Bool) async throws {
        let journal = Journal()
        let hasAsked = Gate()
        let reference = Locked<Hive?>(nil)
        let hive = try await Hive.running(
            first: EventScript(
                setUp: { context in
                    try context.events.subscribe(Ping.self) { _, _ in
                        try await reference.current?.stop()
                        journal.write("asked")
                        hasAsked.open()
                    }
                },
                tearDown: { _ in journal.write("down") }
            )
        )
        reference.with { $0 = hive }
        if isPosted {
            try hive.events.post(Ping())
            await hasAsked.wait()
        } else {
            _ = try await hive.events.trigger(Ping())
        }
        try await hive.stop()
        #expect(journal.entries == ["asked", "down"])
        reference.with { $0 = nil }
    }

    // C18: what a handler lets go of, or a subscription when it ends, may use the hive in its `deinit`.
    @Test(arguments: ["token", "module", "binding", "stop"])
    func whatASubscriptionHoldsIsLetGoOfWithNoLockHeld(way: String) async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let reference = WeakReference(hive)
        try hive.register(
            first: EventScript(setUp: { context in
                switch way {
                case "module":
                    let probe = Probe(reference, journal)
                    try context.events.subscribe(Ping.self) { _, _ in probe.touch() }
                case "binding":
                    let probe = Probe(reference, journal)
                    try context.events.bind("b") { _, _ in
                        probe.touch()
                        return 0
                    }
                default: break
                }
            })
        )
        try await hive.start()
        if way == "token" || way == "stop" {
            let probe = Probe(reference, journal)
            let token = hive.events.subscribe(Ping.self) { _, _ in probe.touch() }
            #expect(await hive.handlerCount(of: Ping()) == 1)
            if way == "token" { token.cancel() }
        }
        try await hive.stop()
        #expect(journal.entries.count == 1)
    }

    private final class WeakReference: Sendable {
        weak let hive: Hive?
        init(_ hive: Hive) { self.hive = hive }
    }

    private final class Probe: Sendable {
        private let reference: WeakReference
        private let journal: Journal

        init(_ reference: WeakReference, _ journal: Journal) {
            self.reference = reference
            self.journal = journal
        }

        func touch() {}

        deinit {
            // Any of these would wait forever for a lock that is held.
            if let hive = reference.hive {
                hive.events.subscribe(Pong.self) { _, _ in }.cancel()
                try? hive.events.post(Pong())
            }
            journal.write("gone")
        }
    }
}
