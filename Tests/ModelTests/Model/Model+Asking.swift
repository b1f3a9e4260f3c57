// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// C24, C28 to C33, C53: what can be asked of a hive, and events.

extension Model {
    // MARK: Events

    func trigger(_ number: Int, stops: Bool, _ thread: inout Thread) throws -> String {
        switch state {
        case .created, .starting:
            if isRollingBack { throw undecided("an event that is triggered on the way back") }
            cover(.triggerBeforeRunning)
            return "invalidState"
        case .running, .stopping:
            if isStopAsked, state == .running { throw undecided("an event in a hook that has asked for a stop") }
            let (answers, failures) = try deliver("\(number)", isPing: true, stops: stops, &thread)
            cover(failures.isEmpty ? .trigger : stops ? .triggerStopsAtFailure : .triggerGoesOn)
            return "answers \(answers), failures \(failures)"
        case .stopped, .failed:
            cover(.triggerAfterStop)
            return "stopped"
        }
    }

    func postAnswer() throws -> String {
        if isRollingBack { throw undecided("an event that is posted on the way back") }
        guard takesPosts else {
            cover(state == .stopping ? .postAfterDraining : .postAfterStop)
            return state == .stopping ? "stopping" : "stopped"
        }
        guard queue.count < program.queueCapacity else {
            cover(.queueFull)
            return "queueFull"
        }
        return "done"
    }

    /// Keeps an event that can be posted, or delivers it beside everything else.
    func post(_ number: Int, _ before: Thread) throws {
        guard takesPosts, queue.count < program.queueCapacity else { return }
        guard state == .running else {
            queue.append(number)
            return
        }
        cover(.postWhileRunning)
        var thread = before
        for delivery in deliveries { join(&thread, delivery) }
        try deliver(number, &thread)
        deliveries.append(thread)
    }

    /// Delivers an event that was posted.
    func deliver(_ number: Int, _ thread: inout Thread) throws {
        if !setUps.contains(where: { $0.isUp && $0.isSubscribed }) { isPostUnheard = true }
        _ = try deliver("\(number)", isPing: true, stops: false, &thread)
    }

    /// C29: every subscriber, in order.
    ///
    /// A ping makes handlers do what they do; a pong does not.
    private func deliver(
        _ text: String,
        isPing: Bool,
        stops: Bool,
        _ thread: inout Thread
    ) throws -> (answers: [String], failures: [String]) {
        var answers: [String] = []
        var failures: [String] = []
        if setUps.contains(where: \.isAbandoned) { throw undecided("an event beside a module that was abandoned") }
        for live in setUps where live.isUp && live.isSubscribed {
            write("\(live.label) hears \(text)", &thread)
            var hasFailed = false
            for action in isPing ? live.part.actions[.handler] ?? [] : [] {
                switch action {
                case .throwError: hasFailed = true
                case .post: throw undecided("a handler that posts")
                case .trigger(let number):
                    cover(.nestedTrigger)
                    let inner = try deliver("pong \(number)", isPing: false, stops: false, &thread)
                    write("\(live.label) has pong \(number) -> \(inner.answers)", &thread)
                default: throw undecided("something else in a handler")
                }
                if hasFailed { break }
            }
            if hasFailed {
                cover(.handlerFails)
                write("\(live.name)'s handler fails", &thread)
                failures.append(live.name)
                if stops { break }
            } else {
                answers.append(live.name)
            }
        }
        return (answers, failures)
    }

    // MARK: Services

    func lookUp(_ index: Int, _ thread: inout Thread) throws -> String {
        if isRollingBack { throw undecided("a lookup on the way back") }
        switch state {
        case .created:
            cover(.lookUpBeforeStart)
            return "serviceNotStarted"
        case .stopped, .failed:
            cover(.lookUpAfterStop)
            return "stopped"
        case .starting, .running, .stopping: break
        }
        guard let live = live(index), live.isRegistered else {
            cover(everRegistered.contains(index) ? .lookUpWithdrawn : .lookUpUnknown)
            return everRegistered.contains(index) ? "stopped" : "serviceNotRegistered"
        }
        if let instance = live.made.last, live.isCached {
            cover(.lookUpCached)
            return "instance \(instance)"
        }
        guard makesServices else {
            cover(.lookUpTooLate)
            return "stopping"
        }
        cover(.lookUpMakes)
        instances += 1
        live.isCached = true
        live.made.append(instances)
        write("\(live.label) makes \(instances)", &thread)
        return "instance \(instances)"
    }

    func evict(_ index: Int, _ thread: inout Thread) -> String {
        guard let live = live(index), live.isRegistered else {
            cover(.evictUnknown)
            return "serviceNotRegistered"
        }
        cover(live.isCached ? .evict : .evictNothing)
        if live.isCached { write("\(live.name)'s service is evicted", &thread) }
        defer { live.isCached = false }
        return "\(live.isCached)"
    }

    func cached(_ index: Int) -> String {
        guard let live = live(index), live.isCached, let instance = live.made.last else {
            cover(.notCached)
            return "nothing"
        }
        cover(.cached)
        return "instance \(instance)"
    }

    // MARK: Health

    func health(_ thread: inout Thread) throws -> String {
        guard state == .running else {
            cover(.healthWhenNotRunning)
            return "invalidState"
        }
        let first = thread
        var answers: [String] = []
        for live in modules where live.isUp {
            var own = first
            let before = live.health
            live.health = "healthy"
            if live.part.actions[.health]?.contains(.ignoreCancellation) == true {
                throw undecided("a health check that is abandoned")
            }
            if live.isAbandoned { throw undecided("the health of what was abandoned") }
            // It is not started again while it runs, and nobody sees when it has returned.
            if live.isCheckCancelled { throw undecided("a health check after one that was cancelled") }
            let failure = try hook(live, .health, &own)
            live.isCheckCancelled = failure?.error == "timedOut"
            if failure != nil { live.health = "unhealthy" }
            cover(live.health == "healthy" ? .healthy : live.health == "degraded" ? .degraded : .unhealthy)
            if live.health != before {
                cover(.healthChanges)
                write("\(live.name)'s health is \(live.health)", &own)
            }
            answers.append("\(live.name) \(live.health)")
            join(&thread, own)
        }
        return "\(answers)"
    }
}
