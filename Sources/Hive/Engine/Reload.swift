// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One reload, from what runs to the new state or, after a failure, back to the old one.
///
/// Services go over to their new owners before their old ones leave. Modules leave then, because one that comes may
/// take the place of one that goes. The other services change next, then modules come, what had been made is made anew,
/// and at last those that stay are told their new options, which may speak of all that is new. A service that stands in
/// the old configuration and in the new one is found all the while, also on the way back (C58).
struct Reload {
    let engine: Engine
    let plan: ReloadPlan
    /// What modules that left threw on their way.
    private(set) var failures: [HiveError.Failure] = []
    /// The modules that came, in boot order.
    private(set) var added: [ModuleRuntime] = []
    /// Their places among all that are to come.
    private var coming: [Int] = []
    /// The newcomers that need something that is down: they come with that.
    private var waiting: [ModuleDescriptor] = []
    private var removed: [ModuleRuntime] = []
    private var withdrawn: [RegistrationStack.Entry] = []
    /// The services that had been made when others took their places.
    private var made: [ServiceKey] = []
    private var registered: [ServiceKey] = []
    /// What has failed on the way back.
    private var found: [HiveError.Failure] = []
    /// What comes that a reload had lost before, as it was then.
    private var formerlyLost: [DownModules.Entry] = []
    /// What could not be put back.
    private var lost: Set<String> = []

    init(engine: Engine, plan: ReloadPlan) {
        self.engine = engine
        self.plan = plan
    }

    /// Takes every step, or puts everything back and throws.
    mutating func run() async throws {
        do {
            try checkStop()
            formerlyLost = plan.added.compactMap { engine.down.entry($0.id) }
            engine.down.remove(formerlyLost.map(\.id))
            let missing = engine.missing(for: plan.added)
            waiting = plan.added.filter { missing[$0.id] != nil }
            coming = plan.added.indices.filter { missing[plan.added[$0].id] == nil }
            added = coming.map { plan.added[$0] }.filter { !plan.restarted.contains($0.id) }
                .map { engine.add($0, as: .askedFor) }
            try handOverServices()
            await removeModules()
            try makeRestarted()
            try checkStop()
            try changeServices()
            try await addModules()
            try checkStop()
            try makeReplaced()
            try await tellOptions()
            try checkStop()
        } catch {
            throw await undo(after: error)
        }
        for update in plan.updates where !update.isTold {
            engine.modules.runtime(update.target.id)?.current = update.target
        }
        for newcomer in waiting { engine.wait(newcomer) }
        for service in plan.services { engine.services.note(service.key, isAt: service.origin) }
    }

    // MARK: Steps

    private mutating func removeModules() async {
        removed = plan.removed.compactMap { engine.modules.runtime($0.id) }
        guard !removed.isEmpty else { return }
        let returning = removed.filter { plan.restarted.contains($0.descriptor.id) }
        let reason = StopReason("the configuration was reloaded")
        failures += await engine.takeOut(removed, returning: returning, because: reason)
    }

    /// Makes the new ones of modules that are made anew, each in its old place, once the old ones have gone.
    private mutating func makeRestarted() throws {
        if plan.restarted.isEmpty { return }
        if let lingering = removed.first(where: { engine.modules.isLingering($0.descriptor.id) }) {
            throw HiveError(.invalidState, "\(lingering.name) cannot come back: \(RunningModules.isLingering)")
        }
        let positions = Dictionary(removed.map { ($0.descriptor.id, $0.owner.position) }) { first, _ in first }
        let newcomers = Dictionary(added.map { ($0.descriptor.id, $0) }) { first, _ in first }
        added = coming.map { plan.added[$0] }.map { module in
            newcomers[module.id] ?? engine.add(module, at: positions[module.id], as: .askedFor)
        }
    }

    /// Registers anew what belongs to a module that leaves for good: with it, the service would go for a while.
    private mutating func handOverServices() throws {
        let removed = plan.removed.filter { !plan.restarted.contains($0.id) }
        let leaving = Set(removed.compactMap { engine.modules.runtime($0.id)?.owner.id })
        guard !leaving.isEmpty else { return }
        try register(
            plan.registered.filter { service in
                engine.services.owner(of: service.declaration.key).map { leaving.contains($0.id) } ?? false
            }
        )
    }

    private mutating func changeServices() throws {
        let done = Set(registered)
        try register(
            plan.registered.filter { !done.contains($0.declaration.key) },
            insteadOf: plan.withdrawn.map(\.key).filter { !done.contains($0) }
        )
    }

    private mutating func register(
        _ services: [PlacedService],
        insteadOf keys: [ServiceKey] = []
    ) throws {
        let registrations = engine.registrations(of: services, for: added)
        made += registrations.map(\.key).filter { engine.services.hasInstance($0) }
        withdrawn += try engine.services.exchange(keys, adding: registrations)
        registered += registrations.map(\.key)
    }

    private mutating func addModules() async throws {
        if !added.isEmpty { try await engine.bringUp(added, order: plan.schedule.of(coming), within: nil) }
    }

    /// Makes anew what had been made, so that a factory that throws fails the reload, and not a lookup some time later.
    private func makeReplaced() throws {
        for key in made where !engine.services.isTransient(key) {
            do {
                _ = try engine.services.box(ServiceRequest(key))
            } catch {
                let (module, step) = (engine.services.owner(of: key)?.name, "making of \(key)")
                let failure = HiveError.Failure(module: module, step: step, error: error)
                throw StartInterruption(phase: .reconfigure, module: nil, failures: [failure])
            }
        }
    }

    private func tellOptions() async throws {
        let targets = Dictionary(plan.updates.filter(\.isTold).map { ($0.target.id, $0.target) }) { first, _ in first }
        let members = plan.updates.filter(\.isTold).compactMap { engine.modules.runtime($0.target.id) }
        guard !members.isEmpty else { return }
        try await engine.runUntilFailure(
            engine.runner(.reconfigure, over: members, policy: .endAtFirstFailure) { [engine] runtime in
                guard let target = targets[runtime.descriptor.id] else { return }
                try await engine.reconfigure(runtime, with: target)
            }
        )
    }

    private func checkStop() throws { try engine.checkStopRequest(before: .reconfigure) }

    // MARK: The way back

    /// Puts back what was, unless the hive stops, and says what went wrong.
    private mutating func undo(after error: any Error) async -> HiveError {
        let cause = (error as? StartInterruption)?.failures ?? [.init(module: nil, step: "reload", error: error)]
        let place = (error as? StartInterruption).flatMap { interruption in
            interruption.module.map { "module \($0) failed in \(interruption.phase)" }
        }
        if let stop = engine.stopReason { return await end(stop, cause) }

        await giveOptionsBack()
        let (stuck, needy) = giveUpAbandoned()
        // An old one and its new one are never there together.
        if !plan.restarted.isEmpty { found += await takeDownAdded() }
        let returning = runtimes(for: removed + stuck)
        restoreServices(for: returning)
        found += await takeDownAdded()
        await restoreModules(returning)
        loseAgain()
        if let stop = engine.stopReason { return await end(stop, cause + found) }
        var end = "Everything is as it was before."
        if !lost.isEmpty {
            let verbs = needy.count == 1 ? "depends on that, and goes" : "depend on that, and go"
            let without = needy.isEmpty ? "" : " \(needy.joined(separator: ", ")) \(verbs) on without."
            end = "Not restored: \(lost.sorted().joined(separator: ", ")).\(without)"
            end += " Reload again, or restart the process."
        }
        let text = "The reload failed: \(place ?? "a service could not be changed"). \(end)"
        return HiveError(.reloadFailed, text, failures: cause + failures + found)
    }

    /// Takes down what is half up; the stop sees to all the rest.
    private mutating func end(_ stop: StopReason, _ cause: [HiveError.Failure]) async -> HiveError {
        added.removeAll { $0.isUp }
        let more = await takeDownAdded()
        loseAgain()
        return HiveError(.cancelled, "The reload was cancelled: \(stop).", failures: cause + failures + more)
    }

    private mutating func giveOptionsBack() async {
        for update in plan.updates.reversed() where update.isTold {
            // Who has not taken the new options has the old ones, or still takes them: then it is given up.
            guard let runtime = engine.modules.runtime(update.target.id), runtime.current === update.target,
                !runtime.isAbandoned
            else { continue }
            let failures = await engine.runToTheEnd(
                engine.runner(.reconfigure, over: [runtime], policy: .goOn) { [engine] runtime in
                    try await engine.reconfigure(runtime, with: update.running)
                }
            )
            if failures.isEmpty { continue }
            found += failures
            lost.insert("the options of \(runtime.name)")
        }
    }

    /// Lets go of modules whose hook was abandoned; none is made anew before it has returned (C2).
    ///
    /// - Returns: Those modules, and the names of those that depend on them and stay.
    private func giveUpAbandoned() -> (stuck: [ModuleRuntime], needy: [String]) {
        let stuck = plan.updates.compactMap { update -> (runtime: ModuleRuntime, old: ModuleDescriptor)? in
            let runtime = engine.modules.runtime(update.target.id)
            return runtime.flatMap { $0.isAbandoned ? ($0, update.running) : nil }
        }
        let needy = Set(stuck.flatMap { engine.registrations.dependents(of: $0.runtime).map(\.name) })
        for (runtime, old) in stuck {
            runtime.current = old
            engine.giveUp(runtime)
            engine.modules.forget(runtime)
        }
        return (stuck.map(\.runtime), needy.subtracting(stuck.map(\.runtime.name)).sorted())
    }

    private mutating func takeDownAdded() async -> [HiveError.Failure] {
        await takeBack(added.takeAll())
    }

    private func takeBack(_ modules: [ModuleRuntime]) async -> [HiveError.Failure] {
        await engine.takeOut(modules, because: StopReason("the reload failed"), isRollback: true)
    }

    private mutating func note(_ error: any Error) {
        found.append(.init(module: nil, step: "reload", error: error))
    }

    /// New runtimes for modules that had left, in their old places: the old boot order had each after what it needs.
    ///
    /// One whose old instance has not returned yet has failed before it begins.
    private func runtimes(for gone: [ModuleRuntime]) -> [ModuleRuntime] {
        let returning = gone.sorted { $0.owner.position < $1.owner.position }
            .map { engine.add($0.current, at: $0.owner.position, as: .putBack) }
        for runtime in returning where engine.modules.isLingering(runtime.descriptor.id) {
            let text = "\(runtime.name) cannot come back: \(RunningModules.isLingering)"
            let error = HiveError(.invalidState, text)
            _ = engine.survive(.init(module: runtime.name, step: "reload", error: error), of: runtime)
        }
        return returning
    }

    /// Puts back the services that were there, before those that came leave with their modules.
    private mutating func restoreServices(for returning: [ModuleRuntime]) {
        do {
            let restored = engine.registrations(ofReturning: returning.filter { !$0.isFailing })
            try engine.services.exchange(registered, puttingBack: withdrawn, adding: restored)
        } catch {
            note(error)
        }
    }

    /// Brings up new instances of modules that had left; what fails goes down by its policy, and never stops the hive.
    private mutating func restoreModules(_ returning: [ModuleRuntime]) async {
        let order = engine.order(ofReturning: returning)
        do {
            try await engine.bringUp(order.runtimes, order: order.slots, within: nil)
        } catch {
            // The hive stops, or something that belongs to no module keeps it from going on.
            if let interruption = error as? StartInterruption { found += interruption.failures } else { note(error) }
            found += await takeBack(returning.filter { !$0.isUp })
        }
        found += engine.takeLosses()
        let (up, others) = returning.partitioned(by: \.isUp)
        lost.formUnion(others.map(\.name))
        if engine.state == .running { engine.startWork(up) }
    }

    /// Where this reload was to bring what an earlier one had lost, that is lost once more.
    private func loseAgain() {
        for entry in formerlyLost where engine.state(of: entry.id) == nil { engine.change(entry, to: entry.state) }
        engine.follow()
    }
}
