// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The start: three phases, each over all modules, and the way back.

extension Hive {
    func bringUp() async throws {
        announce(.starting)
        modules.close()
        var runtimes: [ModuleRuntime] = []
        var schedule: [ModulePlan.Slot] = []
        let whole = timeouts.wholeStart.map {
            Deadline(time: clock.now().adding($0), timeout: $0, name: "the timeout of the whole start")
        }
        do {
            try checkStopRequest(before: .setUp)
            (runtimes, schedule) = try prepare()
            modules.begin(runtimes)
            try await bringUp(runtimes, schedule, whole)
            repeat {
                try await performQueued(whole)
            } while try !finishStart()
            timelineBuffer.endStart()
        } catch let interruption as StartInterruption {
            refuseQueued()
            throw await rollBack(modules.inBootOrder(isRunning: false), after: interruption)
        }
        announce(.running)
        events.deliverPosted()
        startWork(modules.inBootOrder())
    }

    /// Checks everything that can be checked, before anything runs, and registers what property lists name.
    private func prepare() throws -> ([ModuleRuntime], [ModulePlan.Slot]) {
        let (plan, services) = plan()
        guard plan.problems.errors.isEmpty else {
            throw StartInterruption(phase: .setUp, module: nil, failures: [], problems: plan.problems)
        }
        let runtimes = plan.modules.enumerated().map { position, descriptor in
            ModuleRuntime(descriptor, position: position, hive: self)
        }
        var owners: [String: Owner] = [:]
        for runtime in runtimes where !services.isEmpty {
            owners[runtime.name] = runtime.owner
            owners[_typeName(runtime.descriptor.type)] = runtime.owner
        }
        do {
            for service in services {
                // A service of a module that is disabled is left out; `verify` has warned.
                guard let owner = service.module.map({ owners[$0] }) ?? owner else { continue }
                try self.services.add(service.registration(owner: owner))
            }
        } catch {
            throw StartInterruption(phase: .setUp, module: nil, failures: [failure(nil, .setUp, error)])
        }
        return (runtimes, plan.schedule)
    }

    /// Takes modules through the three phases of the start.
    func bringUp(_ runtimes: [ModuleRuntime], _ schedule: [ModulePlan.Slot], _ whole: Deadline?) async throws {
        let owners = runtimes.map(\.owner)
        events.hold(owners)
        try await setUp(runtimes, whole)
        try answerQuestion()
        services.open()
        try await initialize(runtimes, schedule, whole)
        try await ready(runtimes, whole)
        events.admit(owners)
    }

    private func setUp(_ runtimes: [ModuleRuntime], _ whole: Deadline?) async throws {
        try await runUntilFailure(.setUp, runtimes, whole) { step in
            let runtime = runtimes[step]
            try await runtime.withScope(.setUp) { _, scope in
                let module = try await runtime.create()
                self.subscribeToEveryEvent(runtime, module)
                try await runtime.call(.hook(.setUp)) { try await module.setUp(SetupContext(scope: scope)) }
                runtime.didSetUp()
                self.modules.didSetUp(runtime)
            }
        }
        try checkPromises(runtimes)
    }

    /// Initializes level by level, so that a level takes as long as its critical path (C14).
    private func initialize(
        _ runtimes: [ModuleRuntime],
        _ schedule: [ModulePlan.Slot],
        _ whole: Deadline?
    ) async throws {
        if services.hasAsynchronous(of: owner) {
            try await runUntilFailure(.initialize, [nil], whole) { _ in
                try await self.services.makeAsynchronous(of: self.owner)
            }
        }
        var begin = 0
        while begin < runtimes.count {
            let end = schedule[begin...].firstIndex { $0.level != schedule[begin].level } ?? runtimes.count
            let level = begin..<end
            let order = level.map { place in
                StepOrder.Place(
                    isConcurrent: runtimes[place].descriptor.startup == .concurrent,
                    dependencies: schedule[place].dependencies.filter { $0 >= level.lowerBound }
                        .map { $0 - level.lowerBound }
                )
            }
            try await runUntilFailure(.initialize, Array(runtimes[level]), order: StepOrder(order), whole) { step in
                let runtime = runtimes[level.lowerBound + step]
                try await runtime.withScope(.initialize) { module, scope in
                    try await self.services.makeAsynchronous(of: runtime.owner)
                    try await runtime.call(.hook(.initialize)) {
                        try await module?.initialize(InitContext(scope: scope))
                    }
                }
            }
            begin = end
        }
    }

    private func ready(_ runtimes: [ModuleRuntime], _ whole: Deadline?) async throws {
        try await runUntilFailure(.ready, runtimes, whole) { step in
            let runtime = runtimes[step]
            try await runtime.withScope(.ready) { module, scope in
                try await runtime.call(.hook(.ready)) { try await module?.ready(InitContext(scope: scope)) }
            }
        }
    }

    /// Runs the hooks of a phase until the first failure, or until a stop is asked for.
    func runUntilFailure(
        _ phase: Phase,
        _ runtimes: [ModuleRuntime?],
        order: StepOrder? = nil,
        _ whole: Deadline?,
        _ body: @escaping HookBody
    ) async throws {
        let runner = runner(phase, runtimes, order: order, policy: .endAtFirstFailure, whole: whole, body)
        let isStopping = lifecycle.withLock { lifecycle in
            lifecycle.runner = runner
            return lifecycle.stopReason != nil
        }
        defer { lifecycle.withLock { $0.runner = nil } }
        if isStopping { runner.interrupt() }
        let failed = await runner.run()
        // What was cancelled because of another failure comes after it, in whichever order modules stand.
        guard failed.isEmpty else {
            let culprit = failed.first { !$0.isConsequence } ?? failed[0]
            let failures = culprit.failures + failed.filter { $0.step != culprit.step }.flatMap(\.failures)
            throw StartInterruption(phase: phase, module: runtimes[culprit.step]?.name, failures: failures)
        }
        try checkStopRequest(before: phase)
    }

    /// What modules have promised and must have kept when the `setUp` phase ends.
    private func checkPromises(_ runtimes: [ModuleRuntime]) throws {
        var failures: [HiveError.Failure] = []
        func fail(_ module: String?, _ error: any Error) {
            failures.append(failure(module, .setUp, error))
        }
        for runtime in runtimes {
            for type in runtime.descriptor.provides where !services.isProvided(type) {
                let name = ServiceKey.name(of: type)
                let text = "\(runtime.name) provides \(name) and has not registered it. Register it in setUp."
                fail(runtime.name, HiveError(.unprovidedService, text, at: runtime.descriptor.origin))
            }
            for error in runtime.wiring.link(to: services) { fail(runtime.name, error) }
        }
        for (key, decorator) in services.idleDecorators(of: runtimes) {
            let text = "\(key) is decorated, and nobody has registered it."
            fail(decorator.owner.name, HiveError(.serviceNotRegistered, text, at: decorator.origin))
        }
        for error in registries.open() { fail(nil, error) }
        guard failures.isEmpty else {
            throw StartInterruption(phase: .setUp, module: failures[0].module, failures: failures)
        }
    }

    func checkStopRequest(before phase: Phase) throws {
        if stopReason != nil {
            throw StartInterruption(phase: phase, module: nil, failures: [])
        }
    }

    private func failure(_ module: String?, _ phase: Phase, _ error: any Error) -> HiveError.Failure {
        .init(module: module, step: "\(phase)", error: error)
    }

    /// From here on a stop is a stop; one that was asked for before ends the start.
    ///
    /// - Returns: Whether the hive runs; false when something was queued meanwhile.
    private func finishStart() throws -> Bool {
        enum End {
            case running
            case queued
            case stopped
        }
        let end = lifecycle.withLock { lifecycle -> End in
            if lifecycle.stopReason != nil { return .stopped }
            if lifecycle.queued?.isEmpty == false { return .queued }
            lifecycle.state = .running
            events.open()  // Under the lock, so that no one sees the one without the other.
            return .running
        }
        if case .stopped = end { throw StartInterruption(phase: .ready, module: nil, failures: []) }
        if case .queued = end { return false }
        return true
    }

    /// Takes down what had been set up, and makes the error of the start.
    private func rollBack(_ runtimes: [ModuleRuntime], after interruption: StartInterruption) async -> HiveError {
        timelineBuffer.endStart()
        services.beginStopping()
        services.beginTearDown()
        registries.beginStopping()
        let stop = lifecycle.withLock { $0.stopReason }
        // Decided once, because a hook that nobody waits for may return at any time.
        let (isSetUp, isNotSetUp) = runtimes.partitioned(by: \.isSetUp)
        let abandoned = isSetUp.filter(\.isAbandoned).map(\.name)
        // A task of its own, because this one may be cancelled and a `tearDown` must not be (C4).
        let rollback = Task {
            let whole = wholeStop("the timeout of the whole rollback")
            var failures = await withdraw(isNotSetUp, whole)
            failures += await tearDown(isSetUp, stop ?? .startFailed, whole)
            let end = await finishTearDown(whole)
            return (failures: failures + end.failures, events: end.events)
        }
        let (failures, events) = await rollback.value
        let report = HiveError.StartReport(
            phase: interruption.phase,
            module: interruption.module,
            started: isSetUp.map(\.name),
            abandoned: abandoned,
            notStarted: isNotSetUp.map(\.name),
            rollbackFailures: failures,
            undeliveredEvents: events,
            criticalPath: interruption.failures.contains(where: \.isTimeout) ? timeline.criticalPath : nil
        )
        let error = interruption.error("The hive did not start", stop: stop, report)
        // A question that was answered is no failure, unless something else failed.
        let isWell = stop == .answered && interruption.failures.isEmpty && failures.isEmpty
        finish(stop == nil ? .failed : .stopped, isWell ? nil : error)
        return error
    }
}

extension Array {
    /// The elements that are so, and those that are not, each in order.
    fileprivate func partitioned(by isMatch: (Element) -> Bool) -> (matches: [Element], others: [Element]) {
        var parts: (matches: [Element], others: [Element]) = ([], [])
        for element in self {
            if isMatch(element) { parts.matches.append(element) } else { parts.others.append(element) }
        }
        return parts
    }
}

/// Why a start ended before its end.
struct StartInterruption: Error {
    let phase: Phase
    /// The module that failed; nil when the start was cancelled between two hooks.
    let module: String?
    let failures: [HiveError.Failure]
    /// What is wrong with the modules, when nothing was begun for it.
    var problems: [Problem] = []

    func error(_ what: String, stop: StopReason?, _ report: HiveError.StartReport) -> HiveError {
        if let stop {
            return HiveError(.cancelled, "The start was cancelled: \(stop).", failures: failures, start: report)
        }
        let count = problems.errors.count
        if count > 0 {
            let things = count == 1 ? "thing is" : "things are"
            let text = "The hive cannot start: \(count) \(things) wrong with its modules."
            return HiveError(.invalidConfiguration, text, problems: problems, start: report)
        }
        let culprit = module.map { "module \($0)" } ?? "the hive"
        return HiveError(.startFailed, "\(what): \(culprit) failed in \(phase).", failures: failures, start: report)
    }
}
