// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The start: three phases, each over all modules, and the way back.

extension Engine {
    func runStart() async throws {
        let began = observedTime
        announce(.starting)
        registrations.close()
        var runtimes: [ModuleRuntime] = []
        var schedule: [ModulePlan.Slot] = []
        let whole = deadline(after: timeouts[.wholeStart], "the timeout of the whole start")
        do {
            try checkStopRequest(before: .setUp)
            (runtimes, schedule) = try prepare()
            modules.begin(runtimes)
            try await bringUp(runtimes, order: schedule, within: whole)
            repeat {
                try await performQueued(whole)
                var all = modules.inBootOrder(isRunning: false)
                await leave(failed: &all)
            } while try !finishStart()
            timeline.endStart()
        } catch let interruption as StartInterruption {
            refuseQueued()
            throw await rollBack(modules.inBootOrder(isRunning: false), after: interruption, since: began)
        }
        announce(.running, since: began)
        readiness.open(tell)
        events.deliverPosted()
        startWork(modules.inBootOrder())
        beginBody()
    }

    /// Checks everything that can be checked, before anything runs, and registers what property lists name.
    private func prepare() throws -> ([ModuleRuntime], [ModulePlan.Slot]) {
        let (plan, services) = plan()
        let (warn, checks) = lifecycle.withLock { ($0.warn, $0.checksArguments) }
        let unread = checks ? registrations.unreadArguments() : []
        guard plan.problems.errors.isEmpty, unread.isEmpty else {
            throw StartInterruption(phase: .setUp, module: nil, failures: [], problems: plan.problems + unread)
        }
        self.services.note(leftOut: plan.disabled.filter(\.isLeftOut))
        for problem in plan.problems {
            observers.notify(.configurationDoubtful(problem))
            warn?(problem.description.markedLines)
        }
        let runtimes = plan.modules.enumerated().map { position, descriptor in
            ModuleRuntime(descriptor, position: position, engine: self)
        }
        do {
            // A service of a module that is disabled is left out; `verify` has warned.
            for registration in registrations(of: services.placed(among: plan.modules), for: runtimes) {
                try self.services.add(registration)
            }
        } catch {
            throw StartInterruption(phase: .setUp, module: nil, failures: [failure(nil, .setUp, error)])
        }
        return (runtimes, plan.schedule)
    }

    /// The services of property lists with their owners, of whom some are only about to come.
    func registrations(of services: [PlacedService], for coming: [ModuleRuntime]) -> [Registration] {
        let comers = Dictionary(coming.map { ($0.descriptor.id, $0.owner) }) { first, _ in first }
        return services.compactMap { service in
            let owner = service.owner.map { comers[$0] ?? modules.runtime($0)?.owner } ?? owner
            // Without one, its module has been given up meanwhile, and its services with it.
            return owner.map { service.declaration.registration(owner: $0) }
        }
    }

    /// Takes modules through the three phases of the start.
    ///
    /// Those whose failure the hive survives are taken down at the end of the phase, with all that needs them (C63).
    func bringUp(
        _ runtimes: [ModuleRuntime],
        order schedule: [ModulePlan.Slot],
        within whole: Deadline?
    ) async throws {
        var coming = runtimes
        // One may have been there before; that it is restarted, or cannot come, has been told.
        for runtime in runtimes where !runtime.isFailing { runtime.enter(.starting) { !$0.isRestarting } }
        events.hold(runtimes.map(\.owner))
        try await setUp(runtimes, within: whole)
        try await leave(failedOf: &coming, in: .setUp)
        try checkPromises(coming)
        try await leave(failedOf: &coming, in: .setUp)
        enter(.initializing)
        try answerQuestion()
        try await initializeServices(within: whole)
        // Level by level, so that a level takes as long as its critical path (C14).
        var begin = 0
        while begin < runtimes.count {
            let end = schedule[begin...].firstIndex { $0.level != schedule[begin].level } ?? runtimes.count
            try await initialize(Array(runtimes[begin..<end]), schedule[begin..<end], within: whole)
            try await leave(failedOf: &coming, in: .initialize)
            begin = end
        }
        try await ready(coming, within: whole)
        try await leave(failedOf: &coming, in: .ready)
        events.admit(coming.map(\.owner))
        for runtime in coming {
            runtime.didBringUp()
            isBack(runtime)
            runtime.enter(.up)
        }
    }

    /// Takes down what has failed in a phase; what somebody has asked for fails then for want of it.
    private func leave(failedOf coming: inout [ModuleRuntime], in phase: Phase) async throws {
        if let asked = coming.first(where: { $0.arrival == .askedFor && $0.isFailing }) {
            let needs = asked.failure.needs.joined(separator: ", ")
            let error = HiveError(.unavailable, "\(asked.name) needs \(needs), which has failed meanwhile.")
            throw StartInterruption(phase: phase, module: asked.name, failures: [failure(asked.name, phase, error)])
        }
        await leave(failed: &coming)
    }

    private func setUp(_ runtimes: [ModuleRuntime], within whole: Deadline?) async throws {
        try await run(.setUp, of: runtimes, within: whole) { runtime, _, scope in
            var wiring = Autowiring()
            let module = try await runtime.create(wiring)
            // It may come when nobody waits for it any more (C5).
            if runtime.isAbandoned { return }
            // A task of the initializer may still collect some.
            if wiring.hasFields || !isKnownUniquelyReferenced(&wiring) { runtime.keep(wiring) }
            try await runtime.call(.hook(.setUp)) { try await module.setUp(SetupContext(scope: scope)) }
            runtime.didSetUp()
            self.modules.didSetUp(runtime)
        }
    }

    /// Runs a phase of the start, which ends at the first failure that the hive does not survive.
    private func run(
        _ phase: Phase,
        of runtimes: [ModuleRuntime],
        _ places: [StepPlace]? = nil,
        within whole: Deadline?,
        hook: @escaping @Sendable (ModuleRuntime, (any HiveModule)?, HookScope) async throws -> Void
    ) async throws {
        try await runUntilFailure(
            runner(phase, over: runtimes, places: places, policy: .endAtFirstFailure, whole: whole) { runtime in
                try await runtime.withScope { try await hook(runtime, $0, $1) }
            }
        )
    }

    /// Makes the asynchronous services of the hive itself.
    private func initializeServices(within whole: Deadline?) async throws {
        guard services.hasAsynchronous(of: owner) else { return }
        try await runUntilFailure(
            runner(.initialize, of: [nil], policy: .endAtFirstFailure, whole: whole) { step throws(Handover) in
                try await step.run { try await self.services.makeAsynchronous(of: self.owner) }
            }
        )
    }

    private func initialize(
        _ runtimes: [ModuleRuntime],
        _ schedule: ArraySlice<ModulePlan.Slot>,
        within whole: Deadline?
    ) async throws {
        let begin = schedule.startIndex
        let places = zip(runtimes, schedule).map { runtime, slot in
            StepPlace(
                isConcurrent: runtime.descriptor.initializesConcurrently,
                dependencies: slot.dependencies.filter { $0 >= begin }.map { $0 - begin }
            )
        }
        try await run(.initialize, of: runtimes, places, within: whole) { runtime, module, scope in
            if self.services.hasAsynchronous(of: runtime.owner) {
                try await self.services.makeAsynchronous(of: runtime.owner)
            }
            try await runtime.call(.hook(.initialize)) { try await module?.initialize(ModuleContext(scope: scope)) }
        }
    }

    private func ready(_ runtimes: [ModuleRuntime], within whole: Deadline?) async throws {
        try await run(.ready, of: runtimes, within: whole) { runtime, module, scope in
            try await runtime.call(.hook(.ready)) { try await module?.ready(ModuleContext(scope: scope)) }
            guard let worker = module as? any WorkingModule, let work = self.makeWork(of: runtime, worker) else {
                return
            }
            if work.readiness == .announced { try await self.beginAnnounced(work, of: runtime, worker) }
        }
    }

    /// What modules have promised and must have kept when the `setUp` phase ends.
    private func checkPromises(_ runtimes: [ModuleRuntime]) throws {
        var failures: [HiveError.Failure] = []
        // A start fails for want of a service, whatever the policy; later it is the module that does.
        let isStart = state == .starting
        func fail(_ module: String?, _ error: any Error) {
            let failure = failure(module, .setUp, error)
            let culprit = isStart ? nil : runtimes.first { $0.name == module }
            if let culprit, survive(failure, of: culprit) { return }
            failures.append(failure)
        }
        for runtime in runtimes {
            for type in runtime.descriptor.provides where !services.isProvided(type) {
                let name = ServiceKey.name(of: type)
                let text = """
                    \(runtime.name) provides \(name) and has not registered it. Register it in func setUp(_ context: \
                    SetupContext); one of another name or type is not called.
                    """
                let place = runtime.descriptor.type.manifest.origin
                fail(runtime.name, HiveError(.unprovidedService, text, at: place))
            }
            for error in runtime.wiring?.link(to: services) ?? [] { fail(runtime.name, error) }
            for need in runtime.wiring?.needs ?? [] {
                note(FoundService(client: runtime.descriptor.id, key: need.key, origin: need.origin, isField: true))
            }
        }
        for (key, decorator) in services.idleDecorators(of: runtimes) {
            let text = "\(key) is decorated, and nobody has registered it."
            fail(decorator.owner.name, HiveError(.serviceNotRegistered, text, at: decorator.origin))
        }
        for error in registries.prepare() { fail(nil, error) }
        guard failures.isEmpty else {
            throw StartInterruption(phase: .setUp, module: failures[0].module, failures: failures)
        }
    }

    private func failure(_ module: String?, _ phase: Phase, _ error: any Error) -> HiveError.Failure {
        .init(module: module, step: "\(phase)", error: error)
    }

    /// From here on a stop is a stop; one that was asked for before ends the start.
    ///
    /// - Returns: Whether the hive runs; false when something was queued meanwhile.
    private func finishStart() throws -> Bool {
        let isRunning = lifecycle.withLock { lifecycle -> Bool? in
            if lifecycle.stopReason != nil || !lifecycle.earlyFailures.isEmpty { return nil }
            if lifecycle.queued?.isEmpty == false { return false }
            lifecycle.state = .running
            enter(.running)  // Under the lock, so that nobody sees a hive that runs and refuses events.
            readiness.begin()
            return true
        }
        if let isRunning { return isRunning }
        try checkStopRequest(before: .ready)
        throw StartInterruption(phase: .ready, module: nil, failures: [])
    }

    /// Takes down what had been set up, and makes the error of the start.
    private func rollBack(
        _ runtimes: [ModuleRuntime],
        after interruption: StartInterruption,
        since began: Duration?
    ) async -> HiveError {
        timeline.endStart()
        enter(.rollingBack)
        observers.run.current?.stopBegins()
        let stop = stopReason
        let (isSetUp, isNotSetUp) = runtimes.partitioned(by: \.isSetUp)
        let abandoned = isSetUp.filter(\.isAbandoned).map(\.name)
        let whole = deadline(after: timeouts[.wholeStop], "the timeout of the whole rollback")
        // A stop that was asked for counts from then.
        lifecycle.withLock { $0.whole = $0.whole ?? whole }
        let takenBack = await takeDown(runtimes, because: stop ?? .startFailed, isRollback: true)
        let end = await finishTearDown()
        let failures = takenBack + end.failures
        let report = HiveError.StartReport(
            phase: interruption.phase,
            module: interruption.module,
            started: isSetUp.map(\.name),
            abandoned: abandoned,
            notStarted: isNotSetUp.map(\.name),
            rollbackFailures: failures,
            undeliveredEvents: end.events,
            criticalPath: interruption.failures.contains(where: \.isTimeout) ? timeline.timeline.criticalPath : []
        )
        let error = interruption.error("The hive did not start", stop: stop, report)
        // A question that was answered is no failure, unless something else failed.
        let isWell = stop == .answered && interruption.failures.isEmpty && failures.isEmpty
        finish(stop == nil ? .failed : .stopped, since: began, isWell ? nil : error)
        return error
    }
}

extension Array {
    /// The elements that are so, and those that are not, each in order; what may change at any time is asked once.
    func partitioned(by isMatch: (Element) -> Bool) -> (matches: [Element], others: [Element]) {
        var parts: (matches: [Element], others: [Element]) = ([], [])
        for element in self {
            if isMatch(element) { parts.matches.append(element) } else { parts.others.append(element) }
        }
        return parts
    }
}
