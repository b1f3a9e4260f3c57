// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What becomes of modules that fail, and of those that need them, as the contract says it (C63, C64).
///
/// It is a value over states, failures and a clock, written from the rows of the contract and not from the engine. Each
/// operation answers, and ``snapshot`` says what everybody can ask for when all is done that it leads to.
struct FailureModel {
    /// How a module is.
    enum State: Equatable {
        case up
        /// It has failed, as the so many-th, and is restarted when it is due.
        case restarting(due: Int, number: Int)
        /// With what it needs.
        case waiting
        /// By its own failure.
        case leftOut
        case removed
    }

    struct Module {
        let part: Part
        var state = State.removed
        /// How many instances were begun.
        var instances = 0
        /// Whether the setUp of the last one has returned, and its tearDown is still to come.
        var isSetUp = false
        /// The hooks that ran, each with the instance's number.
        var hooks: [String] = []
        /// Whether it had subscribed when it went down.
        var hadSubscribed = false
        var works = false
        /// Whether a reload that has failed could not put it back (C58).
        var isLost = false
        // What is remembered of its failures.
        var attempt = 0
        var upSince: Int?
        var restarts: [Int] = []
    }

    /// What has come about; a test shows that programs reach each of them.
    enum Branch: String, CaseIterable, Sendable {
        case started, startFails, survived, stopsHive, leftOut, restartedAtOnce, restartedLater, beginsAnew, atLimit
        case comesBack, comesWithOthers, waitsForOthers, workMayEnd
        case restartByHand, restartByHandFails, restartOfUnknown
        case removed, removedWithOthers, removedWhileDown, removeWhatIsNeeded, removeUnknown
        case added, addFails, addWhatIsThere, addWithoutNeeds, addWhatWaits
        case reloaded, reloadFails, reloadLoses, reloadEndsHive, lostComes, leftOutComesByReload
    }

    private(set) var reached: Set<Branch> = []
    private(set) var modules: [Module]
    private(set) var isRunning = false
    /// Whether the hive has ended, so that nothing more is to be said.
    private(set) var hasEnded = false
    /// Whether modules are there as their property list says.
    private var isAsListed = true
    /// Whether the contract leaves open what happens.
    private(set) var isUndecided = false
    private var now = 0
    private var failures = 0

    init(_ program: FailureProgram) { modules = program.modules.map { Module(part: $0) } }

    // MARK: Who needs whom

    /// What a module cannot do without, directly or not.
    private func needs(of index: Int) -> Set<Int> {
        var found: Set<Int> = []
        for need in modules[index].part.needs where !need.isOptional {
            found.insert(need.target)
            // What is not there needs nothing.
            if modules[need.target].state != .removed { found.formUnion(needs(of: need.target)) }
        }
        return found
    }

    private func needing(_ index: Int) -> [Int] { modules.indices.filter { needs(of: $0).contains(index) } }

    private func isDown(_ index: Int) -> Bool { ![.up, .removed].contains(modules[index].state) }

    /// Whether a module stays down with one that it needs.
    private func isLeftOutWithOthers(_ index: Int) -> Bool {
        modules[index].state == .waiting && needs(of: index).contains { modules[$0].state == .leftOut }
    }

    // MARK: Operations

    private mutating func cover(_ branch: Branch) { reached.insert(branch) }

    /// How far the clock can go, of so many milliseconds, until something is due.
    func step(of milliseconds: Int) -> Int {
        let times = modules.compactMap { module -> Int? in
            guard case .restarting(let due, _) = module.state, due > now else { return nil }
            return due - now
        }
        return min(milliseconds, times.min() ?? milliseconds)
    }

    /// Does one, and everything that follows from it.
    mutating func perform(_ operation: FailureOperation) -> String {
        let answer =
            switch operation {
            case .start: start()
            case .workThrows(let index): endWork(index, throwing: true)
            case .workReturns(let index): endWork(index, throwing: false)
            case .advance(let milliseconds): advance(milliseconds)
            case .restart(let index): restart(index)
            case .remove(let index, let isAll): remove(index, isAll)
            case .add(let index): add(index)
            case .reload(let changed): reload(changed)
            case .stop: stop()
            }
        if case .advance = operation { attemptWhatIsDue(afterTime: true) } else { attemptWhatIsDue(afterTime: false) }
        for index in modules.indices where modules[index].state == .leftOut || isLeftOutWithOthers(index) {
            // Nobody expects it back: no event misses it, also when it waits later on because somebody restarts it.
            modules[index].hadSubscribed = false
        }
        return answer
    }

    private mutating func start() -> String {
        isRunning = true
        let all = Array(modules.indices)
        for index in all { modules[index].state = .waiting }
        guard bringUp(all, failing: { $0.policy }) else {
            cover(.startFails)
            (isRunning, hasEnded) = (false, true)
            return "startFailed"
        }
        cover(.started)
        return "done"
    }

    private mutating func stop() -> String {
        end()
        return "done"
    }

    private mutating func advance(_ milliseconds: Int) -> String {
        now += milliseconds
        return ""
    }

    private mutating func endWork(_ index: Int, throwing: Bool) -> String {
        guard modules[index].works, modules[index].state == .up else { return "" }
        modules[index].works = false
        if !throwing, modules[index].part.workMayEnd {
            cover(.workMayEnd)
            return ""
        }
        guard fails(index, by: modules[index].part.policy) else {
            end()
            return ""
        }
        takeDown([index] + needing(index))
        return ""
    }

    private mutating func restart(_ index: Int) -> String {
        if modules[index].state == .up {
            let leaving = [index] + needing(index).filter { modules[$0].state == .up }
            takeDown(leaving)
        }
        guard modules[index].state != .removed else {
            cover(.restartOfUnknown)
            return "unknownModule"
        }
        attempt(index, isByHand: true)
        let isUp = modules[index].state == .up && !hasEnded
        cover(isUp ? .restartByHand : .restartByHandFails)
        return isUp ? "done" : "startFailed"
    }

    private mutating func remove(_ index: Int, _ isAll: Bool) -> String {
        guard modules[index].state != .removed else {
            cover(.removeUnknown)
            return "unknownModule"
        }
        let waiting = needing(index).filter(isDown)
        var leaving: [Int] = []
        if modules[index].state == .up {
            // C16: who can do without it depends on it all the same.
            leaving = [index]
            for other in modules.indices where modules[other].state == .up {
                if modules[other].part.needs.contains(where: { leaving.contains($0.target) }) { leaving.append(other) }
            }
        }
        let others = Set(waiting).union(leaving).subtracting([index])
        guard others.isEmpty || isAll else {
            cover(.removeWhatIsNeeded)
            return "invalidState"
        }
        cover(isDown(index) ? .removedWhileDown : others.isEmpty ? .removed : .removedWithOthers)
        takeDown(leaving)
        for gone in leaving + waiting + [index] { forget(gone) }
        isAsListed = false
        return "done"
    }

    private mutating func forget(_ index: Int) {
        modules[index].state = .removed
        modules[index].hadSubscribed = false
        modules[index].isLost = false
        (modules[index].attempt, modules[index].upSince, modules[index].restarts) = (0, nil, [])
    }

    private mutating func add(_ index: Int) -> String {
        guard modules[index].state == .removed else {
            cover(.addWhatIsThere)
            return "duplicateModule"
        }
        let needs = needs(of: index)
        if needs.contains(where: isDown) {
            cover(.addWhatWaits)
            return "unavailable"
        }
        if needs.contains(where: { modules[$0].state == .removed }) {
            cover(.addWithoutNeeds)
            return "invalidConfiguration"
        }
        modules[index].state = .waiting
        // C63: the asker is told instead.
        if bringUp([index], failing: { _ in .stop }) {
            cover(.added)
            return "done"
        }
        cover(.addFails)
        forget(index)
        return "startFailed"
    }

    /// C58: what has other options is made anew, with all that needs it.
    private mutating func reload(_ changed: Set<Int>) -> String {
        guard isAsListed else {
            isUndecided = true
            return ""
        }
        let other = changed.filter { modules[$0].state == .up }
        let leaving = modules.indices.filter { index in
            modules[index].state == .up && (other.contains(index) || !needs(of: index).isDisjoint(with: other))
        }
        takeDown(leaving)
        // Those come as well that one before has lost.
        let lost = modules.indices.filter { modules[$0].isLost }
        let former = modules
        for index in lost { modules[index].state = .waiting }
        // A newcomer waits for what it needs that is down.
        let coming = lost.filter { index in
            !needs(of: index).contains { isDown($0) && !leaving.contains($0) && !lost.contains($0) }
        }
        guard bringUp((leaving + coming).sorted(), failing: { _ in .stop }) else {
            for index in lost { modules[index].state = former[index].state }
            // As after a start that has failed, but with the old options, and nothing ends the hive.
            let isUp = bringUp(leaving, failing: { $0.policy == .stop ? .leaveOut : $0.policy })
            for index in leaving where modules[index].state == .leftOut || isLeftOutWithOthers(index) {
                modules[index].isLost = true
            }
            cover(modules.contains(where: \.isLost) ? .reloadLoses : .reloadFails)
            if isUp { return "reloadFailed" }
            cover(.reloadEndsHive)
            // One has failed more often than its policy allows.
            end()
            return "cancelled"
        }
        if !leaving.isEmpty { cover(.reloaded) }
        if !coming.isEmpty { cover(.lostComes) }
        for index in lost { modules[index].isLost = false }
        // What was wrong may be another by now, and who waited for what has come comes too.
        let returning = modules.indices.filter { index in
            modules[index].state == .leftOut && changed.contains(index)
                || modules[index].state == .waiting && !needs(of: index).contains(where: isDown)
        }
        for index in returning where isDown(index) && !hasEnded {
            cover(.leftOutComesByReload)
            attempt(index, isByHand: true)
        }
        return "changes"
    }

    /// Everything goes down.
    private mutating func end() {
        takeDown(Array(modules.indices))
        (isRunning, hasEnded) = (false, true)
    }

    // MARK: Failures

    /// Takes in that a module has failed.
    ///
    /// - Returns: Whether the hive goes on.
    private mutating func fails(_ index: Int, by policy: Part.Policy) -> Bool {
        switch policy {
        case .stop:
            cover(.stopsHive)
            return false
        case .leaveOut:
            cover(.leftOut)
            modules[index].state = .leftOut
        case .restart(let limit, _):
            let period = limit == nil ? 60_000 : 10_000
            if let since = modules[index].upSince, now - since >= period {
                cover(.beginsAnew)
                modules[index].attempt = 0
            }
            modules[index].upSince = nil
            modules[index].isLost = false
            modules[index].attempt += 1
            let number = modules[index].attempt
            cover(number == 1 ? .restartedAtOnce : .restartedLater)
            let due = now + (number == 1 ? 0 : min(100 << min(number - 2, 20), 30_000))
            failures += 1
            modules[index].state = .restarting(due: due, number: failures)
            guard let limit else { break }
            modules[index].restarts.removeAll { $0 < due - period }
            if modules[index].restarts.count >= limit {
                cover(.atLimit)
                return false
            }
        }
        return true
    }

    /// Modules go that are up, or were when they failed.
    private mutating func takeDown(_ leaving: [Int]) {
        for index in leaving where modules[index].isSetUp {
            note(index, "willStop")
            tearDown(index)
            modules[index].works = false
            if modules[index].state == .up { modules[index].state = .waiting }
        }
    }

    private mutating func tearDown(_ index: Int) {
        note(index, "tearDown")
        modules[index].isSetUp = false
        if modules[index].part.isSubscriber { modules[index].hadSubscribed = true }
    }

    private mutating func note(_ index: Int, _ hook: String) {
        modules[index].hooks.append("\(modules[index].instances) \(hook)")
    }

    // MARK: Coming up

    private mutating func attemptWhatIsDue(afterTime isLate: Bool) {
        func next() -> Int? {
            let due = modules.indices.compactMap { index -> (index: Int, time: Int, number: Int)? in
                guard case .restarting(let time, let number) = modules[index].state, time <= now else { return nil }
                return (index, time, number)
            }
            guard let first = due.min(by: { ($0.time, $0.number) < ($1.time, $1.number) }) else { return nil }
            // Which of two is first that have waited until the same moment, the contract does not say.
            let others = due.filter { $0.time == first.time }.map(\.index)
            let concerned = others.map { Set(needing($0) + [$0]) }
            isUndecided = isLate && concerned.reduce(0) { $0 + $1.count } > Set(concerned.joined()).count
            return isUndecided ? nil : first.index
        }
        while !hasEnded, let index = next() { attempt(index, isByHand: false) }
    }

    /// Brings up a module that is down, with all that waits for it and for nothing else.
    private mutating func attempt(_ index: Int, isByHand: Bool) {
        guard !needs(of: index).contains(where: isDown) else {
            // It comes up with those.
            cover(.waitsForOthers)
            modules[index].state = .waiting
            return
        }
        if !isByHand { modules[index].restarts.append(now) }
        modules[index].state = .waiting
        var coming = [index]
        for other in modules.indices where other != index && modules[other].state == .waiting {
            // Whoever is needed stands before.
            if needs(of: other).filter(isDown).allSatisfy(coming.contains), needs(of: other).contains(index) {
                coming.append(other)
            }
        }
        if !bringUp(coming.sorted(), failing: { $0.policy }) { end() }
    }

    /// Brings up modules: each hook for all of them, in order.
    ///
    /// - Returns: Whether none has failed whose policy ends it.
    private mutating func bringUp(_ coming: [Int], failing policy: (Part) -> Part.Policy) -> Bool {
        var rest = coming
        for hook in ["setUp", "initialize", "ready"] {
            for index in coming where rest.contains(index) {
                if runs(hook, of: index) { continue }
                guard fails(index, by: policy(modules[index].part)) else {
                    takeBack(rest)
                    return false
                }
                let gone = [index] + needing(index).filter(rest.contains)
                cover(.survived)
                takeBack(gone)
                rest.removeAll(where: gone.contains)
            }
        }
        for index in rest {
            if modules[index].instances > 1 { cover(rest.count == 1 ? .comesBack : .comesWithOthers) }
            modules[index].state = .up
            modules[index].isLost = false
            modules[index].upSince = now
            modules[index].works = modules[index].part.work != .none
        }
        return true
    }

    /// Runs a hook, or fails in it.
    private mutating func runs(_ hook: String, of index: Int) -> Bool {
        func fails(in place: Place) -> Bool {
            guard case .throwErrorIn(let numbers)? = modules[index].part.actions[place]?.first else { return false }
            return numbers.contains(modules[index].instances)
        }
        if hook == "setUp" {
            modules[index].instances += 1
            if fails(in: .creation) { return false }
        }
        note(index, hook)
        guard let place = Place(rawValue: hook), !fails(in: place), hook != "ready" || !fails(in: .work) else {
            return false
        }
        modules[index].isSetUp = true
        return true
    }

    /// C3: those go that are not up yet.
    private mutating func takeBack(_ gone: [Int]) {
        for index in gone where modules[index].isSetUp { tearDown(index) }
    }

    // MARK: What everybody can ask

    var isReady: Bool {
        isRunning && !modules.contains(where: \.isLost)
            && !modules.contains { module in
                guard case .restarting = module.state else { return false }
                return module.part.policy != .restart(keepsReady: true)
            }
    }

    /// A module's state in a few words.
    private func state(of index: Int) -> String? {
        let module = modules[index]
        return switch module.state {
        case .removed: nil
        case .up: "up"
        case .restarting(let due, _):
            "restarting (attempt \(module.attempt)\(due > now ? ", next in \(due - now) ms" : ""))"
        case .waiting: isLeftOutWithOthers(index) ? "left out with another" : "waiting"
        case .leftOut: "left out"
        }
    }

    /// The hive's state, its readiness and the state of each module.
    var states: [String] {
        ["\(isRunning ? "running" : "over"), \(isReady ? "ready" : "not ready")"]
            + modules.indices.map { index in
                "\(modules[index].part.name): \(hasEnded ? "not there" : state(of: index) ?? "not there")"
            }
    }

    /// That, and what services and events answer.
    var snapshot: [String] {
        guard isRunning else { return states }
        let offering = modules.indices.filter { modules[$0].part.offer == .provided }
        var lines = states + offering.map { "\(modules[$0].part.name)'s service: \(service(of: $0))" }
        let heard = modules.filter { $0.state == .up && $0.part.isSubscriber }.map { "\($0.part.name)\($0.instances)" }
        let missing = modules.indices.filter { index in
            modules[index].hadSubscribed && isDown(index)
        }
        lines.append("heard by \(heard), missed by \(missing.map { modules[$0].part.name })")
        return lines
    }

    private func service(of index: Int) -> String {
        switch modules[index].state {
        case .up: "of \(modules[index].part.name)\(modules[index].instances)"
        case .removed: "none"
        default: "unavailable"
        }
    }

    /// The hooks that have run, by module.
    var hooks: [[String]] { modules.map(\.hooks) }
}
