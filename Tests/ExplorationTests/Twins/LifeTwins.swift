// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Starts, stops and cancellations at any moment (C4, C8, C39, C58), as in `UnderWay` and in the stress program.
@Suite(.enabled(if: Exploration.isSupported)) struct LifeTwins {
    /// Whether the hive has come to its end, whatever was asked of it.
    private static func check(_ hive: Hive, _ recorder: HiveRecorder) throws {
        try require(hive.state == .stopped || hive.state == .failed, "The hive is \(hive.state).")
        try require(hive.modules.running.isEmpty, "These are up: \(hive.modules.running).")
        try recorder.checkOrder()
    }

    private static func register(_ hive: Hive) throws {
        try hive.modules.register(Announcer.self) {
            Announcer(
                Script(work: { context in
                    await withDrainHandler {
                        guard await context.announceReady() else { return }
                        while await context.sleep(for: .seconds(60)) {}
                    } onDrain: {
                    }
                })
            )
        }
        try hive.modules.register(Guest.self) {
            Guest(Script(setUp: { _ in await Task.yield() }, ready: { _ in await Task.yield() }))
        }
        try hive.modules.register(Worker.self) { Worker(Script(work: { _ in try? await Latch().wait() })) }
    }

    @Test func aStartEndsAtAnyMoment() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            try Self.register(hive)
            let start = Task { try await hive.start() }
            let waiting = Task {
                await giveWay(for: 1)
                try? await hive.waitUntilStopped()
            }
            await giveWay(for: 2)
            let way = chosen(0..<3, for: 3)
            if way != 1 { start.cancel() }
            if way != 0 { hive.requestStop() }
            async let stop: Void? = try? hive.stop()
            _ = await start.result
            await stop
            await waiting.value
            try Self.check(hive, recorder)
        }
    }

    // C8: whoever waits for the end is told, whenever the wait begins.
    @Test func everyoneWhoWaitsForTheEndIsTold() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            try Self.register(hive)
            try await hive.start()
            try await withThrowingTaskGroup { group in
                for number in 0..<4 {
                    group.addTask {
                        await giveWay(for: number)
                        if number < 2 { try await hive.waitUntilStopped() } else { try await hive.stop() }
                        try require(hive.state == .stopped, "It is over, and the hive is \(hive.state).")
                    }
                }
                try await group.waitForAll()
            }
            try Self.check(hive, recorder)
        }
    }

    // C4: a hook that waits is cancelled by a stop, whenever that is asked for.
    @Test func aStopEndsAHookThatWaits() async throws {
        try await explored {
            let (hive, recorder) = recordedHive(HiveOptions(timeouts: HiveTimeouts(start: nil)))
            let place = chosen(0..<3, for: 1)
            let wait: @Sendable () async throws -> Void = { try await Latch().wait() }
            try hive.modules.register(Guest.self) { Guest(Script()) }
            try hive.modules.register(OtherGuest.self) {
                switch place {
                case 0: OtherGuest(Script(setUp: { _ in try await wait() }))
                case 1: OtherGuest(Script(initialize: { _ in try await wait() }))
                default: OtherGuest(Script(ready: { _ in try await wait() }))
                }
            }
            let start = Task { try await hive.start() }
            await giveWay(for: 2)
            try await hive.stop()
            _ = await start.result
            try Self.check(hive, recorder)
        }
    }

    // C8, C15, C16, C18: operations come one after the other, and a stop after them.
    @Test func operationsComeOneAfterTheOther() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            let busy = Shared(0)
            let enter: @Sendable (String) async throws -> Void = { name in
                let count = busy.change { count in
                    count += 1
                    return count
                }
                if count != 1 { throw Broken("\(name) comes beside another operation.") }
                for _ in 0..<3 { await Task.yield() }
                busy.change { $0 -= 1 }
            }
            let failure = Shared<(any Error)?>(nil)
            let keep: @Sendable (any Error) -> Void = { error in
                failure.change { if error is Broken, $0 == nil { $0 = error } }
            }
            let hooks: @Sendable (String) -> Script = { name in
                Script(
                    setUp: { _ in do { try await enter("\(name).setUp") } catch { keep(error) } },
                    tearDown: { _ in do { try await enter("\(name).tearDown") } catch { keep(error) } }
                )
            }
            try hive.modules.register(Worker.self) { Worker(Script()) }
            try await hive.start()
            await withTaskGroup { group in
                group.addTask {
                    await giveWay(for: 1)
                    try? await hive.add(Guest.self) { Guest(hooks("Guest")) }
                    try? await hive.remove(Guest.self)
                }
                group.addTask {
                    await giveWay(for: 2)
                    try? await hive.add(OtherGuest.self) { OtherGuest(hooks("OtherGuest")) }
                }
                group.addTask {
                    await giveWay(upTo: 80, for: 3)
                    try? await hive.stop()
                }
            }
            if let error = failure.current { throw error }
            try Self.check(hive, recorder)
        }
    }

    // C15, C58: a reload comes by itself, whatever comes and goes beside it, and what it has begun ends with the hive.
    @Test func aReloadEndsAtAnyMoment() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            let old = Self.composition([Steady.self, Former.self], number: 1)
            let new = Self.composition([Steady.self, Comer.self], number: 2)
            try hive.modules.register(old.modules)
            let start = Task { try await hive.start() }
            let ended = Shared(0)
            await withTaskGroup { group in
                for (number, composition) in [new, old, new].enumerated() {
                    group.addTask {
                        await giveWay(upTo: 80, for: number)
                        _ = try? await hive.reload(composition, reporting: [])
                        ended.change { $0 += 1 }
                    }
                }
                group.addTask {
                    await giveWay(upTo: 80, for: 4)
                    try? await hive.remove(Former.self)
                }
                group.addTask {
                    await giveWay(upTo: 160, for: 5)
                    try? await hive.stop()
                }
            }
            _ = await start.result
            try require(ended.current == 3, "\(ended.current) of 3 reloads have ended.")
            try Self.check(hive, recorder)
            let reloads = recorder.observations.filter { [.willReload, .didReload].contains($0.kind) }.map(\.kind)
            for (place, kind) in reloads.enumerated() {
                try require(kind == (place.isMultiple(of: 2) ? .willReload : .didReload), "Reloads: \(reloads).")
            }
        }
    }

    /// What a property list says.
    private static func composition(_ modules: [any HiveModule.Type], number: Int) -> Composition {
        let declarations = modules.enumerated().map { index, type in
            let origin = Origin.propertyList("\(number).plist", ConfigurationKeyPath([.index(index)]), line: index + 1)
            var declaration = ModuleDeclaration(type, at: origin)
            if type == Steady.self { declaration.options = ["number": .integer(number)] }
            return declaration
        }
        return Composition(modules: declarations, services: [])
    }

    // C53: a module says that it is not ready, and that it is, beside the stop.
    @Test func readinessIsToldInOrder() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            let context = Shared<ModuleContext?>(nil)
            try hive.modules.register(Guest.self) {
                Guest(Script(ready: { own in context.change { $0 = own } }))
            }
            try await hive.start()
            await withTaskGroup { group in
                for number in 1...2 {
                    group.addTask {
                        await giveWay(upTo: 8, for: number)
                        context.current?.withholdReadiness(because: "busy \(number)")
                        await giveWay(upTo: 8, for: 2 + number)
                        context.current?.restoreReadiness()
                    }
                }
                group.addTask {
                    await giveWay(upTo: 16, for: 5)
                    try? await hive.stop()
                }
            }
            context.change { $0 = nil }
            try Self.check(hive, recorder)
        }
    }
}

/// A module that takes its time for everything.
private protocol Slow: HiveModule {}

extension Slow {
    func setUp(_ context: SetupContext) async throws { await Task.yield() }
    func initialize(_ context: ModuleContext) async throws { await Task.yield() }
    func tearDown(_ context: StopContext) async throws { await Task.yield() }
}

private final class Steady: Slow, ReconfigurableModule {
    struct Options: Codable, Sendable { var number = 0 }
    static let manifest = ModuleManifest()
    init() {}
    func reconfigure(_ context: ModuleContext) async throws { await Task.yield() }
}

private final class Former: Slow {
    static let manifest = ModuleManifest()
    init() {}
}

private final class Comer: Slow {
    static let manifest = ModuleManifest(needs: [.module(Steady.self)])
    init() {}
}
