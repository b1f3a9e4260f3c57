// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// C15, C16, C58: the property list says something else.

extension Model {
    func reload(_ entries: [Entry], _ thread: inout Thread) throws -> String {
        guard state == .running else {
            cover(.reloadWhenNotRunning)
            return "invalidState"
        }
        write("reload begins", &thread)
        let old = list
        list = entries.filter { part($0.index) != nil }
        let plan: Plan
        do {
            plan = try self.plan()
        } catch let refusal as Refusal {
            // C43: everything at once, and nothing is half-applied.
            cover(.reloadRefused)
            list = old
            write("reload ends: invalidConfiguration", &thread)
            return refusal.text
        }
        isChanging = true
        isReloading = true
        defer { (isChanging, isReloading, isLetIn) = (false, false, false) }
        return try carryOut(plan, old, &thread)
    }

    /// What is to be done.
    struct Plan {
        var leaving: [Live] = []
        var coming: [Part] = []
        /// Who takes other options.
        var taking: [Live] = []
        /// Who needs something else.
        var needing: [(live: Live, needs: [Part.Need])] = []
        var changes: [String] = []
    }

    private func plan() throws -> Plan {
        var (order, problems) = bootOrder()
        for part in order where live(part.index)?.part.needs != part.needs {
            guard needsWhatIsThere(part) else { continue }
            throw undecided("a reload that needs a service which is there and was not promised")
        }
        // C2: there is no second instance beside the first.
        let wanted = list.map(\.index) + order.map(\.index)
        if late.contains(where: { wanted.contains($0.part.index) && self.live($0.part.index) == nil }) {
            throw undecided("a reload that brings what was abandoned")
        }
        // C17
        if Set(list.map(\.index)).count < list.count { problems.insert("duplicateModule") }
        guard problems.isEmpty else { throw Refusal(text: "invalidConfiguration \(problems.sorted())") }
        var plan = Plan()
        plan.leaving = modules.filter { live in !order.contains { $0.index == live.part.index } }
        plan.coming = order.filter { live($0.index) == nil }
        if plan.coming.contains(where: { removed.contains($0.index) }) {
            throw undecided("a reload that brings what code had registered and removed")
        }
        plan.changes = plan.leaving.map { "\($0.name) module removed" } + plan.coming.map { "\($0.name) module added" }
        for live in modules {
            guard let new = order.first(where: { $0.index == live.part.index }) else { continue }
            if entry(new.index)?.number != live.option {
                // C58: it takes them, or keeps what it has, and the report says so.
                if !live.part.isReconfigurable { cover(.optionsWait) } else { plan.taking.append(live) }
                plan.changes.append("\(live.name) options\(live.part.isReconfigurable ? "" : " later")")
            }
            if new.level != live.part.level {
                cover(.levelWaits)
                plan.changes.append("\(live.name) level later")
            }
            if new.needs != live.part.needs {
                cover(.needsCount)
                plan.changes.append("\(live.name) needs")
                plan.needing.append((live, new.needs))
            }
        }
        if declared.contains(where: { index in live(index) != nil && entry(index) == nil }) { cover(.codeStays) }
        try checkOrder(plan.leaving)
        let taking = order.filter { part in plan.taking.contains { $0.part.index == part.index } }
        guard taking.map(\.index) == plan.taking.map(\.part.index) else {
            throw undecided("options that are taken in a new order")
        }
        return plan
    }

    private func carryOut(_ plan: Plan, _ old: [Entry], _ thread: inout Thread) throws -> String {
        let (places, setUpPlaces) = (modules, setUps)
        let formerNeeds = plan.needing.map { (live: $0.live, needs: $0.live.part.needs) }
        if plan.changes.isEmpty { cover(.nothingToReload) }
        if !plan.leaving.isEmpty { cover(.modulesLeave) }
        // Old before new (C58). Who fails on its way out is gone all the same (C37). What has run so far decides
        // the order.
        let failures = try takeOut(plan.leaving, &thread)
        for (live, needs) in plan.needing { live.part.needs = needs }
        if !failures.isEmpty { cover(.leavingFails) }
        isLetIn = true
        let comers = plan.coming.map(make)
        modules += comers
        countLevels()
        var taken: [(live: Live, option: Int?)] = []
        do {
            try bringUp(comers, &thread)
            if !comers.isEmpty { cover(.modulesCome) }
            for live in plan.taking {
                let asks = live.part.actions[.reconfigure]?.contains { action in
                    switch action {
                    case .stop, .requestStop, .trigger: true
                    default: false
                    }
                }
                if asks == true, !comers.isEmpty {
                    // They are ready, and the reload is not over.
                    throw undecided("a stop or an event while options are taken, beside modules that have come")
                }
                let former = live.option
                live.option = entry(live.part.index)?.number
                if let failure = try reconfigure(live, &thread) {
                    cover(.reloadFailsInReconfigure)
                    live.option = former
                    if live.isAbandoned { throw undecided("a module that is abandoned as it takes options") }
                    throw Refusal(text: "reloadFailed", failures: [failure])
                }
                cover(.takesOptions)
                taken.append((live, former))
                try checkStop(.reconfigure, &thread)
            }
        } catch let refusal as Refusal {
            isLetIn = false
            list = old
            for (live, needs) in formerNeeds { live.part.needs = needs }
            var rest = failures
            if refusal.text == "cancelled" {
                // C8: no further step is taken, and everything goes down.
                try takeBack(comers, &thread, &rest)
                guard rest.isEmpty else { throw undecided("failures of a reload that a stop ends") }
                write("reload ends: cancelled", &thread)
                return "cancelled"
            }
            for (live, option) in taken.reversed() {
                cover(.optionsGoBack)
                live.option = option
                guard try reconfigure(live, &thread) == nil else { throw undecided("options that are not taken back") }
            }
            try takeBack(comers, &thread, &rest)
            try bringBack(plan.leaving, places, setUpPlaces, &thread)
            write("reload ends: reloadFailed", &thread)
            // What caused the failure comes first, and nothing hides it.
            let all = (refusal.failures + rest).map(\.text)
            return "reloadFailed \(all.prefix(1)), then \(all.dropFirst().sorted())"
        }
        cover(.reloaded)
        let up = thread
        for live in comers {
            if live.part.work != .none { cover(.workComesByReload) }
            try beginWork(live, up)
        }
        write("reload ends", &thread)
        return "changes \(plan.changes.sorted()), failures \(failures.map(\.text))"
    }

    private func reconfigure(_ live: Live, _ thread: inout Thread) throws -> Failure? {
        write("\(live.name).reconfigure begins", &thread)
        let failure = try hook(live, .reconfigure, &thread)
        writeEnd("\(live.name).reconfigure ends\(failure.map { ": \($0.error)" } ?? "")", &thread)
        return failure
    }

    /// What has come goes, as in the way back of a start (C3).
    private func takeBack(_ comers: [Live], _ thread: inout Thread, _ failures: inout [Failure]) throws {
        if !comers.isEmpty {
            cover(.reloadFailsInComing)
            cover(.comersGo)
        }
        try drain(comers, &thread, &failures)
        for live in setUps.reversed() where comers.contains(where: { $0 === live }) && !live.isAbandoned {
            failures += try tearDown(live, &thread)
            leave(live, &thread)
        }
        for live in comers where modules.contains(where: { $0 === live }) { leave(live, &thread) }
    }

    /// What had left comes again, and keeps its place (C1).
    private func bringBack(
        _ left: [Live],
        _ places: [Live],
        _ setUpPlaces: [Live],
        _ thread: inout Thread
    ) throws {
        guard !left.isEmpty else { return }
        cover(.modulesComeBack)
        var back: [Live] = []
        for live in left {
            if late.contains(where: { $0 === live }) { throw undecided("a module that cannot come back") }
            guard let part = described(live.part.index), part == live.part, entry(part.index)?.number == live.option
            else {
                throw undecided("a module that comes back with what was to wait for the next start")
            }
            back.append(make(part))
        }
        func replaced(_ lives: [Live]) -> [Live] {
            lives.map { live in back.first { $0.part.index == live.part.index } ?? live }
        }
        modules = replaced(places)
        countLevels()
        do {
            // C14: lower levels first; sorting is stable, so that each keeps its place among those of its level.
            try bringUp(back.sorted { $0.level < $1.level }, &thread)
        } catch is Refusal {
            // It would be left out, or tried again: that comes with failure policies.
            throw undecided("a module that does not come back")
        }
        setUps = replaced(setUpPlaces)
        let up = thread
        for live in back { try beginWork(live, up) }
    }

    // MARK: Asked for in a hook

    /// C18: a hook only asks.
    func reloadInHook(_ entries: [Entry]) throws -> String {
        if isRollingBack || state == .stopping {
            cover(.reloadInHookOfStop)
            return "invalidState"
        }
        guard state == .starting, !isStopAsked else { throw undecided("a reload that a hook of a change asks for") }
        reloads.append(entries)
        return "asked"
    }

    /// C58: what was asked for during the start is done once the hive runs, and its failure fails only itself.
    func reloadQueued(_ running: Thread) throws {
        let all = reloads
        reloads = []
        guard all.isEmpty || deliveries.isEmpty else { throw undecided("posted events beside a reload") }
        var own = running
        for entries in all {
            cover(.reloadInStart)
            // C51: work that has not come to say that it drains is cancelled, and what it announces comes too late.
            if modules.contains(where: { live in
                [.draining, .announced].contains(live.part.work) && !entries.contains { $0.index == live.part.index }
            }) {
                throw undecided("a reload during the start that ends work which may not have come to anything")
            }
            let answer = try reload(entries, &own)
            if isStopAsked { throw undecided("a stop in a reload that nobody waits for") }
            guard !answer.hasPrefix("changes") else { continue }
            cover(.reloadInStartFails)
            // Nobody but observers can be told.
            writeEnd("hive fails: \(answer.prefix { $0 != " " })", &own)
        }
    }
}
