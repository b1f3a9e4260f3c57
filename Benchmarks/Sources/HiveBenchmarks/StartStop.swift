// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Hive
import Logging
import Measuring
import ServiceLifecycle
import Synchronization

private let hooks = 5
private let peer = "ServiceGroup"

/// Starting and stopping modules whose hooks only count; times are for one module, its registration not included.
func startStopContest(_ count: Int) -> Contest {
    let types = noopModules(count)
    let dependents = dependentModules(count)
    return Contest(
        "Start and stop",
        size: count,
        entrants: [
            hookLoop(count, clock: false), hookLoop(count, clock: true), serviceGroup(count),
            hive("no-op modules", count) {
                let hive = Hive()
                try hive.register(types)
                return hive
            },
            hive("without a timeline", count) {
                let hive = Hive(HiveOptions(timelineCapacity: 0))
                try hive.register(types)
                return hive
            },
            hive("with an observer", count) {
                let hive = Hive(HiveOptions(observers: [SilentObserver().observe]))
                try hive.register(types)
                return hive
            },
            hive("with dependencies", count) {
                let hive = Hive()
                try hive.register(dependents)
                return hive
            },
        ],
        // Five hooks a module, each with a limit of its own, against one task a service.
        budgets: count > 1000 ? [] : [.speedup("no-op modules", over: peer, atLeast: 0.3)]
    )
}

/// Registering modules by their types; times are for one module.
func moduleRegistrationContest(_ count: Int) -> Contest {
    let types = noopModules(count)
    return Contest(
        "Registration of modules",
        size: count,
        entrants: [
            Entrant(timing: "by type", operations: count, checksum: count) { iterations, stopwatch in
                var sum = 0
                for _ in 0..<iterations {
                    let hive = Hive()
                    stopwatch.start()
                    try hive.register(types)
                    stopwatch.stop()
                    sum += hive.modules.descriptors.count
                }
                return sum
            }
        ]
    )
}

private func hive(_ name: String, _ count: Int, _ make: @escaping () throws -> Hive) -> Entrant {
    Entrant(timing: name, operations: count, checksum: hooks * count) { iterations, stopwatch in
        let before = hookCalls.count
        for _ in 0..<iterations {
            let hive = try make()
            stopwatch.start()
            try await hive.start()
            try await hive.stop()
            stopwatch.stop()
        }
        return hookCalls.count - before
    }
}

/// Sees every step and does nothing.
private struct SilentObserver: Sendable {
    @inline(never)
    func observe(_ observation: HiveObservation) { _ = opaque(observation.kind) }
}

// MARK: - Floors

/// Five hooks, behind a protocol as a module's are.
private protocol HookedModule: AnyObject, Sendable {
    func setUp() async throws
    func initialize() async throws
    func ready() async throws
    func willStop() async throws
    func tearDown() async throws
}

private final class HookedNoop: HookedModule {
    func setUp() async throws { hookCalls.add() }
    func initialize() async throws { hookCalls.add() }
    func ready() async throws { hookCalls.add() }
    func willStop() async throws { hookCalls.add() }
    func tearDown() async throws { hookCalls.add() }
}

/// What it takes to make objects and to await five calls on each, one phase after the other.
private func hookLoop(_ count: Int, clock: Bool) -> Entrant {
    let name = clock ? "awaited hooks, a clock reading each" : "awaited hooks"
    return Entrant(timing: name, .floor, operations: count, checksum: hooks * count) { iterations, stopwatch in
        let before = hookCalls.count
        var latest = ContinuousClock.now
        func tick() { if clock { latest = max(latest, .now) } }
        for _ in 0..<iterations {
            stopwatch.start()
            let modules: [any HookedModule] = opaque((0..<count).map { _ in HookedNoop() })
            for module in modules {
                tick()
                try await module.setUp()
            }
            for module in modules {
                tick()
                try await module.initialize()
            }
            for module in modules {
                tick()
                try await module.ready()
            }
            for module in modules {
                tick()
                try await module.willStop()
            }
            for module in modules.reversed() {
                tick()
                try await module.tearDown()
            }
            stopwatch.stop()
        }
        _ = opaque(latest)
        return hookCalls.count - before
    }
}

// MARK: - The peer

private final class NoopService: Service {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

/// Lets whoever starts services know that all of them run.
private final class StartCount: Sendable {
    private let left: Atomic<Int>
    let stream = AsyncStream<Void>.makeStream()

    init(_ count: Int) {
        left = Atomic(count)
    }

    func add() {
        if left.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { stream.continuation.finish() }
    }
}

private func serviceGroup(_ count: Int) -> Entrant {
    let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
    return Entrant(timing: peer, .peer, operations: count, checksum: count) { iterations, stopwatch in
        var sum = 0
        for _ in 0..<iterations {
            let started = StartCount(count)
            let group = ServiceGroup(services: (0..<count).map { _ in NoopService(started) }, logger: logger)
            stopwatch.start()
            async let end: Void = group.run()
            for await _ in started.stream.stream {}
            await group.triggerGracefulShutdown()
            try await end
            stopwatch.stop()
            sum += count
        }
        return sum
    }
}
