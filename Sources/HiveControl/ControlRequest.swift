// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands

/// What a client asks: one JSON object on one line, as in `{"version": 1, "command": "why", "arguments": ["Cart"]}`
/// (C65).
struct ControlRequest: Equatable {
    let command: String
    /// What stands behind the command, as on a command line.
    let arguments: [String]

    /// Reads a line without its end.
    ///
    /// - Throws: ``ControlFault``, whose text, the answer, repeats nothing of the line but printable characters.
    /// - Complexity: O(bytes).
    init(line: [UInt8]) throws(ControlFault) {
        let entries: [String: ConfigurationValue]
        do { entries = try ControlProtocol.object(line) } catch {
            throw ControlFault("The request \(error): write {\"version\": 1, \"command\": \"status\"}")
        }
        guard entries["version"] == .integer(ControlProtocol.version) else {
            let version = ControlProtocol.version
            throw ControlFault("This program speaks version \(version): write \"version\": \(version)")
        }
        guard case .string(let command)? = entries["command"] else {
            throw ControlFault("The request has no \"command\", which is a text")
        }
        if let key = entries.keys.filter({ !["version", "command", "arguments"].contains($0) }).min() {
            throw ControlFault("Nothing reads the key \(key.quoted(limit: 40))")
        }
        guard let arguments = try? (entries["arguments"] ?? []).decoded(as: [String].self) else {
            throw ControlFault("The \"arguments\" are no array of texts")
        }
        (self.command, self.arguments) = (command, arguments)
    }
}
