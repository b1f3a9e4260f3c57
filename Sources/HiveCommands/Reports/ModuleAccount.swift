// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveReports

/// Why a module takes part, or does not, when it comes up, and with whom.
struct ModuleAccount: Encodable, Sendable {
    /// A dependency, of the module or on it.
    struct Dependency: Encodable, Sendable {
        /// The module at the other end; nil for one that is not there.
        let module: String?
        /// The service that the dependency names, if it names no module.
        let service: String?
        let optional: Bool
        let origin: PlaceEntry
    }

    let name: String
    let type: String
    let enabled: Bool
    let leftOut: Bool
    /// What disables the module, whatever its declarations say.
    let disabledBy: String?
    let level: Int
    let priority: Int
    let initializesConcurrently: Bool
    let origins: [PlaceEntry]
    /// The place in the boot order, counted from 1.
    let place: Int?
    /// From the module whose turn it was, by level, priority and registration, to this one, which it needs.
    let placedFor: [String]?
    let dependencies: [Dependency]
    let dependents: [Dependency]
    let provides: [String]
    let startTimeoutSeconds: Double?
    let stopTimeoutSeconds: Double?
    let drainTimeoutSeconds: Double?
    let values: [ConfigReport.Setting]
    @Unencoded var text: String

    init(_ module: ModuleDescriptor, _ plan: ModulePlan, _ stated: [FoundSetting], of hive: Hive) {
        let place = plan.modules.firstIndex { $0 === module }
        let order = BootPlace(place, plan, of: hive)
        let needed = Self.dependencies(of: module, at: place, plan)
        let needing = place.map { Self.dependents(on: $0, plan) } ?? []
        name = module.name
        type = _typeName(module.type)
        enabled = module.isEnabled
        leftOut = module.isLeftOut
        disabledBy = module.disabler
        level = module.level.rawValue
        priority = module.priority
        initializesConcurrently = module.initializesConcurrently
        origins = module.origins.map { PlaceEntry($0) }
        self.place = place.map { $0 + 1 }
        placedFor = order?.chain
        dependencies = needed.map(\.entry)
        dependents = needing.map(\.entry)
        provides = module.provides.map { Hive.serviceName(of: $0) }
        startTimeoutSeconds = (module.startTimeout ?? hive.timeouts.start).map { $0 / .seconds(1) }
        stopTimeoutSeconds = (module.stopTimeout ?? hive.timeouts.stop).map { $0 / .seconds(1) }
        drainTimeoutSeconds = module.drainTimeout(hive.timeouts).map { $0 / .seconds(1) }
        let own = stated.filter { $0.subject == .module(module.name) }
        values = own.map { ConfigReport.Setting($0) }

        var lines = LabelledLines()
        lines.add("type", type)
        lines.add("declared at", module.origins.map(\.description))
        lines.add("takes part", module.participationText(in: hive))
        lines.add("level", "\(module.level), priority \(module.priority)")
        if let order { lines.add("comes up", order.text) }
        if module.initializesConcurrently { lines.add("initialize", "beside others of its level") }
        lines.add("depends on", needed.map(\.text))
        lines.add("needed by", needing.map(\.text))
        lines.add("provides", provides)
        var timeouts = [
            Self.timeout("for each hook of the start", module.startTimeout, hive.timeouts.start),
            Self.timeout("for each hook of the stop", module.stopTimeout, hive.timeouts.stop),
        ]
        if module.type.hasWork {
            timeouts.append(Self.timeout("for its work to end", module.drainTimeout, hive.timeouts.drain))
        }
        lines.add("timeouts", timeouts)
        lines.add("stated", own.map(\.statement))
        text = lines.text("module \(module.name)")
    }

    private static func timeout(_ what: String, _ own: Duration?, _ common: Duration?) -> String {
        if let own { return "\(own.short) \(what), as the module states" }
        return "\(common?.short ?? "no limit") \(what), as for every module of the hive"
    }

    private typealias Line = (entry: Dependency, text: String)

    private static func dependencies(of module: ModuleDescriptor, at place: Int?, _ plan: ModulePlan) -> [Line] {
        module.dependencies.flatMap { dependency, origin -> [Line] in
            let links = plan.links.filter { $0.module == place && $0.dependency == dependency && $0.origin == origin }
            if links.isEmpty {
                // What a module that takes no part would need is nowhere in the plan.
                let end = place == nil ? "" : ", of no module that takes part"
                return [line(dependency, nil, origin, end)]
            }
            return links.map { line(dependency, plan.modules[$0.target].name, $0.origin) }
        }
    }

    private static func dependents(on place: Int, _ plan: ModulePlan) -> [Line] {
        plan.links.filter { $0.target == place }.map { line($0.dependency, plan.modules[$0.module].name, $0.origin) }
    }

    private static func line(
        _ dependency: ModuleDependency,
        _ module: String?,
        _ origin: Origin,
        _ end: String = ""
    ) -> Line {
        let entry = Dependency(
            module: module,
            service: dependency.serviceName,
            optional: dependency.isOptional,
            origin: PlaceEntry(origin)
        )
        let service = dependency.serviceName.map { "the service \($0)" }
        let subject =
            if let module {
                module + (service.map { ", by \($0)" } ?? "")
            } else {
                "\(dependency)\(end)"
            }
        return (entry, "\(subject)\(dependency.isOptional ? " (optional)" : "") [\(origin)]")
    }
}

/// The place of a module in the boot order, and why.
private struct BootPlace {
    let text: String
    /// The modules from the one whose turn it was; nil where it was the module's own turn.
    let chain: [String]?

    init?(_ place: Int?, _ plan: ModulePlan, of hive: Hive) {
        guard let place else { return nil }
        let turn = plan.turns(registered: hive.registeredModules)[place]
        let names = plan.chain(from: turn, to: place).map { plan.modules[$0].name }
        let number = "number \(place + 1) of \(plan.modules.count)"
        guard turn != place, names.count > 1 else {
            chain = nil
            text = "\(number), when its turn comes by level, priority and registration"
            return
        }
        chain = names
        text = "\(number), before its own turn, because it is needed: \(names.joined(separator: " -> "))"
    }
}

extension ModuleDescriptor {
    /// Whether the module takes part, and who says so.
    fileprivate func participationText(in hive: Hive) -> String {
        if isLeftOut { return "no: HiveOptions.only names others" }
        if let disabler { return "no: disabled by \(disabler)" }
        if !isEnabled { return "no: disabled, or not meant for the environment \(hive.context.environment)" }
        return hive.options.only == nil ? "yes" : "yes: HiveOptions.only names it, or what needs it"
    }

    /// What the module may be called.
    var spellings: [String] {
        let names = [name, String(describing: type), _typeName(type)]
        let ending = "Module"
        return names
            + (name.ends(with: ending) && name.count > ending.count ? [String(name.dropLast(ending.count))] : [])
    }

    func isCalled(_ asked: String) -> Bool { spellings.contains(asked) }
}
