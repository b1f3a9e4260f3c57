// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension HivePage {
    /// The modules in boot order, then those that take no part.
    var moduleTable: Markup {
        if modules.isEmpty { return "<p>There are no modules.</p>\n" }
        // How long the hooks of each module's start took.
        var times: [String: Duration] = [:]
        for hook in timeline.hooks(of: .start) { times[hook.entry.module, default: .zero] += hook.entry.duration }
        let critical = Set(timeline.criticalPath.map(\.module))
        let answers = Dictionary((health?.answers ?? []).map { ($0.module, $0) }) { first, _ in first }
        let withheld = Dictionary(grouping: readiness.withheld) { $0.module ?? "" }
        let rows = modules.enumerated().map { place, module -> Markup in
            let reasons = isPlan ? [] : withheld[module.name] ?? []
            let badge = reasons.reduce(stateBadge(of: module)) {
                $0.noting("withholds readiness: \(.text($1.reason))")
            }
            let health = answers[module.name].map { $0.health.badge.noting($0.health.reason.map(Markup.text)) }
            let state: Markup = "\(badge)\(health.map { "<br/>\($0)" })"
            let mark: Markup? = critical.contains(module.name) ? "on the critical path" : nil
            let time = times[module.name].map { Markup("\($0.brief)").noting(mark) } ?? "–"
            return .row(title(of: module, at: place), isPlan ? [state] : [state, time], id: "m\(place)")
        }
        let heads: [(Markup, Int)] =
            isPlan
            ? [("Module", 66), ("State", 34)]
            : [("Module", 43), ("State", 32), ("Start took", 25)]
        return .table("The modules in boot order", heads, rows)
    }

    private func title(of module: ModuleDescriptor, at place: Int) -> Markup {
        let number: Markup? = place < plan.modules.count ? "<span class=\"number\">\(place + 1)</span> " : nil
        let work = module.type.hasWork ? ", has work" : ""
        let origins = module.origins.prefix(8).map(Markup.place).joined("<br/>")
        let order: Markup = "level \(module.level.description), priority \(module.priority)\(work)"
        return "\(number)\(Markup.name(module.name).noting("\(order)<br/>\(origins)"))"
    }

    /// Whether a module is up, and if not, why.
    private func stateBadge(of module: ModuleDescriptor) -> Markup {
        if module.isLeftOut { return .badge("left out", .idle) }
        if let disabler = module.disabler { return .badge("disabled", .idle).noting("by \(.text(disabler))") }
        if !module.isEnabled { return .badge("disabled", .idle) }
        if isPlan { return .badge("takes part", .idle) }
        if let badge = failureBadge(of: module.name) { return badge }
        let failure = timeline.entries.last { $0.module == module.name && $0.hasFailed }
        let how = failure.map { Markup("\($0.phase.description) \($0.result.rawValue)") }
        if running.contains(module.name) { return .badge("up", .good).noting(how) }
        return failure == nil ? .badge("not up", .idle) : .badge("failed", .bad).noting(how)
    }

    /// That a module is down because of a failure, its own or of what it needs, and why (C64).
    private func failureBadge(of module: String) -> Markup? {
        switch states[module] {
        case .restarting(let reason, let attempt, let next):
            .badge("restarting", .doubtful).noting(.text("\(ModuleState.attempt(attempt, next)): \(reason)"))
        case .waiting(let names):
            .badge("waiting", .doubtful).noting(.text("for \(names.joined(separator: ", "))"))
        case .leftOut(let reason): .badge("left out", .bad).noting(.text(reason))
        default: nil
        }
    }
}
