// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How far a module is in its life (C64).
@nonexhaustive public enum ModuleState: Hashable, Sendable, CustomStringConvertible {
    /// It is down, and comes up again with what it needs: these modules.
    case waiting(for: [String])
    /// The hive brings it up.
    case starting
    /// Its `ready` has returned.
    case up
    /// It has failed and is restarted: why, the number of the attempt, and how long until it begins; nil for one that
    /// is due or under way.
    case restarting(because: String, attempt: Int, next: Duration?)
    /// It is down and stays down: its own failure, or the module that it needs and that is left out.
    case leftOut(because: String)
    /// The hive takes it down.
    case stopping
    /// It has been taken down.
    case down

    /// The state in a few words, such as `restarting (attempt 3, next in 1.6 s): the database is not there`.
    public var description: String {
        switch self {
        case .waiting(let names): "waiting for \(names.joined(separator: ", "))"
        case .starting: "starting"
        case .up: "up"
        case .restarting(let reason, let attempt, let next): "restarting (\(Self.attempt(attempt, next))): \(reason)"
        case .leftOut(let reason): "left out: \(reason)"
        case .stopping: "stopping"
        case .down: "down"
        }
    }

    /// Which attempt it is, and when it comes.
    package static func attempt(_ number: Int, _ next: Duration?) -> String {
        "attempt \(number)" + (next.map { ", next in \($0.short)" } ?? "")
    }

    var isLeftOut: Bool { if case .leftOut = self { true } else { false } }
    var isRestarting: Bool { if case .restarting = self { true } else { false } }
}
