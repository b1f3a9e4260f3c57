// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit

/// Runs programs on hives and compares them with the model.
enum Runner {
    /// What came of a program.
    enum Outcome: Sendable {
        case same(Set<Branch>)
        /// The contract does not say what happens.
        case undecided(String)
        /// Where the clock was moved, an answer may have been on its way for longer than the runner waited.
        case different([String], trace: [String], afterTime: Bool)
    }

    /// Plays a program, of which an operation is not over when nothing has happened for as long as `patience`.
    ///
    /// Under a schedule it is known when nothing can happen any more, and no patience is needed (C68).
    static func run(_ program: Program, patience: Duration = .seconds(60)) async -> Outcome {
        let expectation: Expectation
        do {
            expectation = try Model.expectation(of: program)
        } catch {
            return .undecided((error as? Expectation.Undecided)?.reason ?? "\(error)")
        }
        let world = World(program)
        defer { world.close() }
        do {
            let hive = try world.build()
            let operations = program.operations + [.release, .stop, .release]
            for (index, operation) in operations.enumerated() {
                if operation.isAnswered {
                    // In a task of its own, because a fault of the engine may keep it from ever returning.
                    let isKept = Latch()
                    world.keep(
                        Task {
                            try? await isKept.wait()
                            await Self.perform(operation, hive, world)
                        }
                    )
                    isKept.open()
                } else {
                    await Self.perform(operation, hive, world)
                }
                let isOver = await settles(hive, world, expectation, 2 * index, patience)
                guard isOver, expectation.lines[..<expectation.ends[2 * index]].allSatisfy({ world.has($0.text) })
                else {
                    await giveWay()
                    let first = "\(isOver ? "" : "nothing happens any more ")in: \(operation)"
                    let problems = expectation.differences(from: world.trace, until: 2 * index)
                    return .different([first] + problems, trace: world.trace, afterTime: world.hasMovedTime)
                }
                let up = hive.modules.running.joined(separator: " ")
                world.note("= \(hive.state), \(hive.readiness.isReady ? "ready" : "not ready"), up: [\(up)]")
            }
        } catch {
            return .different(["the hive cannot be made: \(error)"], trace: [], afterTime: false)
        }
        let problems = expectation.differences(from: world.trace)
        if problems.isEmpty { return .same(expectation.reached) }
        return .different(problems, trace: world.trace, afterTime: world.hasMovedTime)
    }

    /// Waits until everything that an operation leads to has happened, and moves the clock when nothing else can.
    private static func settles(
        _ hive: Hive,
        _ world: World,
        _ expectation: Expectation,
        _ operation: Int,
        _ patience: Duration
    ) async -> Bool {
        let end = expectation.ends[operation]
        let first = operation == 0 ? 0 : expectation.ends[operation - 1]
        let takesTime = expectation.lines[first..<end].contains { $0.time != nil }
        var moved: Set<Int> = []
        let isExplored = Exploration.isExploringProcess
        var turns = 0
        var deadline: ContinuousClock.Instant?
        // That an event is delivered which nobody hears is written nowhere, and it counts in the queue until then.
        var hasUnheard: Bool { !isExplored && hive.state == .running && hive.events.queuedCount > 0 }
        while world.count < end || hasUnheard {
            if world.count < end, takesTime {
                let (count, due) = expectation.beforeTime(operation: operation, seen: world.seen)
                let next = due.filter { !moved.contains($0) }
                if world.count >= count, let time = next.compactMap({ expectation.lines[$0].time }).max() {
                    moved.formUnion(next)
                    // What has said its last word may not have been taken yet, and must not come too late by that.
                    if !isExplored { await giveWay() }
                    world.clock.advance(by: time)
                    continue
                }
            }
            if isExplored {
                let count = world.count
                await giveWay()
                if world.count == count { return false }
                continue
            }
            await Task.yield()
            turns += 1
            if turns.isMultiple(of: 2_000) {
                let now = ContinuousClock.now
                guard let limit = deadline else {
                    deadline = now + patience
                    continue
                }
                if now > limit { return false }
            }
        }
        // What is not expected comes as well before the next operation begins.
        if isExplored { await giveWay() }
        return true
    }

    /// Lets everything happen that can; under a schedule a sleep ends when nothing else can run.
    static func giveWay() async {
        if Exploration.isExploringProcess {
            try? await Task.sleep(for: .seconds(1))
        } else {
            for _ in 0..<2_000 { await Task.yield() }
        }
    }

    private static func perform(_ operation: Operation, _ hive: Hive, _ world: World) async {
        let text = await Answer.of {
            switch operation {
            case .register(let index):
                guard let part = world.part(index) else { return "no such module" }
                try hive.modules.register([world.declaration(part)])
            case .start: try await hive.start()
            case .stop: try await hive.stop()
            case .requestStop:
                hive.requestStop()
                return "asked"
            case .add(let index):
                guard let part = world.part(index) else { return "no such module" }
                try await hive.add(world.declaration(part))
            case .remove(let index, let isAll):
                guard let part = world.part(index) else { return "no such module" }
                try await hive.remove(TagOperations.all[index].type(part), isAll)
            case .reload(let entries):
                return Answer.text(try await hive.reload(world.composition(entries), reporting: []))
            case .trigger(let number, let stops):
                let outcome = try await hive.events.trigger(Ping(number: number), stopAtFirstFailure: stops)
                return Answer.text(outcome)
            case .post(let number): try hive.events.post(Ping(number: number))
            case .lookUp(let index): return try TagOperations.all[index].lookUp(hive.services)
            case .evict(let index): return try TagOperations.all[index].evict(hive)
            case .cached(let index): return TagOperations.all[index].cached(hive)
            case .health:
                let answers = try await hive.health().answers
                return "\(answers.map { "\($0.module) \("\($0.health)".prefix { $0 != ":" })" })"
            case .withhold(let index):
                world.context(index)?.withholdReadiness(because: "busy")
                return ""
            case .restore(let index):
                world.context(index)?.restoreReadiness()
                return ""
            case .endWork(let index, let end):
                world.instance(index)?.endWork(end)
                return ""
            case .release:
                world.release()
                return ""
            }
            return "done"
        }
        if !text.isEmpty { world.note("\(operation) -> \(text)") }
    }
}

extension World {
    func part(_ index: Int) -> Part? { program.modules.first { $0.index == index } }
}
