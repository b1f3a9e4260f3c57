// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands

/// What a client asks: one JSON object on one line, as in `{"version": 1, "command": "why", "arguments": ["Cart"]}`
/// (C65).
struct ControlRequest: Equatable {
    /// Why a line is no request; the text is the answer.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    let command: String
    /// What stands behind the command, as on a command line.
    let arguments: [String]

    /// Reads a line without its end.
    ///
    /// - Throws: ``Refusal``, whose text repeats nothing of the line but printable characters.
    /// - Complexity: O(bytes).
    init(line: [UInt8]) throws(Refusal) {
        let entries: [String: ConfigurationValue]
        do { entries = try ControlProtocol.object(line) } catch {
            throw Refusal(description: "The request \(error): write {\"version\": 1, \"command\": \"status\"}")
        }
        guard entries["version"] == .integer(ControlProtocol.version) else {
            let version = ControlProtocol.version
            throw Refusal(description: "This program speaks version \(version): write \"version\": \(version)")
        }
        guard case .string(let command)? = entries["command"] else {
            throw Refusal(description: "The request has no \"command\", which is a text")
        }
        if let key = entries.keys.filter({ !["version", "command", "arguments"].contains($0) }).min() {
            throw Refusal(description: "Nothing reads the key \(key.quoted(limit: 40))")
        }
        let arguments = entries["arguments"].map { value -> [String]? in
            guard case .array(let elements) = value else { return nil }
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == elements.count ? texts : nil
        }
        guard let arguments = arguments ?? [] else {
            throw Refusal(description: "The \"arguments\" are no array of texts")
        }
        (self.command, self.arguments) = (command, arguments)
    }
}
