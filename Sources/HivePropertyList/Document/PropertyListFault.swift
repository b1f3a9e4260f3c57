// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// A fault that ends the reading.
struct PropertyListFault: Error {
    let message: String
    let remedy: String
    let offset: Int

    init(_ message: String, remedy: String, offset: Int) {
        self.message = message
        self.remedy = remedy
        self.offset = offset
    }

    /// A number that no configuration can hold.
    static func notFinite(_ subject: String, at offset: Int) -> PropertyListFault {
        PropertyListFault("\(subject) isn't a finite number", remedy: "Correct the value", offset: offset)
    }
}

extension PropertyListShapeBuilder {
    /// Turns what was found into an error.
    ///
    /// - Parameters:
    ///   - fault: What ended the reading, if it didn't reach the end.
    ///   - lines: Where the file's lines begin, if it has any.
    /// - Returns: An error with all duplicate keys and the fault, or `nil` if there is neither.
    func error(for fault: PropertyListFault?, lines: PropertyListLines?) -> PropertyListError? {
        var problems = duplicates.sorted { $0.secondOffset < $1.secondOffset }.map { duplicate in
            let first = lines.map { "on line \($0.line(at: duplicate.firstOffset))" } ?? "in this dictionary"
            return PropertyListError.Problem(
                keyPath: duplicate.path,
                line: lines?.line(at: duplicate.secondOffset),
                message: "the key is already used \(first)",
                remedy: "Remove or rename one of the two"
            )
        }
        problems += respellings.map { respelling in
            let first = lines.map { " of line \($0.line(at: respelling.firstOffset))" } ?? ""
            return PropertyListError.Problem(
                keyPath: respelling.path,
                line: lines?.line(at: respelling.secondOffset),
                message:
                    "the key \(respelling.second.inEscapes) means the same as \(respelling.first.inEscapes)\(first)"
                    + " and is written with other characters",
                remedy: "Write both in the same way"
            )
        }
        let rest = duplicateCount - duplicates.count
        if rest > 0 {
            let message = "\(rest) more keys are used twice"
            problems.append(.init(keyPath: nil, line: nil, message: message, remedy: "Remove or rename them as well"))
        }
        if let fault {
            problems.append(
                PropertyListError.Problem(
                    keyPath: isEmpty ? nil : currentPath,
                    line: lines?.line(at: fault.offset),
                    message: fault.message,
                    remedy: fault.remedy
                )
            )
        }
        return problems.isEmpty ? nil : PropertyListError(problems: problems)
    }
}
