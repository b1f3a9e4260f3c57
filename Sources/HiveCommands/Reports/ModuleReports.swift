// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

extension CommandReport {
    /// Every module with the places that declare it.
    static func list(_ descriptors: [ModuleDescriptor], _ timeouts: HiveTimeouts) -> CommandReport {
        let modules = descriptors.map { module in
            ConfigurationValue.object(
                module.entries(timeouts).merging([
                    "needs": .list(module.needs.map { "\($0.dependency)" })
                ]) { $1 }
            )
        }
        let rows = descriptors.map { module in
            [module.name, "\(module.level)", "\(module.priority)", module.participation, module.origins.list]
        }
        return CommandReport(
            ["modules": .array(modules)],
            version: 2,
            text: TextTable.text(["module", "level", "priority", "state", "declared at"], rows)
        )
    }

    /// The boot order, and what decides how long a start takes.
    static func order(_ plan: StartPlan) -> CommandReport {
        CommandReport(
            [
                "modules": .list(plan.modules),
                "longestChain": .list(plan.longestChain),
                "longestSequence": .list(plan.longestSequence),
                "slowestSequence": plan.slowestSequence.map { .list($0) },
                "worstCaseSeconds": plan.worstCase?.secondsEntry,
            ],
            version: 2,
            text: plan.text
        )
    }

    /// Which module depends on which.
    static func graph(_ graph: ModuleGraph, isDot: Bool) -> CommandReport {
        let modules = graph.modules.map { module -> ConfigurationValue in
            [
                "name": .string(module.name),
                "level": .integer(module.level.rawValue),
                "enabled": .boolean(module.isEnabled),
            ]
        }
        let edges = graph.edges.map { edge in
            ConfigurationValue.object([
                "module": .string(graph.modules[edge.module].name),
                "dependency": .string(graph.modules[edge.dependency].name),
                "service": edge.service.map { .string($0) },
                "optional": .boolean(edge.isOptional),
                "declared": .boolean(edge.isDeclared),
                "origin": edge.origin.entry,
            ])
        }
        return CommandReport(
            ["modules": .array(modules), "edges": .array(edges)],
            text: isDot ? graph.dot : graph.mermaid
        )
    }
}

extension ModuleDescriptor {
    /// Whether the module takes part, for a person.
    var participation: String { isEnabled ? "enabled" : isLeftOut ? "left out" : "disabled" }

    /// What the module is, as the parts of an object; how long it may take, in a hive with such timeouts.
    ///
    /// A timeout is missing where there is no limit, that of the drain also where the module has no work.
    func entries(_ timeouts: HiveTimeouts) -> [String: ConfigurationValue?] {
        [
            "name": .string(name),
            "type": .string(_typeName(type)),
            "level": .integer(level.rawValue),
            "priority": .integer(priority),
            "enabled": .boolean(isEnabled),
            "leftOut": .boolean(isLeftOut),
            "initializesConcurrently": .boolean(initializesConcurrently),
            "startTimeoutSeconds": (manifest.startTimeout ?? timeouts[.start])?.secondsEntry,
            "stopTimeoutSeconds": (manifest.stopTimeout ?? timeouts[.stop])?.secondsEntry,
            "drainTimeoutSeconds": type.hasWork ? (manifest.drainTimeout ?? timeouts[.drain])?.secondsEntry : nil,
            "provides": .list(provides.map { Hive.serviceName(of: $0) }),
            "origins": origins.entry,
        ]
    }
}
