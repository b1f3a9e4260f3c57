// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

extension Hive {
    /// The answer to `status`: a line about the hive, then one for each module in boot order.
    ///
    /// It takes locks only, so that it is answered while every thread of the pool is blocked.
    ///
    /// - Complexity: O(modules).
    var statusLines: [String] {
        let readiness = readiness
        var head: [String: ConfigurationValue] = [
            "state": .string("\(state)"), "ready": .boolean(readiness.isReady), "uptime": .string(age.brief),
            "name": .string(context.name), "hooks": .array(runningHooks.map { .string($0) }),
            "withheld": .array(readiness.withheld.map { .string("\($0.module ?? "hive"): \($0.reason)") }),
        ]
        if let version = context.version { head["version"] = .string(version) }
        let modules = moduleStates.map { module, state -> ConfigurationValue in
            .dictionary(["module": .string(module), "state": .string("\(state)")])
        }
        return [ConfigurationValue.dictionary(["hive": .dictionary(head)]).json] + modules.map(\.json)
    }
}

/// The lines that answer a request, the last with `"end": true`.
struct ControlAnswer {
    let text: String

    /// An answer of whole lines, each of which is JSON.
    init(lines: [String]) {
        let end = #"{"end":true,"version":\#(ControlRequest.version)}"#
        text = (lines + [end]).joined(separator: "\n") + "\n"
    }

    /// A refusal, and the end in the same line.
    init(error: String) {
        let entries: [String: ConfigurationValue] = [
            "end": true, "error": .string(error), "version": .integer(ControlRequest.version),
        ]
        text = ConfigurationValue.dictionary(entries).json + "\n"
    }

    /// Answers a line about a hive; nil stands for one that has stopped.
    init(to line: [UInt8], about hive: Hive?) {
        do {
            let request = try ControlRequest(line: line)
            guard request.command == "status" else {
                self.init(error: "There is no command \(request.command.quoted(limit: 40)); there is: status")
                return
            }
            guard let hive else {
                self.init(error: "The hive has stopped.")
                return
            }
            self.init(lines: hive.statusLines)
        } catch {
            self.init(error: "\(error)")
        }
    }
}
