// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What modules do in their hooks, and what comes of it.

extension Model {
    /// A hook of a module runs; returns what it failed with.
    func hook(_ live: Live, _ place: Place, _ thread: inout Thread) throws -> Failure? {
        let step = place == .creation ? "setUp" : place == .work ? "run" : place.rawValue
        func failure(_ error: String) -> Failure { Failure(module: live.name, step: step, error: error) }
        write("\(live.label).\(place.rawValue) (\(state.rawValue), \(isReady ? "ready" : "not ready"))", &thread)
        if place == .setUp { registerAll(live, &thread) }
        if place == .initialize || place == .reconfigure {
            write("\(live.label) has \(live.option.map { "number \($0)" } ?? "no options")", &thread)
        }
        let wasInHook = isInHook
        isInHook = true
        defer { isInHook = wasInHook }
        for action in live.part.actions[place] ?? [] {
            let text = "\(live.label).\(place.rawValue) \(action.text)"
            switch action {
            case .throwError:
                if isStopAsked, state == .starting { throw undecided("a hook that throws after a stop was asked for") }
                cover(.hookThrows)
                write("\(live.label).\(place.rawValue) over", &thread)
                return failure("broken")
            case .throwErrorIn: throw undecided("a failure that is survived, which is another model's")
            case .hang, .ignoreCancellation:
                if isStopAsked, state == .starting { throw undecided("a hook that hangs after a stop was asked for") }
                return try hang(live, place, action, &thread).map(failure)
            case .post(let number):
                if isChanging { throw undecided("an event that is posted while modules come and go") }
                let before = thread
                write("\(text) -> \(try postAnswer())", &thread)
                try post(number, before)
            case .trigger(let number):
                let answer = try trigger(number, stops: false, &thread)
                write("\(text) -> \(answer)", &thread)
            case .lookUp(let index):
                let answer = try lookUp(index, &thread)
                write("\(text) -> \(answer)", &thread)
            case .withhold, .restore:
                live.isWithholding = action == .withhold
                if state == .running { tellReadiness(live.name, &thread) }
            case .stop, .requestStop:
                if isLetIn {
                    guard action == live.part.actions[place]?.last else {
                        throw undecided("a hook of a reload that does something after it has asked for a stop")
                    }
                    if modules.contains(where: \.isWithholding) {
                        throw undecided("a reload that a stop ends beside modules that withhold readiness")
                    }
                    var stopping = thread
                    isStopAsked = true
                    // C53: it is not ready from now on; the stop itself waits for its turn.
                    tellReadiness(nil, &stopping)
                    stopBegun = stopping
                    state = .stopping
                    write("\(text) -> done", &thread)
                    continue
                }
                if isChanging, state != .stopping { throw undecided("a stop during an addition or a removal") }
                // C18: it only asks.
                cover(state == .stopping ? .stopWhileStopping : .stopInHook)
                if isRollingBack { throw undecided("a stop that is asked for on the way back") }
                if state == .starting { isStopAsked = true }
                write("\(text) -> done", &thread)
            case .cancelTask where isReloading:
                // C8 speaks of the start; what others see of a reload is not taken back because its caller has gone.
                cover(.reloadCancelled)
                write("\(text) -> done", &thread)
            case .cancelTask:
                // C8: the same as a stop, but the hook is cancelled, so that little can be said of what it does then.
                guard state == .starting, !isChanging, !isRollingBack, action == live.part.actions[place]?.last else {
                    throw undecided("a start that is cancelled elsewhere than at the end of a hook")
                }
                cover(.startCancelled)
                isStopAsked = true
                write("\(text) -> done", &thread)
            case .startAgain:
                cover(.startInHook)
                write("\(text) -> invalidState", &thread)
            case .add(let index):
                write("\(text) -> \(try addInHook(index))", &thread)
            case .remove:
                throw undecided("a removal that a hook asks for")
            case .reload(let entries):
                write("\(text) -> \(try reloadInHook(entries))", &thread)
            case .beDegraded: live.health = "degraded"
            }
        }
        write("\(live.label).\(place.rawValue) over", &thread)
        return nil
    }

    /// C5: a hook outlives its timeout.
    private func hang(_ live: Live, _ place: Place, _ action: Action, _ thread: inout Thread) throws -> String? {
        let label = "\(live.label).\(place.rawValue)"
        write("\(label) hangs", &thread)
        let time: Duration =
            switch place {
            case .health: .milliseconds(500)
            case .willStop, .tearDown: .seconds(10)
            default: .seconds(30)
            }
        write("\(label) is cancelled", &thread, after: time)
        if action == .hang {
            cover(.hangs)
            return "timedOut"
        }
        cover(.abandoned)
        nextTime = .seconds(1)
        live.isAbandoned = true
        live.lateHook = place
        late.append(live)
        return "timedOut"
    }

    /// What a module registers in its setUp.
    private func registerAll(_ live: Live, _ thread: inout Thread) {
        if live.part.registersService {
            live.isRegistered = true
            everRegistered.insert(live.part.index)
            write("\(live.name) registers", &thread)
        }
        live.isSubscribed = live.part.isSubscriber
    }

    // MARK: Taking a module down

    /// Its `tearDown`, and the shutdown of what its service has made (C28), in reverse.
    func tearDown(_ live: Live, _ thread: inout Thread) throws -> [Failure] {
        write("\(live.name).tearDown begins", &thread)
        live.isUp = false
        let failure = try hook(live, .tearDown, &thread)
        var beside = thread
        // Of one that is given up it goes with the rest.
        if live.isWithholding, state == .running, !live.isAbandoned {
            live.isWithholding = false
            tellReadiness(live.name, &beside)
        }
        for instance in live.made.reversed() {
            cover(.shutsDown)
            write("\(live.label) shuts \(instance) down", &thread)
        }
        live.made = []
        writeEnd("\(live.name).tearDown ends\(failure.map { ": \($0.error)" } ?? "")", &thread)
        if failure != nil { cover(.failsInTearDown) }
        join(&thread, beside)
        withdraw(live)
        return failure.map { [$0] } ?? []
    }

    /// What a module has registered goes with it.
    func withdraw(_ live: Live) {
        live.isGone = true
        live.isUp = false
        live.isRegistered = false
        live.isCached = false
        live.isSubscribed = false
        live.isWithholding = false
        live.hasContext = false
    }

    func willStop(_ live: Live, _ thread: inout Thread) throws -> [Failure] {
        write("\(live.name).willStop begins", &thread)
        let failure = try hook(live, .willStop, &thread)
        writeEnd("\(live.name).willStop ends\(failure.map { ": \($0.error)" } ?? "")", &thread)
        if failure != nil { cover(.failsInWillStop) }
        return failure.map { [$0] } ?? []
    }

    // MARK: Hooks that return late

    /// C5: everything that was abandoned returns.
    func release(_ thread: inout Thread) throws {
        let all = late
        late = []
        for live in all {
            guard let place = live.lateHook else { continue }
            var own = thread
            cover(.returnsLate)
            let label = "\(live.label).\(place.rawValue)"
            write("\(label) returns late", &own)
            write("\(label) over", &own)
            live.lateHook = nil
            live.isAbandoned = false
            if place == .creation { throw undecided("a creation that is abandoned") }
            // A setUp that returns late has returned.
            guard live.isSetUp || place == .setUp, place != .tearDown else {
                cover(.returnsLateWithoutTearDown)
                continue
            }
            if live.part.actions[.tearDown] != nil { throw undecided("a late tearDown that does something") }
            cover(.tornDownLate)
            write("\(live.name).tearDown begins", &own)
            write("\(live.label).tearDown (\(state.rawValue), \(isReady ? "ready" : "not ready"))", &own)
            write("\(live.label).tearDown over", &own)
            for instance in live.made.reversed() { write("\(live.label) shuts \(instance) down", &own) }
            live.made = []
            writeEnd("\(live.name).tearDown ends", &own)
        }
    }
}
