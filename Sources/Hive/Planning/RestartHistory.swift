// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How often a module has been restarted of late, and so when it is restarted next, if at all (C63).
///
/// It knows no clock: whoever asks says what time it is.
struct RestartHistory {
    /// How many failures a report has of the first and of the last ones, each.
    private static let reported = 10

    /// The number of the attempt that comes next or is under way; 0 where none is.
    private(set) var attempt = 0
    /// When the module came up last; nil while it is down.
    private var upSince: Duration?
    /// When restarts within the period began; as many as the limit allows, and none where there is no limit.
    private var restarts: [Duration] = []
    /// The failures within the period, where there is a limit: the first and the last ones.
    private var failures: [(time: Duration, failure: HiveError.Failure)] = []

    /// What follows from a failure.
    enum Decision {
        case restart(at: Duration)
        /// There have been too many, which were the failures of the period.
        case escalate([HiveError.Failure])
    }

    /// Takes in a failure.
    ///
    /// - Parameters:
    ///   - failure: What went wrong.
    ///   - now: When.
    ///   - rule: How often the module may be restarted.
    ///   - chance: From 0 to 1, how much of a tenth of the delay is added.
    /// - Returns: When it is restarted, or that there have been too many failures.
    mutating func failed(
        _ failure: HiveError.Failure,
        at now: Duration,
        _ rule: RestartRule,
        chance: Double
    ) -> Decision {
        if let upSince, now.subtracting(upSince) >= rule.period { attempt = 0 }
        upSince = nil
        attempt += 1
        let delay = rule.delay(before: attempt)
        let next = now.adding(delay).adding(delay.scaled(by: min(max(chance, 0), 1) / 10))
        guard let limit = rule.limit else { return .restart(at: next) }
        let begin = next.subtracting(rule.period)
        failures.removeAll { $0.time < now.subtracting(rule.period) }
        failures.append((now, failure))
        if failures.count > 2 * Self.reported { failures.remove(at: Self.reported) }
        restarts.removeAll { $0 < begin }
        guard restarts.count < limit else { return .escalate(failures.map(\.failure)) }
        return .restart(at: next)
    }

    /// Takes in that an attempt begins.
    mutating func begins(at now: Duration, _ rule: RestartRule) {
        guard let limit = rule.limit else { return }
        restarts.append(now)
        if restarts.count > limit { restarts.removeFirst() }
    }

    /// Takes in that the module is up.
    ///
    /// - Returns: Whether it had failed.
    mutating func cameUp(at now: Duration) -> Bool {
        defer { upSince = now }
        return upSince == nil && attempt > 0
    }
}

extension Duration {
    /// A part of a time, in whole nanoseconds, so that no time is too long.
    fileprivate func scaled(by factor: Double) -> Duration {
        .nanoseconds(Int64(min(Double(nanoseconds) * factor, Double(Int64.max / 2))))
    }
}
