// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How modules come up again that have gone down because of a failure (C63).

extension Engine {
    /// Has a module restarted when its time has come.
    func wake(_ id: ObjectIdentifier) {
        guard let restart = down.restart(of: id), stopReason == nil else { return }
        let now = clock.now()
        var key: DeadlineTimer.Key?
        if restart.time > now {
            key = timer.add(at: restart.time, now: now) { [weak self] in self?.comeBack(id, restart.name) }
        }
        if let former = down.wait(id, by: key) { timer.remove(former) }
        if key == nil { comeBack(id, restart.name) }
    }

    /// Restarts a module that is down, after what was asked for before; nobody waits for it.
    func comeBack(_ id: ObjectIdentifier, _ name: String, isByHand: Bool = false) {
        perform(restarting: name) { engine in
            guard engine.state == .running, let entry = engine.down.entry(id) else { return }
            // Somebody may have restarted it meanwhile, and it may have failed again, for which it waits anew.
            let isDue = engine.down.restart(of: id).map { $0.time <= engine.clock.now() } ?? false
            if isByHand || entry.state.isRestarting && isDue { _ = await engine.restart(entry, isByHand: isByHand) }
        }
    }

    /// Restarts a module because somebody asks for it, after what was asked for before.
    func restart(_ type: any HiveModule.Type) async throws {
        try await perform(.restart(of: type), waits: !ActivityScope.isInside(identity))
    }

    /// Does so, and waits for nothing.
    func requestRestart(of type: any HiveModule.Type) {
        do {
            try request(.restart(of: type), waits: false)
        } catch {
            observers.notify(Operation.restart(of: type).failed(error))
        }
    }

    fileprivate func restart(_ id: ObjectIdentifier, named name: String) async throws {
        if let runtime = modules.runtime(id) {
            let gone = [runtime] + modules(needing: runtime)
            if let instance = gone.first(where: \.current.isInstance) {
                let text = "\(instance.name) was registered as an instance, which cannot be made anew"
                throw HiveError(.notCreatable, "\(name) cannot be restarted: \(text). Register it with a factory.")
            }
            for one in gone where one !== runtime { _ = one.noteFailure(of: name) }
            await takeDown(failed: gone, because: StopReason("\(name) is restarted"))
        }
        guard let entry = down.entry(id) else {
            let text = "\(name) cannot be restarted: there is no such module"
            throw HiveError(.unknownModule, "\(text), or it is disabled. Add it with add(_:).")
        }
        let isCancelled = await restart(entry, isByHand: true)
        if modules.runtime(id)?.isUp == true { return }
        if isCancelled {
            let text = "\(name) is not up yet: its restart made way for a removal or a reload"
            throw HiveError(.startFailed, "\(text), and is carried out again after that.")
        }
        let remedy = "What went wrong stands in its module's state, or has been told to observers."
        throw HiveError(.startFailed, "\(name) did not come up: it is \(stateText(of: id)). \(remedy)")
    }

    /// Brings up a module that is down, with all that waits for it and for nothing else.
    ///
    /// - Returns: Whether a removal or a reload has ended that; all are as they were, and it is done once more.
    private func restart(_ entry: DownModules.Entry, isByHand: Bool) async -> Bool {
        var entry = entry
        guard let group = group(of: entry) else {
            // It comes up with what it needs, which withholds readiness itself.
            entry.isByItself = false
            down.add(entry)
            if !down.isLost(entry.id) { restoreReadiness(for: entry.id) }
            follow()
            return false
        }
        let rule = policy(of: entry.descriptor).rule
        if let lingering = group.first(where: { modules.isLingering($0.id) }) {
            let text = "\(lingering.name) cannot come back: \(RunningModules.isLingering)"
            failAgain(entry, HiveError(.invalidState, text))
            return false
        }
        if !isByHand { down.begins(entry.id, at: clock.now(), rule) }
        guard await bringUpAgain(group) else { return false }
        if isByHand { comeBack(entry.id, entry.name, isByHand: true) } else { wake(entry.id) }
        return true
    }

    /// Says of all that are down because of others for whom they wait, or with whom they are left out.
    func follow() {
        let all = down.inBootOrder
        let (culprits, others) = all.partitioned(by: \.isByItself)
        if others.isEmpty { return }
        let graph = requirements(with: all)
        for entry in others {
            let causes = culprits.filter { graph.leads(from: entry.id, to: $0.id) }
            var state = causes.isEmpty ? ModuleState.down : .waiting(for: causes.map(\.name))
            if let leftOut = causes.first(where: \.state.isLeftOut) {
                state = .leftOut(because: "it needs \(leftOut.name), which is left out")
                leaveOut(entry.id)
            }
            change(entry, to: state)
        }
    }

    /// What comes up together with a module that is down; nil where it needs something itself that is down.
    private func group(of entry: DownModules.Entry) -> [DownModules.Entry]? {
        let all = down.inBootOrder
        let graph = requirements(with: all)
        let isDown = Set(all.map(\.id))
        if !graph.needs(of: entry.id).isDisjoint(with: isDown) { return nil }
        var coming: Set<ObjectIdentifier> = [entry.id]
        var isGrowing = true
        while isGrowing {
            let more = all.filter { one in
                !one.isByItself && !coming.contains(one.id)
                    && graph.needs(of: one.id).intersection(isDown).isSubset(of: coming)
            }
            coming.formUnion(more.map(\.id))
            isGrowing = !more.isEmpty
        }
        return all.filter { coming.contains($0.id) }
    }

    /// Counts an attempt that could not begin as one that has failed.
    private func failAgain(_ entry: DownModules.Entry, _ error: HiveError) {
        var entry = entry
        guard entry.state.isRestarting, let restart = down.restart(of: entry.id) else {
            entry.isByItself = true
            change(entry, to: .leftOut(because: error.message))
            return follow()
        }
        let failure = HiveError.Failure(module: entry.name, step: "restart", error: error)
        guard let state = schedule(restart.owner, after: failure, policy(of: entry.descriptor)) else { return }
        change(entry, to: state)
        wake(entry.id)
    }

    /// Makes modules anew and brings them up.
    ///
    /// - Returns: Whether a removal or a reload has ended that.
    private func bringUpAgain(_ group: [DownModules.Entry]) async -> Bool {
        var coming: [ModuleRuntime] = []
        for entry in group {
            let runtime = add(entry.descriptor, at: entry.position)
            if entry.state.isRestarting, let restart = down.restart(of: entry.id) {
                // Its time has come, also where somebody has not waited for it.
                runtime.enter(restart.state(at: restart.time))
            }
            coming.append(runtime)
        }
        down.remove(group.map(\.id))
        lifecycle.withLock { $0.attempt = (Set(group.map(\.name)), false) }
        var isCancelled = false
        do {
            try services.exchange([], adding: registrations(ofReturning: coming))
            let order = order(ofReturning: coming)
            coming = order.runtimes
            try await bringUp(order.runtimes, order: order.slots, within: nil)
        } catch {
            isCancelled = await end(coming, of: group, after: error)
        }
        lifecycle.withLock { $0.attempt = nil }
        if state == .running { startWork(coming.filter(\.isUp)) }
        follow()
        return isCancelled
    }

    /// What has failed on the way back of a reload, which asks once for that.
    func takeLosses() -> [HiveError.Failure] { lifecycle.withLock { $0.lost.takeAll() } }

    /// Ends the restart of modules that are to be removed, or to have other options, which finds them down then.
    func cancelAttempt(ofAny concerned: Set<String>) {
        let runner = lifecycle.withLock { lifecycle -> PhaseRunner? in
            guard let attempt = lifecycle.attempt, !attempt.modules.isDisjoint(with: concerned) else { return nil }
            lifecycle.attempt?.isCancelled = true
            return lifecycle.runner
        }
        runner?.interrupt()
    }

    /// Ends an attempt that the stop of the hive cuts short or a removal or reload, or which is the reason for a stop.
    ///
    /// - Returns: Whether it was a removal or a reload.
    private func end(_ coming: [ModuleRuntime], of group: [DownModules.Entry], after error: any Error) async -> Bool {
        let (isStopping, isCancelled) = lifecycle.withLock { lifecycle in
            defer { lifecycle.attempt = nil }
            return (lifecycle.stopReason != nil, lifecycle.attempt?.isCancelled == true)
        }
        if isCancelled, !isStopping {
            // Others have failed in it before.
            let cancelled = coming.filter(modules.contains)
            let ids = Set(cancelled.map(\.descriptor.id))
            let former = group.filter { ids.contains($0.id) }
            for entry in former { down.add(entry) }
            tell(await takeOut(cancelled, returning: cancelled, because: StopReason("a removal or a reload")))
            for runtime in cancelled { runtime.endTelling() }
            for entry in former { change(entry, to: entry.state) }
            follow()
            return true
        }
        if !isStopping {
            let interruption = error as? StartInterruption
            let name = interruption?.module ?? coming[0].name
            let failures = interruption?.failures ?? [.init(module: name, step: "restart", error: error)]
            let reason = failures.first.map { "\($0.error)" } ?? ""
            escalate("\(name) failed when it was to come up again", because: reason, of: name, failures)
        }
        let gone = coming.filter { !$0.isUp }
        tell(await takeOut(gone, because: stopReason ?? .startFailed, isRollback: true))
        // They do not come back, whatever was told of them.
        for runtime in gone { runtime.enter(.down) }
        return false
    }

    /// Notes that a module is up, which may have been down.
    func isBack(_ runtime: ModuleRuntime) {
        let id = runtime.descriptor.id
        endStandIn(for: id)
        if down.cameUp(id, at: clock.now()) { tell("\(runtime.name) is up again") }
        restoreReadiness(for: id)
    }

    /// No longer withholds readiness for a module.
    private func restoreReadiness(for id: ObjectIdentifier) {
        if let owner = down.restart(of: id)?.owner { restoreReadiness(of: owner) }
    }

    /// Changes why a module is down, and has everybody told.
    func change(_ entry: DownModules.Entry, to state: ModuleState) {
        var entry = entry
        entry.state = state
        down.add(entry)
        enter(state, of: entry.name)
    }

    /// What each module that is about to come needs that is down because of a failure, directly or not: one of those.
    func missing(for newcomers: [ModuleDescriptor]) -> [ObjectIdentifier: DownModules.Entry] {
        let there = down.inBootOrder
        if there.isEmpty { return [:] }
        let graph = requirements(with: there, and: newcomers)
        let found = newcomers.compactMap { newcomer in
            there.first { graph.leads(from: newcomer.id, to: $0.id) }.map { (newcomer.id, $0) }
        }
        return Dictionary(found) { first, _ in first }
    }

    /// Has a module wait that has come meanwhile, for what it needs.
    func wait(_ newcomer: ModuleDescriptor) {
        forgetRestarts(of: newcomer.id)
        let (position, now) = (modules.newPosition(), clock.now())
        down.add(.init(descriptor: newcomer, position: position, isByItself: false, state: .down, since: now))
        follow()
    }

    /// Forgets how often a module was restarted that has been taken out.
    func forgetRestarts(of id: ObjectIdentifier) { end(down.forget(id)) }

    /// Forgets a module that is down, for good.
    func forget(_ entry: DownModules.Entry) {
        forgetRestarts(of: entry.id)
        endStandIn(for: entry.id)
        enter(.down, of: entry.name)
    }

    /// Forgets what is down: the hive has stopped.
    func forgetDown() {
        let entries = down.inBootOrder
        for entry in entries { endStandIn(for: entry.id) }
        end(down.forget())
        for entry in entries { enter(.down, of: entry.name) }
    }

    private func end(_ restarts: [DownModules.Restart]) {
        for restart in restarts {
            if let wake = restart.wake { timer.remove(wake) }
            restoreReadiness(of: restart.owner)
        }
    }
}

extension Operation {
    fileprivate static func restart(of type: any HiveModule.Type) -> Operation {
        let (id, name) = (ObjectIdentifier(type), type.moduleName)
        return Operation(kind: .restart, module: name) { engine, _ in try await engine.restart(id, named: name) }
    }
}

// MARK: - What comes back

extension Engine {
    /// The services that were listed for modules that come back.
    func registrations(ofReturning coming: [ModuleRuntime]) -> [Registration] {
        let services = registrations.listedServices.placed(among: coming.map(\.descriptor))
        return registrations(of: services.filter { $0.owner != nil }, for: coming)
    }

    /// In which order modules come back, and when each may be initialized.
    ///
    /// Levels are in order (C14): who was added late may have a place after modules of higher levels. Within a level
    /// each keeps its old place, after what it needs.
    func order(ofReturning coming: [ModuleRuntime]) -> (runtimes: [ModuleRuntime], slots: [ModulePlan.Slot]) {
        let all = modules.inBootOrder(isRunning: false).map(\.current)
        let plan = ModulePlan(all, services: registrations.listedServices, hiveServices: [], checking: [])
        var places: [ObjectIdentifier: Int] = [:]
        for (place, module) in plan.modules.enumerated() { places[module.id] = place }
        let order = coming.compactMap { runtime in places[runtime.descriptor.id].map { (runtime, place: $0) } }
            .sorted { plan.schedule[$0.place].level < plan.schedule[$1.place].level }
        return (order.map(\.0), plan.schedule.of(order.map(\.place)))
    }
}
