// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HiveTestKit
import Synchronization

// Hives that are cancelled and stopped by other threads while they start, and while modules come and go.

/// Work that announces itself and drains.
final class StormServer: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)
    init() {}
    func run(_ context: WorkContext) async throws {
        await withDrainHandler {
            guard await context.announceReady() else { return }
            while await context.sleep(for: .seconds(60)) {}
        } onDrain: {
        }
    }
}

/// Work that is cancelled.
final class StormPoller: WorkingModule {
    static let manifest = ModuleManifest(needs: [.module(StormServer.self)])
    init() {}
    func run(_ context: WorkContext) async throws { try await Latch().wait() }
}

/// Has hooks that wait a little.
final class StormModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func initialize(_ context: ModuleContext) async throws { await Task.yield() }
    func ready(_ context: ModuleContext) async throws { await Task.yield() }
}

/// Comes and goes while the hive runs.
final class StormGuest: WorkingModule {
    static let manifest = ModuleManifest()
    init() {}
    func ready(_ context: ModuleContext) async throws { await Task.yield() }
    func run(_ context: WorkContext) async throws { await context.waitForDrain() }
}

/// Comes and goes with the configuration.
final class StormListed: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
}

enum Storm {
    /// Ends a start at any moment, from another thread.
    static func start(_ round: Int) async throws {
        let hive = try makeHive(round)
        let start = Task { try await hive.start() }
        await elsewhere(after: .random(in: 0..<24)) {
            switch round % 3 {
            case 0: start.cancel()
            case 1: hive.requestStop(.requested)
            default:
                start.cancel()
                hive.requestStop(.requested)
            }
        }
        async let stop: Void? = try? hive.stop()
        _ = await start.result
        await stop
        try await end(hive)
    }

    /// Cancels an addition, a removal or a reload at any moment, whose cancellation stops the hive.
    static func operation(_ round: Int) async throws {
        let hive = try makeHive(round)
        try await hive.start()
        let task = Task {
            try await withTaskCancellationHandler {
                switch round % 3 {
                case 0:
                    try await hive.add(StormGuest.self)
                    try await hive.remove(StormGuest.self)
                case 1:
                    let listed = ModuleDeclaration(StormListed.self, at: .propertyList("modules.plist", nil))
                    try await hive.reload(Composition(modules: [listed], services: []), reporting: [])
                    try await hive.reload(Composition(modules: [], services: []), reporting: [])
                default:
                    async let first: Void = hive.add(StormGuest.self)
                    async let second: Void = hive.remove(StormModule.self)
                    _ = try await (first, second)
                }
            } onCancel: {
                hive.requestStop(.requested)
            }
        }
        await elsewhere(after: .random(in: 0..<24)) { task.cancel() }
        _ = await task.result
        try await end(hive)
    }

    /// By turns with the machine's clock and with one that stands still.
    private static func makeHive(_ round: Int) throws -> Hive {
        let options = round / 3 % 2 == 0 ? HiveOptions() : HiveOptions(clock: ManualClock())
        let hive = Hive(options)
        try hive.modules.register(StormServer.self)
        try hive.modules.register(StormPoller.self)
        try hive.modules.register(StormModule.self)
        return hive
    }

    /// Calls something on another thread, after the caller has given way a few times.
    private static func elsewhere(after turns: Int, _ action: @escaping @Sendable () -> Void) async {
        for _ in 0..<turns { await Task.yield() }
        DispatchQueue.global().async(execute: action)
    }

    private static func end(_ hive: Hive) async throws {
        do { try await hive.stop() } catch let error as HiveError where error.code == .invalidState {}
        precondition(hive.state == .stopped || hive.state == .failed, "The hive is \(hive.state).")
    }
}

/// Ends the process when a part makes no progress, as it does where locks wait for each other.
final class Watchdog: Sendable {
    private let rounds = Atomic(0)
    private let part = Mutex("")
    private let queue = DispatchQueue(label: "watchdog")
    private let patience: Int

    /// Looks as often as the patience is over, which is in seconds.
    init(patience: Int) {
        self.patience = patience
        look(-1)
    }

    private func look(_ last: Int) {
        queue.asyncAfter(deadline: .now() + .seconds(patience)) { [weak self] in
            guard let self else { return }
            let now = rounds.load(ordering: .relaxed)
            if now == last { fatalError("\(part.withLock { $0 }): no round for \(patience) s") }
            look(now)
        }
    }

    func begin(_ name: String) { part.withLock { $0 = name } }

    func note() { rounds.add(1, ordering: .relaxed) }
}
