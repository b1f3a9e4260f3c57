// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// C15, C16, C58: modules that come and go while the hive runs.

extension Model {
    func add(_ index: Int, _ thread: inout Thread) throws -> String {
        guard let part = part(index) else { return "no such module" }
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
        if part.needs.contains(where: { need in
            need.isService && self.live(need.target).map { $0.isRegistered && !$0.part.provides } == true
        }) {
            throw undecided("an addition that needs a service which is there and was not promised")
        }
        let problems = needs(of: part, among: modules.map(\.part.index) + [index]).problems
        guard problems.isEmpty else {
            cover(.addWithoutDependencies)
            return "invalidConfiguration \(problems.sorted())"
        }
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
        let up = thread
        try beginWork(live, up)
        return "done"
    }

    /// C15: only it is withdrawn.
    func giveUp(_ live: Live, _ refusal: Refusal, _ thread: inout Thread) throws -> String {
        cover(.additionFails)
        var failures: [Failure] = []
        let started = live.isSetUp ? [live.name] : []
        try drain([live], &thread, &failures)
        if live.isSetUp, !live.isAbandoned { failures += try tearDown(live, &thread) }
        leave(live, &thread)
        var text = "\(refusal.text) in \(refusal.phase) of \(live.name) \(refusal.failures.map(\.text))"
        text += ", started \(started), abandoned \(live.isSetUp && live.isAbandoned ? [live.name] : [])"
        text += ", not \(live.isSetUp ? [] : [live.name]), rolling back \(failures.map(\.text)), undelivered 0"
        return text
    }

    private func leave(_ live: Live, _ thread: inout Thread) {
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
        for (place, live) in leaving.enumerated() where leaving[place...].contains(where: { needs(live, $0) }) {
            throw undecided("a removal of what came later than a module that can do without it")
        }
        cover(dependents.isEmpty ? .removed : .removedWithDependents)
        isChanging = true
        defer { isChanging = false }
        var failures: [Failure] = []
        for live in leaving { failures += try willStop(live, &thread) }
        try drain(leaving, &thread, &failures)
        for live in setUps.reversed() where leaving.contains(where: { $0 === live }) {
            if live.isAbandoned { live.isUp = false } else { failures += try tearDown(live, &thread) }
            leave(live, &thread)
        }
        if !failures.isEmpty { cover(.removalFails) }
        return failures.isEmpty ? "done" : "stopFailed \(failures.map(\.text))"
    }
}
