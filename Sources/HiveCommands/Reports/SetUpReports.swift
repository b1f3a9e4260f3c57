// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting

extension CommandReport {
    /// Every service.
    static func services(_ descriptions: [ServiceDescription]) -> CommandReport {
        let services = descriptions.map { service in
            ConfigurationValue.object(
                service.entries.merging([
                    "type": .string(service.type),
                    "asynchronous": .boolean(service.isAsynchronous),
                    "aliased": service.aliased.map { .string($0) },
                ]) { $1 }
            )
        }
        let rows = descriptions.map { service in
            [service.type, service.name ?? "", "\(service.scope)", service.module ?? "the hive", service.origins.list]
        }
        let head = ["service", "name", "scope", "module", "declared at"]
        return CommandReport(
            ["services": .array(services)],
            text: TextTable.text(head, rows, otherwise: "There are no services.\n")
        )
    }

    /// Every target with its actions.
    static func actions(_ targets: [TargetDescription]) throws -> CommandReport {
        // The description has the target and its actions, each on a line and escaped.
        let text = targets.map { "\($0)\n" }.joined()
        return CommandReport(
            ["targets": try ConfigurationValue.encoding(targets).tree],
            text: targets.isEmpty ? "There are no actions.\n" : text
        )
    }

    /// Every route.
    static func routes(_ routes: [RouteDescription]) throws -> CommandReport {
        let rows = routes.map { ["\($0)", $0.module ?? "the hive", $0.origin] }
        return CommandReport(
            ["routes": try ConfigurationValue.encoding(routes).tree],
            text: TextTable.text(["route", "module", "declared at"], rows, otherwise: "There are no routes.\n")
        )
    }
}

extension ServiceDescription {
    /// How the service is registered, as the parts of an object.
    var entries: [String: ConfigurationValue?] {
        [
            "name": name.map { .string($0) },
            "scope": .string(scope.rawValue),
            "ranking": .integer(ranking),
            "module": module.map { .string($0) },
            "origins": origins.entry,
        ]
    }
}
