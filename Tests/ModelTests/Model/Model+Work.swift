// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// C49, C51: the work of modules.

extension Model {
    /// Work begins when the hive runs; what has announced itself goes on.
    func beginWork(_ live: Live, _ thread: Thread) throws {
        live.isUp = true
        switch live.part.work {
        case .none: break
        case .announced:
            cover(.accepts)
            live.work = .goesOn
            join(&live.thread, thread)
            write("\(live.label).work accepts", &live.thread)
        case .silent, .draining:
            live.work = .goesOn
            live.thread = thread
            write("\(live.label).work", &live.thread)
            for action in live.part.actions[.work] ?? [] {
                guard case .post = action else { throw undecided("work that ends beside the start") }
                throw undecided("work that posts beside the start")
            }
        }
    }

    /// C49: at the end of `ready`.
    func announce(_ live: Live, _ thread: inout Thread) throws -> Failure? {
        write("\(live.label).work", &thread)
        for action in live.part.actions[.work] ?? [] {
            guard case .throwError = action else { throw undecided("work that posts beside the start") }
            cover(.workFailsBeforeRunning)
            live.work = .ended
            write("\(live.name)'s work fails", &thread)
            return Failure(module: live.name, step: "ready", error: "broken")
        }
        cover(.announces)
        live.work = .waiting
        live.thread = thread
        return nil
    }

    /// C51: all work of these modules ends, and what goes wrong is noted.
    func drain(_ leaving: [Live], _ thread: inout Thread, _ failures: inout [Failure]) throws {
        let working = leaving.filter { $0.work == .goesOn || $0.work == .waiting }
        guard !working.isEmpty else { return }
        countLevels()
        let before = drainOrder(working)
        let first = thread
        var ends: [String: Thread] = [:]
        var pending = working
        while !pending.isEmpty {
            let isNext = { (live: Live) in before[live.name, default: []].allSatisfy { ends[$0] != nil } }
            guard let index = pending.firstIndex(where: isNext)
            else { throw undecided("an order of drains that goes round in a circle") }
            let live = pending.remove(at: index)
            var own = first
            for name in before[live.name] ?? [] { join(&own, ends[name] ?? Thread()) }
            if let failure = try drain(live, &own) {
                if working.count > 1, !failures.isEmpty, ["drain", "run"].contains(failures.last?.step) {
                    throw undecided("several drains that fail")
                }
                failures.append(failure)
            }
            ends[live.name] = own
            join(&thread, own)
        }
    }

    /// For each module with work the names of those whose work ends before.
    private func drainOrder(_ working: [Live]) -> [String: Set<String>] {
        var before: [String: Set<String>] = [:]
        for live in working {
            before[live.name] = []
            for other in working where other !== live {
                if reaches(other, live) {
                    cover(.drainsAfterDependents)
                    before[live.name]?.insert(other.name)
                } else if other.level > live.level {
                    cover(.drainsAfterLevel)
                    before[live.name]?.insert(other.name)
                }
            }
        }
        // Within a level, what never said that it drains comes after what did, unless dependencies forbid it: what has
        // to end before some of the draining work waits for none of it that has to wait for silent work in turn.
        let silent = working.filter { $0.part.work == .silent }
        for live in silent {
            let draining = working.filter { $0.level == live.level && $0.part.work != .silent }
            let isInTheWay = draining.contains { reaches(live, $0) }
            if isInTheWay { cover(.silentBeforeDraining) }
            for other in draining where !isInTheWay || !silent.contains(where: { reaches($0, other) }) {
                cover(.silentAfterDraining)
                before[live.name]?.insert(other.name)
            }
        }
        return before
    }

    /// The work of a module ends.
    private func drain(_ live: Live, _ thread: inout Thread) throws -> Failure? {
        write("\(live.name).drain begins", &thread)
        let wasWaiting = live.work == .waiting
        live.work = .ended
        let action = live.part.actions[.drain]?.first
        var own = live.thread
        if wasWaiting {
            // C49: announceReady() returns, because the work is to end.
            cover(.drainsBeforeRunning)
            var beside = own
            join(&beside, thread)
            write("\(live.label).work accepts nothing", &beside)
            join(&own, beside)
        }
        join(&own, thread)
        if live.part.work == .silent {
            cover(.cancelsWork)
            write("\(live.label).work is cancelled", &own)
        } else {
            cover(.asksWork)
            // Its handler runs in another task than the work.
            var handler = thread
            write("\(live.label).work is asked", &handler)
            join(&own, handler)
        }
        var error: String?
        switch action {
        case nil:
            write("\(live.label).work ends", &own)
            if live.part.work != .silent { write("\(live.name)'s work returns", &own) }
        case .throwError:
            write("\(live.label).work ends", &own)
            write("\(live.name)'s work fails", &own)
            // After a cancellation it goes to observers only.
            if live.part.work == .silent { cover(.cancelledWorkThrows) } else { error = "broken" }
        case .hang where live.part.work != .silent:
            cover(.cutShort)
            write("\(live.label).work hangs", &own)
            write("\(live.label).work is cut short", &own, after: .seconds(20))
            error = "timedOut"
        case .hang, .ignoreCancellation:
            throw undecided("work that is abandoned")
        default: throw undecided("something else in a drain")
        }
        if live.part.work != .silent, action == .throwError { cover(.drainingWorkThrows) }
        join(&own, thread)
        let isLate = error == "timedOut"
        writeEnd("\(live.name).drain ends\(isLate ? ": timedOut" : "")", &own)
        thread = own
        return error.map { Failure(module: live.name, step: isLate ? "drain" : "run", error: $0) }
    }

    /// Work ends by itself.
    func endWork(_ index: Int, _ end: WorkEnd, _ thread: inout Thread) throws {
        guard let live = live(index), live.work == .goesOn else {
            cover(.noWorkToEnd)
            return
        }
        guard state == .running else { throw undecided("work that ends while the hive does not run") }
        join(&live.thread, thread)
        // The stop comes after the end, and maybe before observers are told of it.
        var stopping = thread
        switch end {
        case .returns:
            live.work = .ended
            write("\(live.label).work ends", &live.thread)
            stopping = live.thread
            write("\(live.name)'s work returns", &live.thread)
            if live.part.workMayEnd { return cover(.workMayEnd) }
            cover(.workReturns)
        case .throwsError:
            live.work = .ended
            cover(.workThrows)
            write("\(live.label).work ends", &live.thread)
            stopping = live.thread
            write("\(live.name)'s work fails", &live.thread)
            cause = Failure(module: live.name, step: "run", error: "broken")
        case .stopsHive:
            // C18: it only asks.
            cover(.workStops)
            write("\(live.label).work stop() -> done", &live.thread)
        }
        try requestStop(&stopping)
    }
}
