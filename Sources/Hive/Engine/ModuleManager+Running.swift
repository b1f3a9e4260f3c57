// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// What the modules that run need of each other, by what was said about them.

extension ModuleManager {
    /// Ends registering.
    func close() { state.withLock { $0.isClosed = true } }

    /// The description of a module that is to be added, with what variables and arguments say about it and no other.
    func descriptor(of declaration: ModuleDeclaration) -> ModuleDescriptor {
        let declared = state.withLock { $0.declarations }.filter {
            $0.type == declaration.type && $0.origin.source != .code
        }
        // Code decides whether it takes part; all else that lists and records say of it counts (C17).
        let others = declared.map { other in
            var other = other
            (other.isEnabled, other.environments) = (nil, nil)
            return other
        }
        let new = ModuleDescriptor(([declaration] + others).strongestFirst, selection)
        // What is said may be meant for one of the others.
        return selection.given(to: runningModules.inBootOrder().map(\.current) + [new]).last ?? new
    }

    /// What is wrong with a module that is to be added to those that run.
    func problems(ofAdding descriptor: ModuleDescriptor) -> [Problem] {
        let needed = descriptor.needs.compactMap(\.dependency.serviceKey)
        let fallback = services.checkFallback(needed, provided: []).found
        return descriptor.problems(
            ofJoining: runningModules.inBootOrder().map(\.current),
            listed: listedServices,
            services.registeredTypes().union(fallback),
            in: selection.environment,
            policy: failurePolicy
        )
    }

    /// The running modules that need a module by their dependencies, directly or not, in boot order.
    func dependents(of runtime: ModuleRuntime) -> [ModuleRuntime] {
        let running = runningModules.inBootOrder()
        let graph = NeedGraph(running.map(\.current), services: listedServices)
        let dependents = graph.dependents(of: runtime.descriptor.id)
        return running.filter { dependents.contains($0.descriptor.id) }
    }

    /// What each of some running modules needs by its dependencies and fields, not what those need in turn.
    func needed(by runtimes: [ModuleRuntime]) -> [Set<ObjectIdentifier>] {
        let index = ModuleIndex(runningModules.inBootOrder().map(\.current), services: listedServices)
        return runtimes.map { index.needed(by: $0.descriptor.id, fields: $0.fields) }
    }

    /// The running modules that have fields for some services, in boot order.
    func ties(to keys: Set<ServiceKey>) -> [AutowiredTie] {
        runningModules.inBootOrder().flatMap { runtime in
            (runtime.wiring?.needs ?? []).filter { keys.contains($0.key) }.map {
                AutowiredTie(owner: runtime.owner, instance: nil, need: $0)
            }
        }
    }

    /// Lets go of the factories that may hold instances.
    func forgetInstances() {
        state.update { state in
            state.added = []
            for index in state.declarations.indices where state.declarations[index].factory != nil {
                state.declarations[index].factory = { throw HiveError(.stopped, "The hive has stopped.") }
            }
        }
    }
}
