// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Which of the two kinds of handler the compiler takes for what a client writes.
@Suite(.timeLimit(.minutes(5)))
struct EventOverloadTests {
    /// The kinds of the subscriptions to pings, in order.
    private static func kinds(_ hive: Hive) -> [String] {
        hive.events.makeSnapshot(of: Ping.self).subscribers.map { subscriber in
            switch subscriber.handler {
            case .synchronous: "synchronous"
            case .asynchronous: "asynchronous"
            case .every: "every"
            }
        }
    }

    private static func subscribeFromSynchronousCode(_ hive: Hive, _ journal: Journal) {
        _ = hive.events.subscribe(Ping.self) { event, _ in journal.write("\(event.id)") }
        _ = hive.events.subscribe(Ping.self) { event, context in
            let module = context.module
            guard module == nil else { throw Mishap() }
            journal.write("\(event.id)")
        }
        _ = hive.events.subscribe(Ping.self) { event, _ in await Task.yield() }
    }

    private static func subscribeFromAsynchronousCode(_ hive: Hive, _ journal: Journal) async {
        _ = hive.events.subscribe(Ping.self) { event, _ in journal.write("\(event.id)") }
        _ = hive.events.subscribe(Ping.self) { event, context in
            let module = context.module
            guard module == nil else { throw Mishap() }
            journal.write("\(event.id)")
        }
        _ = hive.events.subscribe(Ping.self) { event, _ in await Task.yield() }
    }

    // C29
    @Test func aClosureWithoutAwaitIsSynchronousWhereverItIsWritten() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        Self.subscribeFromSynchronousCode(hive, journal)
        #expect(Self.kinds(hive) == ["synchronous", "synchronous", "asynchronous"])
        let other = Hive(HiveOptions(clock: ManualClock()))
        await Self.subscribeFromAsynchronousCode(other, journal)
        #expect(Self.kinds(other) == ["synchronous", "synchronous", "asynchronous"])
    }

    // C29
    @Test func theSameHoldsInAModulesSetUp() async throws {
        let subscribing = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { _, _ in }
            try context.events.subscribe(Ping.self) { event, context in
                let text = "\(event.id) \(context.module ?? "")"
                if text.isEmpty { throw Mishap() }
            }
            try context.events.subscribe(Ping.self) { _, _ in await Task.yield() }
        })
        try await withHive(first: subscribing) { hive in
            #expect(Self.kinds(hive) == ["synchronous", "synchronous", "asynchronous"])
        }
    }

    // C29
    @Test func methodsAreTakenByReference() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Plain.self) { Plain(journal) }
        try hive.modules.register(Acting.self) { Acting(journal) }
        try hive.modules.register(MainThread.self) { await MainThread(journal) }
        try await hive.start()
        #expect(await hive.handlerCount(of: Ping(id: 3)) == 4)
        #expect(journal.entries == ["plain 3", "plain later 3", "actor 3", "main 3"])
        #expect(Self.kinds(hive) == ["synchronous", "asynchronous", "asynchronous", "asynchronous"])
        try await hive.stop()
    }

    private final class Plain: FactoryModule {
        static let manifest = ModuleManifest(priority: 3)
        private let journal: Journal
        init(_ journal: Journal) { self.journal = journal }

        func setUp(_ context: SetupContext) async throws {
            try context.events.subscribe(Ping.self, handler: handle)
            try context.events.subscribe(Ping.self, handler: handleLater)
        }

        @Sendable private func handle(_ event: Ping, _ context: ModuleContext) throws {
            journal.write("plain \(event.id)")
        }

        @Sendable private func handleLater(_ event: Ping, _ context: ModuleContext) async {
            await Task.yield()
            journal.write("plain later \(event.id)")
        }
    }

    private actor Acting: FactoryModule {
        static let manifest = ModuleManifest(priority: 2)
        private let journal: Journal
        init(_ journal: Journal) { self.journal = journal }

        func setUp(_ context: SetupContext) async throws {
            try context.events.subscribe(Ping.self) { event, _ in await self.handle(event) }
        }

        private func handle(_ event: Ping) { journal.write("actor \(event.id)") }
    }

    @MainActor private final class MainThread: FactoryModule {
        nonisolated static let manifest = ModuleManifest(priority: 1)
        private let journal: Journal
        init(_ journal: Journal) { self.journal = journal }

        func setUp(_ context: SetupContext) async throws {
            try context.events.subscribe(Ping.self, handler: handle)
        }

        private func handle(_ event: Ping, _ context: ModuleContext) async { journal.write("main \(event.id)") }
    }
}
