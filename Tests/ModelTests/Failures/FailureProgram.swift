// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit

/// A program of a random test of failures that a hive survives.
struct FailureProgram: Sendable, Equatable {
    /// What the generator made it from.
    var seed: Int
    /// Each needs only modules before it.
    var modules: [Part] = []
    var operations: [FailureOperation] = []

    /// What a hive is made of for it.
    var program: Program {
        var program = Program(seed: seed, modules: modules, restartsOnReload: true)
        for index in modules.indices { program.modules[index].isListed = true }
        return program
    }
}

/// What is asked of the hive, or happens to it.
enum FailureOperation: Sendable, Equatable {
    case start
    /// The work of a module throws, or returns.
    case workThrows(Int)
    case workReturns(Int)
    /// The clock goes on, in milliseconds.
    case advance(Int)
    case restart(Int)
    case remove(Int, withDependents: Bool)
    case add(Int)
    /// The property list says something else of some modules.
    case reload(Set<Int>)
    case stop
}

extension FailureProgram: CustomStringConvertible {
    var description: String {
        let lines = ["// HIVE_SEED=\(seed)"] + modules.map(\.description) + operations.map { "\($0)" }
        return lines.joined(separator: "\n")
    }
}

/// Makes programs out of seeds.
struct FailureGenerator {
    private var random: SeedGenerator

    /// The program of a seed: the same at every run and on every machine.
    static func program(_ seed: Int) -> FailureProgram {
        var generator = FailureGenerator(random: SeedGenerator(seed: seed))
        return generator.make(seed)
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func make(_ seed: Int) -> FailureProgram {
        var program = FailureProgram(seed: seed)
        let count = number(1...6)
        for index in 0..<count { program.modules.append(part(index, after: program.modules)) }
        program.operations = [.start]
        for _ in 0..<number(1...9) {
            let index = number(0...(count - 1))
            let operation: FailureOperation =
                switch number(0...19) {
                case ..<5: .workThrows(index)
                case 5: .workReturns(index)
                case ..<12: .advance([100, 200, 400, 1_600, 9_000, 30_000, 60_000][number(0...6)])
                case ..<14: .restart(index)
                case ..<16: .reload(Set((0..<count).filter { _ in chance(40) }))
                case 16: .remove(index, withDependents: chance(50))
                case 17: .add(index)
                case 18: .reload(Set((0..<count).filter { _ in chance(40) }))
                default: .stop
                }
            program.operations.append(operation)
            if case .remove(let index, _) = operation, chance(60) {
                if chance(30) { program.operations.append(.workThrows(number(0...(count - 1)))) }
                program.operations.append(.add(index))
            }
        }
        // How far a module is that initializes beside one which fails a reload, the contract leaves open.
        let reloads = program.operations.contains { if case .reload = $0 { true } else { false } }
        if reloads { for index in program.modules.indices { program.modules[index].isConcurrent = false } }
        return program
    }

    private mutating func part(_ index: Int, after others: [Part]) -> Part {
        var part = Part(index: index)
        while index > 0, part.needs.count < 3, chance(55) {
            part.needs.append(.init(target: number(0...(index - 1)), isOptional: chance(20)))
        }
        if chance(60) { part.work = [.silent, .draining, .announced][number(0...2)] }
        part.workMayEnd = chance(30)
        if chance(50) { part.offer = .provided }
        part.isSubscriber = chance(50)
        part.isConcurrent = chance(15)
        // `verify` refuses one that stops the hive and needs one that may be left out.
        let isLeftOutWithOthers = part.needs.contains { need in
            !need.isOptional && others.contains { $0.index == need.target && $0.policy == .leaveOut }
        }
        switch number(0...9) {
        case ..<1 where !isLeftOutWithOthers: break
        case ..<3: part.policy = .leaveOut
        case ..<8: part.policy = .restart(keepsReady: chance(20))
        default: part.policy = .restart(limit: number(1...3))
        }
        if chance(50) {
            var places: [Place] = [.creation, .initialize, .ready]
            // Whether one counts as a subscriber that has failed as it subscribed, the contract does not say.
            if !part.isSubscriber { places.append(.setUp) }
            if part.work == .announced { places.append(.work) }
            for _ in 0..<number(1...2) {
                let numbers = Set((1...6).filter { _ in chance(35) })
                part.actions[places[number(0...(places.count - 1))]] = [.throwErrorIn(numbers)]
            }
        }
        return part
    }
}
