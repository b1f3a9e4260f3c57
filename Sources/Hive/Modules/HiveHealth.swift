// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How a module is, as it says itself; see ``HiveModule/health(_:)``.
public enum ModuleHealth: Hashable, Sendable, CustomStringConvertible {
    /// It does what it is there for.
    case healthy
    /// It does, but not as well as it should; nothing needs to be restarted.
    case degraded(because: String)
    /// It does not do what it is there for.
    case unhealthy(because: String)

    /// `healthy`, or `degraded` or `unhealthy` with the reason.
    public var description: String {
        switch self {
        case .healthy: "healthy"
        case .degraded(let reason): "degraded: \(reason)".onOneLine
        case .unhealthy(let reason): "unhealthy: \(reason)".onOneLine
        }
    }

    /// 0 for healthy, and the more the worse.
    var severity: Int {
        switch self {
        case .healthy: 0
        case .degraded: 1
        case .unhealthy: 2
        }
    }
}

/// How the modules of a hive are, and so the whole; see ``Hive/Hive/health()`` (C53).
public struct HiveHealth: Sendable, CustomStringConvertible {
    /// What a module has answered, or what was found out because it did not: the module's name, how it is, and what its
    /// check threw, or that it did not answer in time.
    ///
    /// `since` is when the first of the answers in a row came that were alike, whatever their reasons, counted from
    /// when the hive was made. `duration` is how long the check took, or has taken so far. Both are by the hive's
    /// clock.
    public typealias Answer = (
        module: String, health: ModuleHealth, error: (any Error)?, since: Duration, duration: Duration
    )

    /// What each module has answered, in boot order.
    public let answers: [Answer]

    /// How the whole is: as its worst module is, the first of those that are equally bad.
    public var overall: ModuleHealth {
        let worst = answers.max { $0.health.severity < $1.health.severity }
        guard let severity = worst?.health.severity, severity > 0,
            let first = answers.first(where: { $0.health.severity == severity })
        else { return .healthy }
        switch first.health {
        case .healthy: return .healthy
        case .degraded(let reason): return .degraded(because: "\(first.module): \(reason)")
        case .unhealthy(let reason): return .unhealthy(because: "\(first.module): \(reason)")
        }
    }

    /// Whether no module is unhealthy; one that is degraded counts as well.
    public var isWell: Bool { !answers.contains { $0.health.severity > 1 } }

    /// `healthy`, or each module that is not, in one line.
    public var description: String {
        let others = answers.filter { $0.health != .healthy }
        return others.isEmpty ? "healthy" : others.map { "\($0.module): \($0.health)" }.joined(separator: "; ")
    }
}
