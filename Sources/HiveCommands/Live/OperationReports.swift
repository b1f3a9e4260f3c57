// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

extension CommandReport {
    /// Reads the configuration again, where it came from files, and tells the modules, as SIGHUP does.
    ///
    /// The exit code is 71 when a module that left has thrown on its way.
    static func reload(_ hive: Hive) async throws -> CommandReport {
        let report = try await hive.tellingSupervisor {
            let found: Result<ReloadReport?, any Error>
            do {
                found = .success(hive.source == nil ? nil : try await hive.reload())
            } catch {
                found = .failure(error)
            }
            try hive.events.post(SystemEvent.configurationReload)
            return try found.get()
        }
        guard let report else {
            let text = "The configuration came from no files; the modules are told to reload.\n"
            return CommandReport(["changes": []], text: text)
        }
        return CommandReport(
            [
                "changes": .array(report.changes.map(\.entry)),
                "warnings": .array(report.warnings.map(\.entry)),
                "failures": .list(report.failures.map(\.description)),
            ],
            text: report.description.printable + "\n",
            exitCode: report.failures.isEmpty ? 0 : 71
        )
    }

    /// The hive has stopped, and all went well.
    static var stop: CommandReport { CommandReport(["state": "stopped"], text: "The hive has stopped.\n") }
}

extension CommandAnswer {
    /// Restarts a module with all that needs it.
    ///
    /// - Throws: `CommandRequest.Mistake` when there is none of the name.
    static func restart(_ name: String, of hive: Hive) throws -> CommandAnswer {
        let descriptors = hive.modules.descriptors
        guard let module = descriptors.first(where: { $0.isCalled(name) }) else {
            throw CommandRequest.Mistake.unknown("module", name, limit: 200, among: descriptors.flatMap(\.spellings))
        }
        return .asks {
            try await hive.restart(module.type)
            let state = hive.moduleStates.first { $0.module == module.name }.map { "\($0.state)" } ?? "down"
            return CommandReport(
                ["module": .string(module.name), "state": .string(state)],
                text: "\(module.name) is \(state).".onOneLine + "\n"
            )
        }
    }
}
