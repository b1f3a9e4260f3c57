// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Something wrong, or doubtful, in what a hive was told to run.
public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// How bad a problem is.
    public enum Severity: Hashable, Sendable {
        /// The hive cannot start.
        case error
        /// The hive can start, and somebody should look.
        case warning
    }

    /// Whether the problem prevents a start.
    public let severity: Severity
    /// The kind of problem, to switch over with a default case.
    public let code: HiveErrorCode
    /// Where the problem is.
    public let origin: Origin?
    /// What is wrong, on one line; the wording isn't API.
    public let message: String
    /// What to do about it; the wording isn't API.
    public let remedy: String?

    /// Creates a problem.
    public init(
        _ severity: Severity,
        _ code: HiveErrorCode,
        at origin: Origin?,
        _ message: String,
        remedy: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.origin = origin
        self.message = message.onOneLine
        self.remedy = remedy?.onOneLine
    }

    /// One line: place, severity, what is wrong and what to do.
    public var description: String {
        let place = origin.map { "\($0): " } ?? ""
        let advice = remedy.map { " \($0)" } ?? ""
        return "\(place)\(severity): \(message)\(advice)"
    }
}

extension Problem {
    /// A file, or a folder, that is not read, or not to be read.
    package static func file(_ path: String, _ text: String, remedy: String, _ severity: Severity = .error) -> Problem {
        Problem(severity, .fileNotReadable, at: .propertyList(path, nil), text, remedy: remedy)
    }
}

extension Sequence<Problem> {
    /// The problems that prevent a start.
    @inlinable public var errors: [Problem] { filter { $0.severity == .error } }
}
