// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Logging

/// What was thrown, as one record says it: each value of the metadata is a line of text.
struct FailureWords {
    private let error: any Error

    init(_ error: any Error) { self.error = error }

    /// What went wrong as a whole, on one line; nil for an error that is none of a hive's, which the record carries.
    var summary: String? { (error as? HiveError)?.message }

    /// What a log handler is given as the error: what the first failed step threw; the rest of a hive's error stands in
    /// the metadata.
    var cause: (any Error)? {
        guard let error = error as? HiveError else { return error }
        return error.failures.first.flatMap { FailureWords($0.error).cause }
    }

    /// The text with which `Hive.main` reports the error.
    var report: String { (error as? HiveError)?.report ?? "error: \(error)" }

    /// The code, the place, and a key for each cause, problem and failure of the rollback.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        guard let error = error as? HiveError else { return metadata }
        metadata["hive.error.code"] = "\(error.code)"
        metadata["hive.error.place"] = error.origin.map { "\($0)" }
        metadata.list(error.failures.flatMap(\.lines), "hive.error.cause")
        metadata.list(error.problems.map { "\($0)" }, "hive.error.problem")
        metadata.list((error.start?.rollbackFailures ?? []).flatMap(\.lines), "hive.error.rollback")
        return metadata
    }
}

extension Logger.Metadata {
    /// More than these would fill the record; how many there are beyond is said.
    private static let most = 20

    /// Notes lines under `key`, `key.2`, `key.3`.
    fileprivate mutating func list(_ lines: [String], _ key: String) {
        for (place, line) in lines.prefix(Self.most).enumerated() {
            self[place == 0 ? key : "\(key).\(place + 1)"] = "\(line)"
        }
        if lines.count > Self.most { self["\(key).more"] = "\(lines.count - Self.most)" }
    }
}

extension HiveError.Failure {
    /// Who failed in which step and why; then a line for each cause of that.
    fileprivate var lines: [String] {
        guard let error = error as? HiveError else { return ["\(self)"] }
        let place = error.origin.map { " (\($0))" } ?? ""
        let head = HiveError.Failure(module: module, step: step, error: Words(description: error.message + place))
        return ["\(head)"] + error.problems.map { "\($0)" } + error.failures.flatMap(\.lines)
    }
}

/// What a failure says in place of its error.
private struct Words: Error, CustomStringConvertible {
    let description: String
}
