// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

/// What a client asks: one JSON object on one line, as in `{"version": 1, "command": "status"}` (C65).
struct ControlRequest: Equatable {
    /// Why a line is no request; the text is the answer.
    struct Refusal: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// The version of the protocol that is spoken.
    static let version = 1
    /// The most bytes that a line may have, its end included.
    static let longest = 4096

    let command: String

    /// Reads a line without its end.
    ///
    /// - Throws: ``Refusal``, whose text repeats nothing of the line but printable characters.
    /// - Complexity: O(bytes).
    init(line: [UInt8]) throws(Refusal) {
        let root: ConfigurationValue
        do {
            root = try PropertyListDocument.read(line, isJSON: true, least: "{}").root
        } catch {
            throw Refusal(description: "The request is no JSON: \(error)".onOneLine)
        }
        guard case .dictionary(let entries) = root else {
            throw Refusal(description: #"A request is an object: {"version": 1, "command": "status"}"#)
        }
        guard case .integer(let version)? = entries["version"], version == Self.version else {
            let text = "This program speaks version \(Self.version): write \"version\": \(Self.version)"
            throw Refusal(description: text)
        }
        guard case .string(let command)? = entries["command"] else {
            throw Refusal(description: "The request has no \"command\", which is a text")
        }
        if let key = entries.keys.filter({ $0 != "version" && $0 != "command" }).min() {
            throw Refusal(description: "Nothing reads the key \(key.quoted(limit: 40))")
        }
        self.command = command
    }
}
