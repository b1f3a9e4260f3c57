// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization

/// Runs programs of failures on hives and compares them with the model.
final class FailureRunner: Sendable {
    /// How a hive and the model differ.
    struct Difference: Error, CustomStringConvertible {
        let program: FailureProgram
        let operation: Int
        let lines: [String]
        let trace: [String]

        var description: String {
            let operations = program.operations
            let place = operation < operations.count ? "\(operations[operation])" : "the last stop"
            return (["\(program)", "in \(operation + 1), \(place):"] + lines + ["what happened:"] + trace)
                .joined(separator: "\n")
        }
    }

    private let program: FailureProgram
    private let world: World
    private let hive: Hive
    private let events = TestMutex(1_000)
    /// What the property list says of each module.
    private let numbers: TestMutex<[Int]>

    private init(_ program: FailureProgram) throws {
        self.program = program
        numbers = TestMutex(program.modules.map { _ in 1 })
        world = World(program.program)
        hive = try world.build()
    }

    /// Plays a program.
    ///
    /// - Returns: What has come about in it; nothing where the contract leaves open what happens.
    /// - Throws: ``Difference``.
    @discardableResult
    static func run(
        _ program: FailureProgram,
        patience: Duration = .seconds(60)
    ) async throws -> Set<FailureModel.Branch> {
        let runner = try FailureRunner(program)
        defer { runner.world.close() }
        var model = FailureModel(program)
        for (place, operation) in (program.operations + [.stop]).enumerated() {
            guard case .advance(var rest) = operation else {
                try await runner.perform(operation, place, &model, patience)
                continue
            }
            // What is due at different times is begun in the order of these, however far the clock goes.
            while rest > 0 {
                let step = model.step(of: rest)
                rest -= step
                try await runner.perform(.advance(step), place, &model, patience)
            }
        }
        return model.isUndecided ? [] : model.reached
    }

    private func perform(
        _ operation: FailureOperation,
        _ place: Int,
        _ model: inout FailureModel,
        _ patience: Duration
    ) async throws {
        if model.hasEnded || model.isUndecided { return }
        let expected = model.perform(operation)
        if model.isUndecided { return }
        let answer = await Answer.of { try await perform(operation) }
        // An error's failures are looked at by other tests.
        let code = "\(answer.prefix { $0 != " " })"
        try await compare(with: model, patience: patience) { lines in
            let all = (code == expected ? [] : ["answered \(code) instead of \(expected)"]) + lines
            guard !all.isEmpty else { return }
            throw Difference(program: program, operation: place, lines: all, trace: world.trace)
        }
    }

    private func perform(_ operation: FailureOperation) async throws -> String {
        switch operation {
        case .start: try await hive.start()
        case .workThrows(let index):
            endWork(index, .throwsError)
            return ""
        case .workReturns(let index):
            endWork(index, .returns)
            return ""
        case .advance(let milliseconds):
            world.clock.advance(by: .milliseconds(milliseconds))
            return ""
        case .restart(let index): try await restart(TagOperations.all[index].type(program.modules[index]))
        case .remove(let index, let isAll):
            try await hive.remove(TagOperations.all[index].type(program.modules[index]), isAll)
        case .add(let index): try await hive.add(world.declaration(program.modules[index]))
        case .reload(let changed):
            var new = numbers.withLock { $0 }
            for index in changed { new[index] += 1 }
            let entries = new.enumerated().map { Entry(index: $0.offset, number: $0.element) }
            let report = try await hive.reload(world.composition(entries), reporting: [])
            // One that has failed has changed nothing.
            numbers.withLock { [new] in $0 = new }
            return Answer.text(report)
        case .stop: try? await hive.stop()
        }
        return "done"
    }

    private func endWork(_ index: Int, _ end: WorkEnd) {
        guard hive.modules.running.contains(Program.name(index)) else { return }
        world.instance(index)?.endWork(end)
    }

    private func restart(_ type: any HiveModule.Type) async throws {
        func restart<Module: HiveModule>(_ type: Module.Type) async throws { try await hive.restart(type) }
        try await restart(type)
    }

    // MARK: Comparing

    /// Waits until everything is as the model says, and says what is not.
    private func compare(
        with model: FailureModel,
        patience: Duration,
        _ tell: ([String]) throws -> Void
    ) async throws {
        if Exploration.isExploringProcess {
            await Runner.giveWay()
            return try tell(await differences(from: model))
        }
        let end = ContinuousClock.now + patience
        while states != model.states, ContinuousClock.now < end { await Task.yield() }
        // What has been told may not have been done to its end: whoever asks for something else waits for that.
        let nobody = Part(index: Program.maximumCount - 1)
        try? await hive.remove(TagOperations.all[nobody.index].type(nobody), false)
        var lines = await differences(from: model)
        while !lines.isEmpty, ContinuousClock.now < end {
            await Task.yield()
            lines = await differences(from: model)
        }
        try tell(lines)
    }

    private func differences(from model: FailureModel) async -> [String] {
        var lines = Self.differences(states + (model.hasEnded ? [] : await answers), from: model.snapshot)
        // What a hive does that is on its end, other modules than the failing one included, is for other tests.
        if model.hasEnded { return lines }
        for (part, expected) in zip(program.modules, model.hooks) {
            let text = "\(part.name)'s hooks: "
            let hooks = text + hooks(of: part).joined(separator: ", ")
            lines += Self.differences([hooks], from: [text + expected.joined(separator: ", ")])
        }
        return lines
    }

    private static func differences(_ actual: [String], from expected: [String]) -> [String] {
        expected.filter { !actual.contains($0) }.map { "expected: \($0)" }
            + actual.filter { !expected.contains($0) }.map { "found:    \($0)" }
    }

    /// The hive's state, its readiness and the state of each module.
    private var states: [String] {
        let states = Dictionary(uniqueKeysWithValues: hive.moduleStates.map { ($0.module, $0.state) })
        let isOver = hive.state != .running
        return ["\(isOver ? "over" : "running"), \(hive.readiness.isReady ? "ready" : "not ready")"]
            + program.modules.map { "\($0.name): \(Self.text(states[$0.name], states))" }
    }

    private static func text(_ state: ModuleState?, _ all: [String: ModuleState]) -> String {
        switch state {
        case nil: return "not there"
        case .restarting(_, let attempt, let next):
            let wait = next.map {
                ", next in \($0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000) ms"
            }
            return "restarting (attempt \(attempt)\(wait ?? ""))"
        case .waiting(let names):
            let up = names.filter { all[$0] == nil || all[$0] == .up }
            return up.isEmpty && !names.isEmpty ? "waiting" : "waiting for \(names), of which are not down: \(up)"
        case .leftOut(let reason):
            guard reason.hasPrefix("it needs ") else { return "left out" }
            let name = "\(reason.dropFirst("it needs ".count).prefix(1))"
            guard case .leftOut? = all[name] else { return "left out with \(name), which is not left out" }
            return "left out with another"
        case let state?: return "\(state)"
        }
    }

    /// What services and events answer.
    private var answers: [String] {
        get async {
            var lines: [String] = []
            for part in program.modules where part.offer == .provided {
                let text = await Answer.of { try TagOperations.all[part.index].lookUp(hive.services) }
                let number = text.hasPrefix("instance ") ? text.dropFirst("instance ".count) : ""
                let maker = world.trace.first { $0.hasSuffix(" makes \(number)") }?.prefix { $0 != " " }
                let answer = number.isEmpty ? text == "unavailable" ? text : "none" : "of \(maker ?? "nobody")"
                lines.append("\(part.name)'s service: \(answer)")
            }
            let number = events.withLock { number in
                number += 1
                return number
            }
            guard let outcome = try? await hive.events.trigger(Ping(number: number)) else { return lines }
            let heard = world.trace.filter { $0.hasSuffix(" hears \(number)") }.map { "\($0.prefix { $0 != " " })" }
            let missed = outcome.failures.map { $0.module ?? "hive" }
            return lines + ["heard by \(heard.sorted()), missed by \(missed.sorted())"]
        }
    }

    /// The hooks of a module, each with the instance's number.
    private func hooks(of part: Part) -> [String] {
        world.trace.compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[1].hasPrefix("("), line.hasPrefix(part.name) else { return nil }
            let parts = words[0].dropFirst(part.name.count).split(separator: ".")
            guard parts.count == 2, ["setUp", "initialize", "ready", "willStop", "tearDown"].contains(parts[1]) else {
                return nil
            }
            return "\(parts[0]) \(parts[1])"
        }
    }
}
