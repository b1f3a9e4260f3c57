// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One difference between what a hive runs and what a new configuration says.
public struct ConfigurationChange: Hashable, Sendable, CustomStringConvertible {
    /// What can differ, in the words of the description.
    package enum Kind: String, Sendable {
        case moduleAdded = "module added"
        case moduleRemoved = "module removed"
        /// Because of other options, its own or those of what it needs.
        case moduleRestarted = "module restarted"
        case options, timeouts, needs, level, priority, initializesConcurrently
        case serviceAdded = "service added"
        case serviceRemoved = "service removed"
        case serviceReplaced = "service replaced"
        /// The application's name, key or environment, or one of its values.
        case application
    }

    /// What differs.
    package let kind: Kind
    /// The module, the service, or the application's value that the difference is about.
    public let subject: String
    /// Where the new configuration says so; for what it no longer names, where the old one did.
    public let origin: Origin?
    /// Why the change counts only from the next start on; nil when it counts at once.
    public let deferral: String?

    /// What differs: `module added`, `module removed`, `module restarted`, `service added`, `service removed`,
    /// `service replaced`, or of a module `options`, `timeouts`, `needs`, `level`, `priority` or
    /// `initializesConcurrently`, or else `application`.
    public var what: String { kind.rawValue }

    /// Creates a difference.
    package init(_ kind: Kind, _ subject: String, at origin: Origin?, deferral: String? = nil) {
        self.kind = kind
        self.subject = subject
        self.origin = origin
        self.deferral = deferral
    }

    /// One line: what it is about, what differs, where, and whether it has to wait.
    public var description: String {
        let place = origin.map { " [\($0)]" } ?? ""
        let wait = deferral.map { "; counts from the next start on: \($0)" } ?? ""
        return "\(subject): \(what)\(place)\(wait)"
    }
}

/// What a reload has done.
public struct ReloadReport: Sendable, CustomStringConvertible {
    /// Every difference: modules that left, modules that came, other changes of modules in boot order, services,
    /// values.
    public let changes: [ConfigurationChange]
    /// What is doubtful about the new configuration.
    public let warnings: [Problem]
    /// What modules that left threw on their way; they are gone all the same.
    public let failures: [HiveError.Failure]

    /// What counts only from the next start on.
    package var deferred: [ConfigurationChange] { changes.filter { $0.deferral != nil } }

    /// How many changes there were, and how many have to wait.
    package var summary: String {
        guard !changes.isEmpty else { return "nothing has changed" }
        let count = changes.count == 1 ? "1 change" : "\(changes.count) changes"
        return deferred.isEmpty ? count : "\(count), \(deferred.count) of them from the next start on"
    }

    /// One line for each difference, warning and failure.
    public var description: String {
        let lines = changes.map(\.description) + warnings.map(\.description) + failures.map { "failed: \($0)" }
        return lines.isEmpty ? summary : lines.joined(separator: "\n")
    }
}
