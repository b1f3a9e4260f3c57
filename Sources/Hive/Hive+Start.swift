// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The start: three phases, each over all modules, and the way back.

extension Hive {
    /// Why a phase ended before its end.
    private struct Interruption: Error {
        let phase: Phase
        /// The module that failed; nil when the start was cancelled between two hooks.
        let module: String?
        let failures: [HiveError.Failure]
    }

    func bringUp() async throws {
        announce(.starting)
        modules.close()
        let runtimes = try prepare()
        modules.begin(runtimes)
        var isSetUp: [ModuleRuntime] = []
        do {
            try await Inside.run(identity) { try await setUp(runtimes, &isSetUp) }
            services.open()
            try await Inside.run(identity) { try await initialize(isSetUp) }
            try await Inside.run(identity) { try await ready(isSetUp) }
            try finishStart()
        } catch let interruption as Interruption {
            throw await rollBack(interruption, isSetUp, all: runtimes)
        }
        events.open()
        announce(.running)
    }

    /// Checks everything that can be checked, before anything runs.
    private func prepare() throws -> [ModuleRuntime] {
        let (plan, services) = plan()
        let errors = plan.problems.errors
        do {
            guard errors.isEmpty else { throw Self.invalid(plan.problems) }
            let runtimes = plan.modules.enumerated().map { position, descriptor in
                ModuleRuntime(descriptor, position: position, hive: self)
            }
            var owners: [String: Owner] = [:]
            for runtime in runtimes {
                owners[runtime.name] = runtime.owner
                owners[_typeName(runtime.descriptor.type)] = runtime.owner
            }
            for service in services {
                // A service of a module that is disabled is left out; `verify` has warned.
                guard let owner = service.module.map({ owners[$0] }) ?? owner else { continue }
                try self.services.add(service.registration(owner: owner))
            }
            return runtimes
        } catch {
            self.services.close()
            finish(.failed)
            throw error
        }
    }

    private func setUp(_ runtimes: [ModuleRuntime], _ isSetUp: inout [ModuleRuntime]) async throws {
        for runtime in runtimes {
            do {
                try await run(.setUp, runtime) { scope in
                    let module = try await runtime.create()
                    self.subscribeToEveryEvent(runtime, module)
                    try await module.setUp(SetupContext(scope: scope))
                }
            } catch {
                await withdraw(runtime)
                throw error
            }
            isSetUp.append(runtime)
            modules.didSetUp(runtime)
        }
        try checkPromises(isSetUp)
    }

    private func initialize(_ runtimes: [ModuleRuntime]) async throws {
        do {
            try await services.makeAsynchronous(of: owner)
        } catch {
            let failure = HiveError.Failure(module: nil, step: "\(Phase.initialize)", error: error)
            throw Interruption(phase: .initialize, module: nil, failures: [failure])
        }
        for runtime in runtimes {
            try await run(.initialize, runtime) { scope in
                try await self.services.makeAsynchronous(of: runtime.owner)
                try await runtime.instance?.initialize(InitContext(scope: scope))
            }
        }
    }

    private func ready(_ runtimes: [ModuleRuntime]) async throws {
        for runtime in runtimes {
            try await run(.ready, runtime) { try await runtime.instance?.ready(InitContext(scope: $0)) }
        }
    }

    /// Runs one hook, unless the start has been cancelled meanwhile.
    private func run(
        _ phase: Phase,
        _ runtime: ModuleRuntime,
        _ hook: (HookScope) async throws -> Void
    ) async throws {
        guard !Task.isCancelled else { throw Interruption(phase: phase, module: nil, failures: []) }
        if let failure = await runHook(phase, runtime, hook) {
            throw Interruption(phase: phase, module: runtime.name, failures: [failure])
        }
    }

    /// What modules have promised and must have kept when the `setUp` phase ends.
    private func checkPromises(_ runtimes: [ModuleRuntime]) throws {
        var failures: [HiveError.Failure] = []
        func fail(_ module: String?, _ error: HiveError) {
            failures.append(.init(module: module, step: "\(Phase.setUp)", error: error))
        }
        for runtime in runtimes {
            for type in runtime.descriptor.provides where !services.isProvided(type) {
                let name = ServiceKey.name(of: type)
                let text = "\(runtime.name) provides \(name) and has not registered it. Register it in setUp."
                fail(runtime.name, HiveError(.unprovidedService, text, at: runtime.descriptor.origin))
            }
            for error in runtime.wiring.link(to: services) { fail(runtime.name, error) }
        }
        for (key, decorator) in services.idleDecorators() {
            let text = "\(key) is decorated, and nobody has registered it."
            fail(decorator.owner.name, HiveError(.serviceNotRegistered, text, at: decorator.origin))
        }
        guard failures.isEmpty else {
            throw Interruption(phase: .setUp, module: failures[0].module, failures: failures)
        }
    }

    /// From here on a stop is a stop; one that was asked for before ends the start.
    private func finishStart() throws {
        let isCancelled = lifecycle.withLock { lifecycle in
            if lifecycle.stopReason != nil { return true }
            lifecycle.state = .running
            lifecycle.startTask = nil
            return false
        }
        if isCancelled { throw Interruption(phase: .ready, module: nil, failures: []) }
    }

    private func rollBack(
        _ interruption: Interruption,
        _ isSetUp: [ModuleRuntime],
        all: [ModuleRuntime]
    ) async -> HiveError {
        services.beginStopping()
        let reason = lifecycle.withLock { $0.stopReason }
        // A task of its own, because this one may be cancelled and a `tearDown` must not be (C4).
        let rollback = Task { await self.tearDown(isSetUp, .init(reason?.description ?? "\(StopReason.startFailed)")) }
        let failures = await rollback.value
        let undelivered = await finishTearDown()
        let report = HiveError.StartReport(
            phase: interruption.phase,
            module: interruption.module,
            started: isSetUp.map(\.name),
            notStarted: all.dropFirst(isSetUp.count).map(\.name),
            rollbackFailures: failures + undelivered.failures,
            undeliveredEvents: undelivered.events
        )
        finish(reason == nil ? .failed : .stopped)
        if let reason {
            let text = "The start was cancelled: \(reason)."
            return HiveError(.cancelled, text, failures: interruption.failures, start: report)
        }
        let culprit = interruption.module.map { "module \($0)" } ?? "the hive"
        let text = "The hive did not start: \(culprit) failed in \(interruption.phase)."
        return HiveError(.startFailed, text, failures: interruption.failures, start: report)
    }
}
