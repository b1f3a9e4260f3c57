// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The least that has to be done to come from what runs to what a new configuration says: a pure function over values.
struct ReloadPlan {
    /// A module that stays, with something changed.
    struct Update {
        let running: ModuleDescriptor
        /// What counts from now on: all of the new description but for what waits for the next start.
        let target: ModuleDescriptor
        /// Whether the module is told of new options.
        let isTold: Bool
    }

    /// Which modules that stay are made anew: those with other options that cannot take them, and all that need those.
    let restarted: Set<ObjectIdentifier>
    /// Modules that leave, and the old ones of those that are made anew, in the order in which they run.
    let removed: [ModuleDescriptor]
    /// Modules that come, and the new ones of those that are made anew, in boot order.
    let added: [ModuleDescriptor]
    /// When each module that comes may be initialized.
    let schedule: [ModulePlan.Slot]
    /// Modules that stay, with something changed, in boot order.
    private(set) var updates: [Update] = []
    /// Services to withdraw, whose owners stay.
    private(set) var withdrawn: [ServiceDeclaration] = []
    /// Services to register.
    private(set) var registered: [PlacedService] = []
    /// The services of property lists that are registered when all is done.
    private(set) var services: [ServiceDeclaration] = []
    /// Every difference.
    private(set) var changes: [ConfigurationChange] = []

    /// Compares.
    ///
    /// - Parameters:
    ///   - running: The modules that run, in order.
    ///   - runningServices: The services of property lists that are registered.
    ///   - target: The modules of the new configuration, in boot order.
    ///   - services: The services of the new configuration.
    ///   - inCode: The services that code has registered and that stay, also below one of a property list.
    ///   - down: Which of the modules that run are down because of a failure: they come back as the new one says.
    ///   - dependents: The modules that cannot do without one, for a hive that restarts what has other options.
    init(
        from running: [ModuleDescriptor],
        _ runningServices: [ServiceDeclaration],
        to target: ModulePlan,
        _ services: [ServiceDeclaration],
        inCode: Set<ServiceKey>,
        down: Set<ObjectIdentifier> = [],
        dependents: ((ObjectIdentifier) -> Set<ObjectIdentifier>)? = nil
    ) {
        let before = Dictionary(running.map { ($0.id, $0) }) { first, _ in first }
        let after = Set(target.modules.map(\.id))
        var restarted: Set<ObjectIdentifier> = []
        for module in target.modules where !down.contains(module.id) {
            guard let old = before[module.id], let dependents, module.mustBeRestarted(after: old) else { continue }
            let group = dependents(module.id).union([module.id])
            // One that is leaving is not made anew, and one that was given to the hive cannot be.
            if running.contains(where: { group.contains($0.id) && $0.isInstance }) { continue }
            restarted.formUnion(group.intersection(after).subtracting(down))
        }
        self.restarted = restarted
        removed = running.filter { !after.contains($0.id) || restarted.contains($0.id) }
        let places = target.modules.indices.filter { place in
            let id = target.modules[place].id
            return before[id] == nil || restarted.contains(id)
        }
        added = places.map { target.modules[$0] }
        schedule = target.schedule.of(places)
        changes += removed.filter { !after.contains($0.id) }
            .map { ConfigurationChange(.moduleRemoved, $0.name, at: $0.origin) }
        changes += added.filter { before[$0.id] == nil }
            .map { ConfigurationChange(.moduleAdded, $0.name, at: $0.origin) }
        for module in target.modules {
            guard let old = before[module.id] else { continue }
            let isMadeAnew = restarted.contains(module.id)
            update(old, to: module, isDown: isMadeAnew || down.contains(module.id))
            if isMadeAnew { changes.append(ConfigurationChange(.moduleRestarted, module.name, at: module.origin)) }
        }
        compare(
            runningServices.placed(among: running),
            services.placed(among: target.modules),
            stays: { owner in
                owner.map { before[$0] != nil && after.contains($0) && !restarted.contains($0) } ?? true
            },
            inCode: inCode
        )
    }

    // MARK: Modules

    private mutating func update(_ old: ModuleDescriptor, to new: ModuleDescriptor, isDown: Bool) {
        let isTold = !isDown && old.options != new.options && new.type is any ReconfigurableModule.Type
        let isUp = isDown ? nil : "the module is up"
        let isFixed = isTold || isDown ? nil : "the module is no ReconfigurableModule"
        let differences: [(ConfigurationChange.Kind, differ: Bool, deferral: String?)] = [
            (.options, old.options != new.options, isFixed),
            (.timeouts, old.manifest.timeouts != new.manifest.timeouts, nil),
            (.needs, old.needs.map(\.dependency) != new.needs.map(\.dependency), nil),
            (.level, old.level != new.level, isUp),
            (.priority, old.priority != new.priority, isUp),
            (.initializesConcurrently, old.initializesConcurrently != new.initializesConcurrently, isUp),
        ]
        let found = differences.filter(\.differ).map { kind, _, deferral in
            ConfigurationChange(kind, new.name, at: new.origin, deferral: deferral)
        }
        changes += found
        // A module takes its new places even when they are all that has changed, so that later errors name them.
        guard old.origins != new.origins || found.contains(where: { $0.deferral == nil }) else { return }
        if isDown { return updates.append(Update(running: old, target: new, isTold: false)) }
        let takesOptions = isTold || old.options == new.options
        updates.append(Update(running: old, target: old.updated(by: new, takesOptions: takesOptions), isTold: isTold))
    }

    // MARK: Services

    private mutating func compare(
        _ old: [PlacedService],
        _ new: [PlacedService],
        stays: (ObjectIdentifier?) -> Bool,
        inCode: Set<ServiceKey>
    ) {
        let before = Dictionary(old.map { ($0.declaration.key, $0) }) { first, _ in first }
        let after = Set(new.map(\.declaration.key))
        for service in old where !after.contains(service.declaration.key) {
            let isKept = stays(service.owner) && inCode.contains(service.declaration.key)
            note(.serviceRemoved, service, isDeferred: isKept)
            if isKept { services.append(service.declaration) }
            if stays(service.owner), !isKept { withdrawn.append(service.declaration) }
        }
        for service in new {
            let former = before[service.declaration.key]
            if let former, former.isSame(as: service), stays(former.owner) {
                services.append(service.declaration)
                continue
            }
            let isDeferred = inCode.contains(service.declaration.key)
            if former?.isSame(as: service) != true {
                note(former == nil ? .serviceAdded : .serviceReplaced, service, isDeferred: isDeferred)
            }
            if isDeferred {
                if let former, stays(former.owner) { services.append(former.declaration) }
                continue
            }
            if let former, stays(former.owner) { withdrawn.append(former.declaration) }
            services.append(service.declaration)
            registered.append(service)
        }
    }

    private mutating func note(_ kind: ConfigurationChange.Kind, _ service: PlacedService, isDeferred: Bool) {
        let deferral = isDeferred ? "code registers the service as well" : nil
        let declaration = service.declaration
        changes.append(.init(kind, "\(declaration.key)", at: declaration.origin, deferral: deferral))
    }
}

extension ModuleDescriptor {
    /// Whether the module has other options than before, and no hook that takes them.
    fileprivate func mustBeRestarted(after old: ModuleDescriptor) -> Bool {
        old.options != options && !(type is any ReconfigurableModule.Type)
    }
}

extension [ModulePlan.Slot] {
    /// The slots of some of the modules, in the order in which they come.
    ///
    /// The others are up. One of those may need, optionally, a module that comes: whoever needs it waits for that too.
    func of(_ places: [Int]) -> [ModulePlan.Slot] {
        var positions: [Int: Int] = [:]
        for (position, place) in places.enumerated() { positions[place] = position }
        // Whom of those that come each module leads to; it stands after what it needs, but in a circle.
        var awaited: [Set<Int>] = []
        for (place, slot) in enumerated() {
            let needed = slot.dependencies.filter { $0 < place }
            awaited.append(positions[place].map { [$0] } ?? needed.reduce(into: []) { $0.formUnion(awaited[$1]) })
        }
        return places.enumerated().map { position, place in
            let all = self[place].dependencies.reduce(into: Set<Int>()) { $0.formUnion(awaited[$1]) }
            return ModulePlan.Slot(level: self[place].level, dependencies: all.filter { $0 < position }.sorted())
        }
    }
}
