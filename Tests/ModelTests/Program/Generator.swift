// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit

extension SeedGenerator {
    /// Whether something happens that happens so many times out of a hundred.
    fileprivate mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    fileprivate mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    fileprivate mutating func one<Element>(of choices: [Element]) -> Element {
        choices[number(0...(choices.count - 1))]
    }
}

/// Makes programs out of seeds.
struct Generator {
    private var random: SeedGenerator
    private var eventNumber = 0
    private var count = 0

    /// The program of a seed: the same at every run and on every machine.
    static func program(_ seed: Int) -> Program {
        var generator = Generator(random: SeedGenerator(seed: seed))
        return generator.make(seed)
    }

    private mutating func make(_ seed: Int) -> Program {
        count = random.number(2...7)
        var program = Program(seed: seed)
        let isUsual = random.chance(85)  // Without circles and unknown modules.
        for index in 0..<count { program.modules.append(part(index, isUsual)) }
        for _ in 0..<random.number(0...4) { misbehave(&program) }
        program.operations = operations()
        if random.chance(10) { playScene(&program) }
        if random.chance(15) { program.queueCapacity = random.number(1...2) }
        return program
    }

    private mutating func part(_ index: Int, _ isUsual: Bool) -> Part {
        var part = Part(index: index)
        part.isRegistered = random.chance(75)
        if random.chance(40) { part.level = random.number(0...3) }
        if random.chance(30) { part.priority = random.number(-1...1) }
        while random.chance(35), part.needs.count < 3 {
            let target = isUsual ? (index == 0 ? nil : random.number(0...(index - 1))) : random.number(0...count)
            guard let target else { break }
            part.needs.append(.init(target: target, isService: random.chance(20), isOptional: random.chance(20)))
        }
        part.isConcurrent = random.chance(25)
        if random.chance(50) { part.work = random.one(of: Part.Work.allCases) }
        part.workMayEnd = random.chance(40)
        if random.chance(60) {
            part.offer = random.chance(isUsual ? 2 : 10) ? .promised : random.one(of: [.service, .provided])
        }
        part.isSubscriber = random.chance(50)
        return part
    }

    private mutating func misbehave(_ program: inout Program) {
        let index = random.number(0...(count - 1))
        let place = random.one(of: Place.allCases + [.handler, .handler, .drain, .work, .willStop, .tearDown])
        var actions: [Action] = [.throwError, .throwError, .hang, .ignoreCancellation]
        switch place {
        case .creation: break
        case .setUp: actions += [event(.post), .withhold, .withhold, .requestStop, .cancelStart]
        case .handler: actions = [.throwError, event(.post), event(.trigger)]
        case .health: actions += [.beDegraded, .beDegraded]
        case .work: actions = [.throwError, event(.post)]
        case .drain: break
        case .initialize, .ready, .willStop, .tearDown:
            actions += [
                event(.post), event(.trigger), .lookUp(anyModule()), .lookUp(anyModule()), .withhold, .restore,
                .stop, .requestStop, .cancelStart, .startAgain, .add(anyModule()), .remove(anyModule()),
            ]
        }
        var list = program.modules[index].actions[place] ?? []
        // What ends a hook is the last thing in it.
        if let last = list.last, [.throwError, .hang, .ignoreCancellation].contains(last) { return }
        list.append(random.one(of: actions))
        program.modules[index].actions[place] = list
    }

    /// Something that hardly ever comes about by chance.
    private mutating func playScene(_ program: inout Program) {
        let (first, second) = (0, random.number(1...(count - 1)))
        switch random.number(0...5) {
        case 5:
            // An addition that a hook asks for, of a start that fails.
            program.modules[first].isRegistered = true
            program.modules[first].actions = [random.one(of: [.initialize, .ready]): [.add(second), .throwError]]
            program.modules[second].isRegistered = false
        case 4:
            // A stop in the step in which work would announce itself.
            program.modules[first].isRegistered = true
            program.modules[first].work = .announced
            program.modules[first].actions = [.ready: [random.one(of: [.stop, .requestStop])]]
        case 0:
            // More events than the queue takes.
            program.queueCapacity = 1
            eventNumber += 2
            program.operations.insert(contentsOf: [.post(eventNumber - 1), .post(eventNumber)], at: 0)
        case 1:
            // An addition beside an instance that has not returned.
            program.modules[second].isRegistered = true
            program.modules[second].actions = [.tearDown: [.ignoreCancellation]]
            program.operations = [.start, .remove(second, withDependents: true), .add(second)] + program.operations
        case 2:
            // An addition that a hook asks for, and which fails.
            program.modules[first].isRegistered = true
            program.modules[first].actions = [.ready: [.add(second)]]
            program.modules[second].isRegistered = false
            program.modules[second].needs = []
            program.modules[second].actions = [random.one(of: [.setUp, .initialize, .ready]): [.throwError]]
        default:
            // A handler that fails, and others.
            program.modules[first].isSubscriber = true
            program.modules[first].actions = [.handler: [.throwError]]
            eventNumber += 1
            let trigger = Operation.trigger(eventNumber, stopsAtFirstFailure: random.chance(50))
            program.operations = [.start, .add(first), trigger] + program.operations
        }
    }

    private mutating func anyModule() -> Int { random.number(0...(count - 1)) }

    private enum EventUse { case post, trigger }

    private mutating func event(_ use: EventUse) -> Action {
        eventNumber += 1
        return use == .post ? .post(eventNumber) : .trigger(eventNumber)
    }

    private mutating func operations() -> [Operation] {
        var operations: [Operation] = []
        let start = random.chance(85) ? 0 : random.number(1...3)
        for number in 0..<random.number(3...10) {
            operations.append(number == start ? .start : operation())
        }
        return operations
    }

    private mutating func operation() -> Operation {
        let module = anyModule()
        switch random.number(0...99) {
        case ..<16: return .add(module)
        case ..<30: return .remove(module, withDependents: random.chance(60))
        case ..<38:
            eventNumber += 1
            return .trigger(eventNumber, stopsAtFirstFailure: random.chance(30))
        case ..<46:
            eventNumber += 1
            return .post(eventNumber)
        case ..<56: return .lookUp(module)
        case ..<61: return .evict(module)
        case ..<64: return .cached(module)
        case ..<69: return .health
        case ..<75: return .withhold(module)
        case ..<79: return .restore(module)
        case ..<87: return .endWork(module, random.one(of: WorkEnd.allCases))
        case ..<90: return .stop
        case ..<92: return .requestStop
        case ..<94: return .start
        case ..<97: return .register(module)
        default: return .release
        }
    }

    private init(random: SeedGenerator) { self.random = random }
}
