// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Who cannot do without a module or a service that is about to go (C16, C58).

extension Engine {
    /// The running modules that need a module, directly or not, in boot order.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when there are some that are not to leave as well,
    ///   or when a service of the hive itself needs one of those that leave.
    func dependents(of runtime: ModuleRuntime, leave: Bool) throws -> [ModuleRuntime] {
        var found: [ObjectIdentifier: ModuleRuntime] = [:]
        var ties: [AutowiredTie] = []
        var open = [runtime]
        while let next = open.popLast() {
            let going = services.keysGoing(with: [next.owner])
            let more = going.isEmpty ? [] : registrations.ties(to: going) + services.ties(to: going)
            let foreign = more.filter { $0.owner !== next.owner && $0.owner !== runtime.owner }
            ties += foreign
            let tied = foreign.isEmpty ? [] : Set(foreign.map(\.owner.id))
            let wired = tied.isEmpty ? [] : modules.inBootOrder().filter { tied.contains($0.owner.id) }
            for one in registrations.dependents(of: next) + wired where one !== runtime {
                if found.updateValue(one, forKey: one.descriptor.id) == nil { open.append(one) }
            }
        }
        let dependents = found.values.sorted { $0.owner.position < $1.owner.position }
        let stuck = ties.filter { $0.owner.name == nil }
        if stuck.isEmpty, leave || dependents.isEmpty { return dependents }

        let names = dependents.map(\.name) + Set(stuck.map(\.holder)).sorted()
        let text = "\(runtime.name) cannot be removed: needed by \(names.joined(separator: ", "))."
        let remedy =
            stuck.isEmpty
            ? "Remove them first, or pass removesDependents: true." : "Evict the services of the hive first."
        let leaving = Set(([runtime] + dependents).map(\.owner.id))
        let problems = ties.map { tie in
            let maker = services.owner(of: tie.need.key).flatMap { leaving.contains($0.id) ? $0.name : nil }
            let reason = maker.map { "which \($0) has registered" } ?? "a view of a service that goes"
            return tie.problem(.invalidState, because: reason, remedy: Self.optionalRemedy)
        }
        throw HiveError(.invalidState, "\(text) \(remedy)", problems: problems)
    }

    /// What is wrong with services that a reload takes out while a field of somebody who stays needs them.
    func problems(ofFieldsAfter plan: ReloadPlan) -> [Problem] {
        let removed = plan.removed.filter { !plan.restarted.contains($0.id) }
        let leaving = removed.compactMap { modules.runtime($0.id)?.owner }
        let coming = Set(plan.registered.map(\.declaration.key))
        let withdrawn = plan.withdrawn.map(\.key)
        let taken = withdrawn.filter { !coming.contains($0) && !services.isServedByFallback($0) }
        let going = services.keysGoing(with: leaving, and: taken, except: coming)
        guard !going.isEmpty else { return [] }
        let provided = Set(plan.added.flatMap { $0.provides.map { ObjectIdentifier($0) } })
        let ties = (registrations.ties(to: going) + services.ties(to: going)).filter { tie in
            // What is replaced is made anew, and its maker says what is missing.
            let isMadeAnew = tie.instance.map { withdrawn.contains($0) } ?? false
            return !isMadeAnew && !leaving.contains { $0 === tie.owner } && !provided.contains(tie.need.key.id)
        }
        return ties.map { tie in
            let remedy = """
                List it again, take \(tie.holder) out as well, or let a module that comes name it under `provides`. \
                \(Self.optionalRemedy)
                """
            return tie.problem(.serviceNotRegistered, because: "which nobody registers any more", remedy: remedy)
        }
    }

    private static var optionalRemedy: String {
        "What can do without a service looks it up with optionalService(_:) instead."
    }
}
