// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting

/// Every service.
struct ServicesReport: CommandReport {
    struct Service: Encodable, Sendable {
        let type: String
        let name: String?
        let scope: String
        let ranking: Int
        let module: String?
        let asynchronous: Bool
        let aliased: String?
        let origins: [PlaceEntry]
    }

    let version = 1
    let services: [Service]
    @Unencoded var text: String

    init(_ descriptions: [ServiceDescription]) {
        services = descriptions.map { service in
            Service(
                type: service.type,
                name: service.name,
                scope: service.scope.rawValue,
                ranking: service.ranking,
                module: service.module,
                asynchronous: service.isAsynchronous,
                aliased: service.aliased,
                origins: service.origins.map { PlaceEntry($0) }
            )
        }
        let rows = descriptions.map { service in
            [service.type, service.name ?? "", "\(service.scope)", service.module ?? "the hive", service.origins.list]
        }
        text =
            rows.isEmpty
            ? "There are no services.\n" : TextTable.text(["service", "name", "scope", "module", "declared at"], rows)
    }
}

/// Every target with its actions.
struct ActionsReport: CommandReport {
    let version = 1
    let targets: [TargetDescription]

    var text: String {
        if targets.isEmpty { return "There are no actions.\n" }
        // The description has the target and its actions, each on a line and escaped.
        return targets.map { "\($0)\n" }.joined()
    }
}

/// Every route.
struct RoutesReport: CommandReport {
    let version = 1
    let routes: [RouteDescription]

    var text: String {
        let rows = routes.map { ["\($0)", $0.module ?? "the hive", $0.origin] }
        return rows.isEmpty ? "There are no routes.\n" : TextTable.text(["route", "module", "declared at"], rows)
    }
}
