// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension HivePage {
    /// The modules in boot order, then those that take no part.
    var moduleTable: Markup {
        if modules.isEmpty { return "<p>There are no modules.</p>\n" }
        let times = startTimes
        let critical = Set(timeline.criticalPath.map(\.module))
        let answers = Dictionary((health?.answers ?? []).map { ($0.module, $0) }) { first, _ in first }
        let withheld = Dictionary(grouping: readiness.withheld) { $0.module ?? "" }
        let rows = modules.enumerated().map { place, module -> Markup in
            let reasons = isPlan ? [] : withheld[module.name] ?? []
            let notes = reasons.map { reason -> Markup in
                "<br/><small>withholds readiness: \(.text(reason.reason))</small>"
            }.joined()
            let health = answers[module.name].map { answer -> Markup in
                let reason: Markup? = answer.health.reason.map { "<br/><small>\(.text($0))</small>" }
                return "<br/>\(answer.health.badge)\(reason)"
            }
            let time = times[module.name].map { time -> Markup in
                let mark: Markup? = critical.contains(module.name) ? "<br/><small>on the critical path</small>" : nil
                return "\(time.brief)\(mark)"
            }
            let column: Markup? = isPlan ? nil : "<td>\(time ?? "–")</td>"
            return """
                <tr id="m\(place)"><th scope="row">\(title(of: module, at: place))</th>\
                <td>\(stateBadge(of: module))\(notes)\(health)</td>\(column)</tr>

                """
        }
        let heads: [(Markup, Int)] =
            isPlan
            ? [("Module", 66), ("State", 34)]
            : [("Module", 43), ("State", 32), ("Start took", 25)]
        return .table("The modules in boot order", heads, "<tbody>\n\(rows.joined())</tbody>")
    }

    private func title(of module: ModuleDescriptor, at place: Int) -> Markup {
        let number: Markup? = place < plan.modules.count ? "<span class=\"number\">\(place + 1)</span> " : nil
        let work = module.type.hasWork ? ", has work" : ""
        let origins = module.origins.prefix(8).map(Markup.place).joined("<br/>")
        return """
            \(number)\(.name(module.name))<br/><small>level \(module.level.description), \
            priority \(module.priority)\(work)<br/>\(origins)</small>
            """
    }

    /// Whether a module is up, and if not, why.
    private func stateBadge(of module: ModuleDescriptor) -> Markup {
        if module.isLeftOut { return .badge("left out", .idle) }
        if let disabler = module.disabler {
            return "\(.badge("disabled", .idle))<br/><small>by \(.text(disabler))</small>"
        }
        if !module.isEnabled { return .badge("disabled", .idle) }
        if isPlan { return .badge("takes part", .idle) }
        if let (badge, note) = failureBadge(of: module.name) { return "\(badge)<br/><small>\(.text(note))</small>" }
        let failure = timeline.entries.last { $0.module == module.name && $0.hasFailed }
        let how: Markup? = failure.map { "<br/><small>\($0.phase.description) \($0.result.rawValue)</small>" }
        if running.contains(module.name) { return "\(.badge("up", .good))\(how)" }
        return "\(failure == nil ? .badge("not up", .idle) : .badge("failed", .bad))\(how)"
    }

    /// That a module is down because of a failure, its own or of what it needs, and why (C64).
    private func failureBadge(of module: String) -> (Markup, note: String)? {
        switch states[module] {
        case .restarting(let reason, let attempt, let next):
            (.badge("restarting", .doubtful), "\(ModuleState.attempt(attempt, next)): \(reason)")
        case .waiting(let names): (.badge("waiting", .doubtful), "for \(names.joined(separator: ", "))")
        case .leftOut(let reason): (.badge("left out", .bad), reason)
        default: nil
        }
    }

    /// How long the hooks of each module's start took.
    private var startTimes: [String: Duration] {
        var times: [String: Duration] = [:]
        for index in timeline.indices(of: .start) {
            let entry = timeline.entries[index]
            times[entry.module, default: .zero] += entry.duration
        }
        return times
    }
}
