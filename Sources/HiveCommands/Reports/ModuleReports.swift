// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

/// Every module with the places that declare it.
struct ListReport: CommandReport {
    struct Module: Encodable, Sendable {
        let name: String
        let type: String
        let level: Int
        let priority: Int
        let enabled: Bool
        /// Whether the hive was told to run only others.
        let leftOut: Bool
        let initializesConcurrently: Bool
        /// How long each hook of the start may take; nil for as long as it likes.
        let startTimeoutSeconds: Double?
        let stopTimeoutSeconds: Double?
        /// How long the module's work may take to end; nil also where it has none.
        let drainTimeoutSeconds: Double?
        let dependencies: [String]
        let provides: [String]
        let origins: [PlaceEntry]
    }

    let version = 1
    let modules: [Module]
    @Unencoded var text: String

    init(_ descriptors: [ModuleDescriptor], _ timeouts: HiveTimeouts) {
        modules = descriptors.map { module in
            Module(
                name: module.name,
                type: _typeName(module.type),
                level: module.level.rawValue,
                priority: module.priority,
                enabled: module.isEnabled,
                leftOut: module.isLeftOut,
                initializesConcurrently: module.initializesConcurrently,
                startTimeoutSeconds: (module.startTimeout ?? timeouts.start).map { $0 / .seconds(1) },
                stopTimeoutSeconds: (module.stopTimeout ?? timeouts.stop).map { $0 / .seconds(1) },
                drainTimeoutSeconds: module.drainTimeout(timeouts).map { $0 / .seconds(1) },
                dependencies: module.dependencies.map { "\($0.dependency)" },
                provides: module.provides.map { Hive.serviceName(of: $0) },
                origins: module.origins.map { PlaceEntry($0) }
            )
        }
        let rows = descriptors.map { module in
            [
                module.name, "\(module.level)", "\(module.priority)", module.participation, module.origins.list,
            ]
        }
        text = TextTable.text(["module", "level", "priority", "state", "declared at"], rows)
    }
}

extension ModuleDescriptor {
    /// Whether the module takes part, for a person.
    var participation: String { isEnabled ? "enabled" : isLeftOut ? "left out" : "disabled" }

    /// How long the module's work may take to end, in a hive with such timeouts; nil also where it has none.
    func drainTimeout(_ timeouts: HiveTimeouts) -> Duration? {
        type.hasWork ? drainTimeout ?? timeouts.drain : nil
    }
}

/// The boot order, and what decides how long a start takes.
struct OrderReport: CommandReport {
    let version = 2
    let modules: [String]
    let longestChain: [String]
    let longestSequence: [String]
    let slowestSequence: [String]?
    let worstCaseSeconds: Double?
    @Unencoded var text: String

    init(_ plan: StartPlan) {
        modules = plan.modules
        longestChain = plan.longestChain
        longestSequence = plan.longestSequence
        slowestSequence = plan.slowestSequence
        worstCaseSeconds = plan.worstCase.map { $0 / .seconds(1) }
        text = plan.text
    }
}

/// Which module depends on which.
struct GraphReport: CommandReport {
    struct Module: Encodable, Sendable {
        let name: String
        let level: Int
        let enabled: Bool
    }

    /// A dependency, with the names of both modules.
    struct Edge: Encodable, Sendable {
        let module: String
        let dependency: String
        let service: String?
        let optional: Bool
        let origin: PlaceEntry
    }

    let version = 1
    let modules: [Module]
    let edges: [Edge]
    @Unencoded var text: String

    init(_ graph: ModuleGraph, isDot: Bool) {
        modules = graph.modules.map { Module(name: $0.name, level: $0.level.rawValue, enabled: $0.isEnabled) }
        edges = graph.edges.map { edge in
            Edge(
                module: graph.modules[edge.module].name,
                dependency: graph.modules[edge.dependency].name,
                service: edge.service,
                optional: edge.isOptional,
                origin: PlaceEntry(edge.origin)
            )
        }
        text = isDot ? graph.dot : graph.mermaid
    }
}
