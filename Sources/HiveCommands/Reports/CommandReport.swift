// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

/// What a command found, for people as text and for programs as JSON.
struct CommandReport: Sendable {
    /// Lines, each with its end.
    let text: String
    /// One object on a line of its own.
    let json: String
    var exitCode: Int32 = 0
}

extension CommandReport {
    /// A report with its object.
    ///
    /// The keys are stable while the version is the same: new ones may come, none goes or changes its meaning. What a
    /// terminal would not show as it is, is escaped: the text can be printed.
    init(_ object: [String: ConfigurationValue?], version: Int = 1, text: String, exitCode: Int32 = 0) {
        let object = object.merging(["version": .integer(version)]) { $1 }
        self.init(text: text, json: ConfigurationValue.object(object).json + "\n", exitCode: exitCode)
    }
}

// MARK: - Objects

extension ConfigurationValue {
    /// An object without the keys that have no value.
    static func object(_ entries: [String: ConfigurationValue?]) -> ConfigurationValue {
        .dictionary(entries.compactMapValues(\.self))
    }

    static func list(_ texts: [String]) -> ConfigurationValue { .array(texts.map { .string($0) }) }
}

extension Duration {
    var nanosecondsEntry: ConfigurationValue { .integer(Int(nanoseconds)) }
    var secondsEntry: ConfigurationValue { .real(self / .seconds(1)) }
}

extension Origin {
    /// The place as an object.
    var entry: ConfigurationValue {
        .object([
            "source": .string("\(source)"),
            "file": .string(file),
            "line": line.map { .integer($0) },
            "keyPath": keyPath.map { .string($0.description) },
        ])
    }
}

extension [Origin] {
    /// The places in one line, the one that wins first.
    var list: String { map(\.description).joined(separator: ", ") }
    var entry: ConfigurationValue { .array(map(\.entry)) }
}

extension Problem {
    /// The problem as an object.
    var entry: ConfigurationValue {
        .object([
            "severity": .string("\(severity)"),
            "code": .string(code.description),
            "message": .string(message),
            "remedy": remedy.map { .string($0) },
            "origin": origin?.entry,
        ])
    }
}

// MARK: - Text

/// An object or an array as JSON, each of its members on lines of its own.
func jsonBlock(_ opening: String, _ members: [String], _ closing: String, _ indent: String) -> String {
    if members.isEmpty { return opening + closing }
    let lines = members.map { "\(indent)  \($0)" }
    return "\(opening)\n\(lines.joined(separator: ",\n"))\n\(indent)\(closing)"
}

enum TextTable {
    /// Rows under a head, in columns that are as wide as their widest cell.
    ///
    /// Cells are escaped where a terminal would not show them as they are. Without a row, another text stands for the
    /// table.
    static func text(_ head: [String], _ rows: [[String]], otherwise: String? = nil) -> String {
        if rows.isEmpty, let otherwise { return otherwise }
        let table = ([head.map { $0.uppercased() }] + rows).map { $0.map(\.onOneLine) }
        let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            var line = zip(row, widths).map { $0.leftAligned(in: $1) }.joined(separator: "  ")
            while line.ends(with: " ") { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
