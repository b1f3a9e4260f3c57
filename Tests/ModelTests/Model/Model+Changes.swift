// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// C15, C16, C58: modules that come and go while the hive runs.

extension Model {
    func add(_ index: Int, _ thread: inout Thread) throws -> String {
        guard let part = described(index) else { return "no such module" }
        guard state == .running else {
            cover(.addWhenNotRunning)
            return "invalidState"
        }
        if late.contains(where: { $0.part.index == index }) {
            cover(.addBesideAbandoned)
            return "invalidState"
        }
        guard live(index) == nil else {
            cover(.addWhatRuns)
            return "duplicateModule"
        }
        if needsWhatIsThere(part) {
            throw undecided("an addition that needs a service which is there and was not promised")
        }
        let problems = problems(ofAdding: part)
        guard problems.isEmpty else { return "invalidConfiguration \(problems.sorted())" }
        isChanging = true
        defer { isChanging = false }
        let live = make(part)
        modules.append(live)
        countLevels()
        do {
            try bringUp([live], &thread)
        } catch let refusal as Refusal {
            return try giveUp(live, refusal, &thread)
        }
        cover(.added)
        declared.append(index)
        removed.remove(index)
        let up = thread
        try beginWork(live, up)
        return "done"
    }

    /// What is wrong with a module that is to be added to those that run (C12, C13, C15).
    func problems(ofAdding part: Part) -> Set<String> {
        var problems = needs(of: part, among: modules.map(\.part.index) + [part.index]).problems
        if !problems.isEmpty { cover(.addWithoutDependencies) }
        let live = make(part)
        modules.append(live)
        defer { modules.removeLast() }
        if modules.contains(where: { $0 !== live && reaches(live, $0) && reaches($0, live) }) {
            // Somebody can do without it, and it cannot do without them.
            cover(.additionInCircle)
            problems.insert("dependencyCycle")
        }
        return problems
    }

    /// Whether a module needs a service that is registered, although nobody has said that it provides it.
    func needsWhatIsThere(_ part: Part) -> Bool {
        part.needs.contains { need in
            need.isService && live(need.target).map { $0.isRegistered && !$0.part.provides } == true
        }
    }

    /// C15: only it is withdrawn.
    func giveUp(_ live: Live, _ refusal: Refusal, _ thread: inout Thread) throws -> String {
        cover(.additionFails)
        var failures: [Failure] = []
        let started = live.isSetUp ? [live.name] : []
        let abandoned = live.isSetUp && live.isAbandoned ? [live.name] : []
        try drain([live], &thread, &failures)
        if live.isSetUp, !live.isAbandoned { failures += try tearDown(live, &thread) }
        leave(live, &thread)
        var text = "\(refusal.text) in \(refusal.phase) of \(live.name) \(refusal.failures.map(\.text))"
        text += ", started \(started), abandoned \(abandoned)"
        text += ", not \(live.isSetUp ? [] : [live.name]), rolling back \(failures.map(\.text)), undelivered 0"
        return text
    }

    func leave(_ live: Live, _ thread: inout Thread) {
        withdraw(live)
        modules.removeAll { $0 === live }
        setUps.removeAll { $0 === live }
        if state == .running { tellReadiness(live.name, &thread) }
    }

    /// C15, C18: a hook that adds a module only asks.
    func addInHook(_ index: Int) throws -> String {
        guard part(index) != nil else { return "no such module" }
        if isRollingBack || state == .stopping {
            cover(.addInHookOfStop)
            return "invalidState"
        }
        guard state == .starting, !isStopAsked else { throw undecided("an addition that a hook of a change asks for") }
        if live(index) != nil || additions.contains(where: { $0.index == index }) {
            throw undecided("an addition of what is there, by a hook")
        }
        additions.append((isAddition: true, index: index))
        return "done"
    }

    func remove(_ index: Int, _ withDependents: Bool, _ thread: inout Thread) throws -> String {
        guard part(index) != nil else { return "no such module" }
        guard state == .running else {
            cover(.removeWhenNotRunning)
            return "invalidState"
        }
        guard let live = live(index) else {
            cover(.removeUnknown)
            return "unknownModule"
        }
        let dependents = dependents(of: live)
        guard dependents.isEmpty || withDependents else {
            cover(.removeWhatIsNeeded)
            return "invalidState"
        }
        let leaving = modules.filter { other in other === live || dependents.contains { $0 === other } }
        try checkOrder(leaving)
        cover(dependents.isEmpty ? .removed : .removedWithDependents)
        isChanging = true
        defer { isChanging = false }
        for index in leaving.map(\.part.index) where declared.contains(index) {
            declared.removeAll { $0 == index }
            removed.insert(index)
        }
        let failures = try takeOut(leaving, &thread)
        if !failures.isEmpty { cover(.removalFails) }
        return failures.isEmpty ? "done" : "stopFailed \(failures.map(\.text))"
    }

    /// Dependents go before what they need, and what came last before what came first.
    func checkOrder(_ leaving: [Live]) throws {
        for (place, live) in leaving.enumerated() where leaving[place...].contains(where: { needs(live, $0) }) {
            throw undecided("a removal of what came later than a module that can do without it")
        }
    }

    /// C16: what goes, goes in order.
    func takeOut(_ leaving: [Live], _ thread: inout Thread) throws -> [Failure] {
        var failures: [Failure] = []
        for live in leaving { failures += try willStop(live, &thread) }
        try drain(leaving, &thread, &failures)
        // C5: what was abandoned is given up when the others are down.
        let going = setUps.reversed().filter { live in leaving.contains { $0 === live } }
        for live in going where !live.isAbandoned {
            failures += try tearDown(live, &thread)
            leave(live, &thread)
        }
        for live in going where live.isAbandoned {
            live.isUp = false
            leave(live, &thread)
        }
        return failures
    }
}
