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
    /// Whether a property list registers modules, and is reloaded.
    private var hasLists = false
    /// The modules, as far as there are any.
    private var parts: [Part] = []
    /// What the property list says in the end.
    private var list: [Entry] = []

    /// The program of a seed: the same at every run and on every machine.
    static func program(_ seed: Int) -> Program {
        var generator = Generator(random: SeedGenerator(seed: seed))
        return generator.make(seed)
    }

    private mutating func make(_ seed: Int) -> Program {
        count = random.number(2...7)
        var program = Program(seed: seed)
        let isUsual = random.chance(85)  // Without circles and unknown modules.
        hasLists = random.chance(60)
        for index in 0..<count { program.modules.append(part(index, isUsual)) }
        (parts, list) = (program.modules, program.list)
        for _ in 0..<random.number(0...4) { misbehave(&program) }
        program.operations = operations()
        if random.chance(10) { playScene(&program) }
        if hasLists, random.chance(35) { playReload(&program) }
        if random.chance(15) { program.queueCapacity = random.number(1...2) }
        return program
    }

    private mutating func part(_ index: Int, _ isUsual: Bool) -> Part {
        var part = Part(index: index)
        part.isRegistered = random.chance(75)
        part.isListed = hasLists && random.chance(60)
        part.isReconfigurable = hasLists && random.chance(50)
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
        var place = random.one(of: Place.allCases + [.handler, .handler, .drain, .work, .willStop, .tearDown])
        if place == .reconfigure, !program.modules[index].isReconfigurable { place = .handler }
        var actions: [Action] = [.throwError, .throwError, .hang, .ignoreCancellation]
        switch place {
        case .creation: break
        case .setUp: actions += [event(.post), .withhold, .withhold, .requestStop, .cancelTask]
        case .reconfigure:
            actions += [
                event(.post), event(.trigger), .lookUp(anyModule()), .withhold, .restore, .stop, .requestStop,
                .cancelTask,
            ]
        case .handler: actions = [.throwError, event(.post), event(.trigger)]
        case .health: actions += [.beDegraded, .beDegraded]
        case .work: actions = [.throwError, event(.post)]
        case .drain: break
        case .initialize, .ready, .willStop, .tearDown:
            actions += [
                event(.post), event(.trigger), .lookUp(anyModule()), .lookUp(anyModule()), .withhold, .restore,
                .stop, .requestStop, .cancelTask, .startAgain, .add(anyModule()), .remove(anyModule()),
            ]
            if hasLists { actions += [.reload(otherList()), .reload(otherList())] }
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
        switch random.number(0...6) {
        case 6:
            // An addition of what somebody can do without, and which cannot do without that.
            program.modules[first].isRegistered = true
            program.modules[first].needs = [.init(target: second, isOptional: true)]
            program.modules[second].isRegistered = false
            program.modules[second].needs = [.init(target: first)]
            program.operations = [.start, .add(second)] + program.operations
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

    /// The property list, with other modules, or with something else about them.
    private mutating func otherList() -> [Entry] {
        var entries = list
        for _ in 0..<random.number(0...3) {
            let index = anyModule()
            guard let place = entries.firstIndex(where: { $0.index == index }) else {
                entries.insert(Entry(index: index), at: random.number(0...entries.count))
                continue
            }
            switch random.number(0...9) {
            case ..<4: entries.remove(at: place)
            case ..<7: entries[place].number += 1
            case 7: entries[place].level = random.number(0...3)
            case 8:
                entries[place].needs = random.chance(50) ? [] : [.init(target: random.number(0...max(0, index - 1)))]
            default: entries[place] = Entry(index: index)
            }
        }
        guard random.chance(85) else { return entries }
        // Without what needs something that is not there.
        func isThere(_ target: Int) -> Bool {
            entries.contains { $0.index == target } || parts[target].isRegistered && !parts[target].isListed
        }
        func lacks(_ entry: Entry) -> Bool {
            (entry.needs ?? parts[entry.index].needs).contains {
                !$0.isOptional && ($0.target >= count || $0.target == entry.index || !isThere($0.target))
            }
        }
        while let place = entries.firstIndex(where: lacks) { entries.remove(at: place) }
        return entries
    }

    /// A reload in which a module comes, one takes options and one goes, and something goes wrong.
    private mutating func playReload(_ program: inout Program) {
        let coming = random.number(0...(count - 1))
        let others = (0..<count).filter { $0 != coming }
        let taking = random.one(of: others)
        let leaving = others.first { $0 != taking }
        for index in [coming, taking] + [leaving].compactMap(\.self) {
            program.modules[index].isRegistered = index != coming
            program.modules[index].isListed = true
            program.modules[index].needs.removeAll { !$0.isOptional }
            program.modules[index].actions = [:]
        }
        program.modules[taking].isReconfigurable = true
        let (index, place) = random.one(
            of: [(taking, .reconfigure), (taking, .reconfigure), (leaving ?? taking, .willStop)]
                + [.creation, .setUp, .initialize, .ready].map { (coming, $0) } as [(Int, Place)]
        )
        var actions: [Action] = [.throwError, .throwError, .hang, .ignoreCancellation]
        if place != .creation { actions += [.requestStop, .requestStop, .cancelTask] }
        program.modules[index].actions[place] = [random.one(of: actions)]
        var entries = program.list.filter { $0.index != leaving }
        for place in entries.indices where entries[place].index == taking || random.chance(60) {
            entries[place].number = 2
        }
        if random.chance(70) { entries.append(Entry(index: coming)) }
        switch random.number(0...9) {
        case 0: program.modules[taking].actions[.initialize] = [.reload(entries)]
        case 1: program.modules[taking].actions[.ready] = [.reload(entries), .throwError]
        default: program.operations = [.start, .reload(entries)] + program.operations
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
        if hasLists, random.chance(25) {
            list = otherList()
            return .reload(list)
        }
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
