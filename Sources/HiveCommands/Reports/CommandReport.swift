// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a command found, for people as text and for programs as JSON.
protocol CommandReport: Encodable, Sendable {
    /// Lines, each with its end.
    var text: String { get }
    /// One object on a line of its own.
    var json: String { get throws }
}

/// What people read of a report, and programs do not.
@propertyWrapper
struct Unencoded<Value: Sendable>: Encodable, Sendable {
    var wrappedValue: Value

    func encode(to encoder: any Encoder) {}
}

extension KeyedEncodingContainer {
    /// Leaves the key out as well; of all overloads a synthesised `encode(to:)` calls this one.
    mutating func encode(_ value: Unencoded<some Sendable>, forKey key: Key) {}
}

extension CommandReport {
    /// The object with its keys in order.
    ///
    /// The keys are stable while `version` is 1: new ones may come, none goes or changes its meaning. What a terminal
    /// would not show as it is, is escaped: the text can be printed.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self).printableJSON + "\n"
        }
    }
}

/// A place as JSON has it.
struct PlaceEntry: Encodable, Sendable {
    let source: String
    let file: String
    let line: Int?
    let keyPath: String?

    init(_ origin: Origin) {
        source =
            switch origin.source {
            case .argument: "argument"
            case .environmentVariable: "environmentVariable"
            case .propertyList: "propertyList"
            case .code: "code"
            case .record: "record"
            }
        file = origin.file
        line = origin.line
        keyPath = origin.keyPath?.description
    }
}

/// A problem as JSON has it.
struct ProblemEntry: Encodable, Sendable {
    let severity: String
    let code: String
    let message: String
    let remedy: String?
    let origin: PlaceEntry?

    init(_ problem: Problem) {
        severity = "\(problem.severity)"
        code = problem.code.description
        message = problem.message
        remedy = problem.remedy
        origin = problem.origin.map { PlaceEntry($0) }
    }
}

enum TextTable {
    /// Rows under a head, in columns that are as wide as their widest cell.
    ///
    /// Cells are escaped where a terminal would not show them as they are.
    static func text(_ head: [String], _ rows: [[String]]) -> String {
        let table = ([head.map { $0.uppercased() }] + rows).map { $0.map(\.onOneLine) }
        let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell + String(repeating: " ", count: widths[column] - cell.count + 2)
            }
            while line.ends(with: " ") { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

extension [Origin] {
    /// The places in one line, the one that wins first.
    var list: String { map(\.description).joined(separator: ", ") }
}
