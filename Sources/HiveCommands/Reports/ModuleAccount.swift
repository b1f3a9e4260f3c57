// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveReports

extension Account {
    /// Why a module takes part, or does not, when it comes up, and with whom.
    init(of module: ModuleDescriptor, _ plan: ModulePlan, _ stated: [FoundSetting], in hive: Hive) {
        let place = plan.modules.firstIndex { $0 === module }
        let order = place.map { Self.turn(of: $0, plan) }
        let needed = Self.dependencies(of: module, at: place, plan)
        let needing = place.map { Self.dependents(on: $0, plan) } ?? []
        let own = stated.filter { $0.subject == .module(module.name) }
        let undeclared = hive.undeclaredNeeds.filter { $0.module == module.name }.map(Self.line)
        entry = .object(
            module.entries(hive.timeouts).merging([
                // What disables the module, whatever its declarations say.
                "disabledBy": module.disabler.map { .string($0) },
                // In the boot order, counted from 1.
                "place": place.map { .integer($0 + 1) },
                // From the module whose turn it was, by level, priority and registration, to this one, which it needs.
                "placedFor": order?.chain.map { .list($0) },
                "needs": .array(needed.map(\.entry)),
                "dependents": .array(needing.map(\.entry)),
                // What it has found of others, once it has been set up.
                "undeclaredNeeds": .array(undeclared.map(\.entry)),
                "values": .array(own.map(\.entry)),
            ]) { $1 }
        )

        var lines = LabelledLines()
        lines.add("type", _typeName(module.type))
        lines.add("declared at", module.origins.map(\.description))
        lines.add("takes part", module.participationText(in: hive))
        let level = "\(module.level)\(module.place(of: \.level, "level"))"
        lines.add("level", "\(level), priority \(module.priority)\(module.place(of: \.priority, "priority"))")
        if let order { lines.add("comes up", order.text) }
        if module.initializesConcurrently { lines.add("initialize", "beside others of its level") }
        lines.add("depends on", needed.map(\.text))
        lines.add("not declared", undeclared.map(\.text))
        lines.add("needed by", needing.map(\.text))
        lines.add("provides", module.provides.map { Hive.serviceName(of: $0) })
        func timeout(_ name: HiveTimeouts.Name, _ what: String) -> String {
            let place = module.place(of: \.[timeout: name], "\(name)Timeout")
            if let own = module.manifest[timeout: name] { return "\(own.short) \(what), as the module states\(place)" }
            return "\(hive.timeouts[name]?.short ?? "no limit") \(what), as for every module of the hive"
        }
        let hooks = [timeout(.start, "for each hook of the start"), timeout(.stop, "for each hook of the stop")]
        lines.add("timeouts", hooks + (module.type.hasWork ? [timeout(.drain, "for its work to end")] : []))
        let policy = module.manifest.onFailure ?? hive.failurePolicy
        if policy != .stop { lines.add("on failure", Self.text(of: policy, of: module)) }
        lines.add("stated", own.map(\.statement))
        text = lines.text("module \(module.name)")
    }

    /// What happens when the module fails, and after how long the hive stops because of one that always does.
    private static func text(of policy: FailurePolicy, of module: ModuleDescriptor) -> String {
        let source = module.manifest.onFailure == nil ? ", as for every module of the hive" : ", as the module states"
        let end =
            switch (policy.rule.limit, policy.rule.escalation) {
            case (_, let time?): "; if it fails again at once each time, the hive stops after \(time.short)"
            case (_?, nil): "; it cannot reach that limit, because its delays are too long"
            case (nil, nil): ""
            }
        let place = module.place(of: \.onFailure, "onFailure")
        return "\(policy)\(source)\(place)\(policy.kind == .restart ? end : "")"
    }

    /// Where a module stands in the boot order, and why; of the modules from the one whose turn it was, where that was
    /// another one's.
    private static func turn(of place: Int, _ plan: ModulePlan) -> (text: String, chain: [String]?) {
        let names = plan.chain(from: plan.turns[place], to: place).map { plan.modules[$0].name }
        let number = "number \(place + 1) of \(plan.modules.count)"
        if names.count < 2 { return ("\(number), when its turn comes by level, priority and registration", nil) }
        let text = "\(number), before its own turn, because it is needed: \(names.joined(separator: " -> "))"
        return (text, names)
    }

    private static func dependencies(of module: ModuleDescriptor, at place: Int?, _ plan: ModulePlan) -> [Line] {
        module.needs.flatMap { dependency, origin -> [Line] in
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

    /// A dependency, of the module or on it; the module at the other end is nil where it is not there.
    private static func line(
        _ dependency: ModuleDependency,
        _ module: String?,
        _ origin: Origin,
        _ end: String = ""
    ) -> Line {
        let entry = ConfigurationValue.object([
            "module": module.map { .string($0) },
            "service": dependency.serviceName.map { .string($0) },
            "optional": .boolean(dependency.isOptional),
            "origin": origin.entry,
        ])
        let service = dependency.serviceName.map { "the service \($0)" }
        let subject = module.map { $0 + (service.map { ", by \($0)" } ?? "") } ?? "\(dependency)\(end)"
        return (entry, "\(subject)\(dependency.isOptional ? " (optional)" : "") [\(origin)]")
    }

    private static func line(_ need: UndeclaredNeed) -> Line {
        (
            ["module": .string(need.provider), "service": .string(need.service), "origin": need.origin.entry],
            "\(need.provider), by the service \(need.service), which it has found [\(need.origin)]"
        )
    }
}

extension ModulePlan {
    /// The shortest way from a module to one that it needs, by their places in the boot order, both included; empty
    /// where there is none.
    ///
    /// - Complexity: O(modules + dependencies).
    fileprivate func chain(from first: Int, to last: Int) -> [Int] {
        let needs = Dictionary(grouping: links, by: \.module)
        var before = [first: first]
        var open = [first][...]
        while let place = open.popFirst(), place != last {
            for link in needs[place] ?? [] where before[link.target] == nil {
                before[link.target] = place
                open.append(link.target)
            }
        }
        if before[last] == nil { return [] }
        return sequence(first: last) { $0 == first ? nil : before[$0] }.reversed()
    }
}

extension ModuleDescriptor {
    /// Where a statement of the manifest is, behind what it states.
    fileprivate func place<Value>(of key: KeyPath<ModuleManifest, Value?>, _ name: String) -> String {
        origin(of: key, name).map { " [\($0)]" } ?? ""
    }

    /// Whether the module takes part, and who says so.
    fileprivate func participationText(in hive: Hive) -> String {
        if isLeftOut { return "no: HiveOptions.only names others" }
        if let disabler { return "no: disabled by \(disabler)" }
        if !isEnabled { return "no: disabled, or not meant for the environment \(hive.context.environment)" }
        return hive.options.only == nil ? "yes" : "yes: HiveOptions.only names it, or what needs it"
    }

    /// What the module may be called.
    var spellings: [String] {
        let short = name.withoutModuleEnding
        return [name, String(describing: type), _typeName(type)] + (short == name ? [] : [short])
    }

    func isCalled(_ asked: String) -> Bool { spellings.contains(asked) }
}
