// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What happens when a module fails (C63).
///
/// A failure is a creation, a hook of the start or announced work that throws or takes longer than its own timeout, and
/// work that throws, or returns though it may not. Whatever the policy, all that needs the module goes down with it.
///
/// ```swift
/// static let manifest = ModuleManifest(onFailure: .restart(limit: 5, within: .seconds(60)))
/// ```
public struct FailurePolicy: Hashable, Sendable, CustomStringConvertible {
    /// What is done, by the word of property lists.
    package enum Kind: String, CaseIterable, Sendable {
        case stop, leaveOut, restart
    }

    package let kind: Kind
    /// How it is restarted, where it is.
    package let rule: RestartRule

    package init(_ kind: Kind, _ rule: RestartRule? = nil) { (self.kind, self.rule) = (kind, rule ?? RestartRule()) }

    /// The start fails (C3), or the hive stops, with the failure as the reason (C49).
    public static let stop = FailurePolicy(.stop)

    /// The module and all that needs it stay down, and the rest of the hive goes on; until a restart by hand, or a
    /// reload that changes the module's options.
    ///
    /// A module that stops the hive when it fails cannot need one of these, unless its need is optional.
    public static let leaveOut = FailurePolicy(.leaveOut)

    /// The module and all that needs it come up again as new instances, for as long as it takes: at once, then after
    /// 100 ms, 200 ms, and so on up to 30 s.
    public static let restart = FailurePolicy(.restart)

    /// The module and all that needs it come up again as new instances, by a rule.
    ///
    /// What is wrong with the numbers is an error of ``Hive/verify()``.
    ///
    /// - Parameters:
    ///   - limit: How many restarts there may be within `within`; one more stops the hive instead, with exit code 70.
    ///     Restarts because of another module, or by hand, do not count. Nil for any number.
    ///   - within: The time in which restarts are counted, and for how long a module has to be up until its next
    ///     restart is a first one again; nil for 60 s.
    ///   - delay: How long the second attempt waits; the first one comes at once. Each further one waits twice as long
    ///     as the one before, and up to a tenth is added by chance, so that many processes do not come back together.
    ///   - maximumDelay: The longest delay.
    ///   - keepsReady: Whether the hive stays ready meanwhile (C53).
    /// - Returns: The policy.
    public static func restart(
        limit: Int? = nil,
        within: Duration? = nil,
        delay: Duration = .milliseconds(100),
        maximumDelay: Duration = .seconds(30),
        keepsReady: Bool = false
    ) -> FailurePolicy {
        FailurePolicy(
            .restart,
            RestartRule(
                limit: limit,
                within: within,
                delay: delay,
                maximumDelay: maximumDelay,
                keepsReady: keepsReady
            )
        )
    }

    /// The policy in a few words, such as `restart, at most 5 times within 60 s`.
    public var description: String {
        guard kind == .restart, let limit = rule.limit else { return kind.rawValue }
        return "\(kind.rawValue), at most \(limit.counted("time", "times")) within \(rule.period.short)"
    }
}

extension FailurePolicy {
    /// What is wrong with it, for a module or, without a name, for those that state none.
    package func problems(of module: String?, at origin: Origin?) -> [Problem] {
        guard kind == .restart else { return [] }
        let subject = "\(module.map { "\($0) is" } ?? "Modules that state no failure policy are") to be restarted"
        return rule.mistakes.map { Problem(.error, .invalidValue, at: origin, "\(subject), and \($0).", remedy: $1) }
    }
}

/// When a module is restarted, and how often.
package struct RestartRule: Hashable, Sendable {
    package var limit: Int?
    package var within: Duration?
    package var delay = Duration.milliseconds(100)
    package var maximumDelay = Duration.seconds(30)
    package var keepsReady = false

    /// The time in which restarts are counted.
    package var period: Duration { within ?? .seconds(60) }

    /// How long an attempt waits, without what chance adds; the first one is number 1.
    package func delay(before attempt: Int) -> Duration {
        guard attempt > 1, delay > .zero else { return .zero }
        var (result, number) = (delay, 2)
        while number < attempt, result < maximumDelay { (result, number) = (result.adding(result), number + 1) }
        return min(result, maximumDelay)
    }

    /// After how long a module that always fails at once stops the hive; nil where it never does.
    package var escalation: Duration? {
        guard let limit, limit > 0 else { return nil }
        if delay <= .zero { return .zero }
        var (elapsed, next, count) = (Duration.zero, min(delay, maximumDelay), 1)
        while count < limit, next < maximumDelay {
            elapsed = elapsed.adding(next)
            next = min(next.adding(next), maximumDelay)
            count += 1
        }
        // All others wait for the same time.
        let (rest, isTooLong) = next.attoseconds.multipliedReportingOverflow(by: Int128(limit - count))
        if isTooLong { return nil }
        elapsed = elapsed.adding(Duration(attoseconds: rest))
        return elapsed.adding(next) <= period ? elapsed : nil
    }

    /// What is wrong with the numbers, each with what to do.
    package var mistakes: [(text: String, remedy: String)] {
        var found: [(text: String, remedy: String)] = []
        if let limit, limit <= 0 {
            found.append(
                ("the limit of restarts is \(limit), which has to be above zero", "Write onFailure: .stop, or a limit.")
            )
        }
        if let within, within <= .zero {
            found.append(("restarts are counted within \(within.short)", "Give a time above zero."))
        }
        if delay < .zero {
            found.append(("the delay is \(delay.short), which is no time", "Give a delay of zero or more."))
        } else if delay == .zero, limit == nil {
            found.append(
                ("there is neither a delay nor a limit: restarts would follow at full speed", "Give one of them.")
            )
        }
        if maximumDelay < delay {
            let text = "maximumDelay, \(maximumDelay.short), is below delay, \(delay.short)"
            found.append((text, "Make it at least as long."))
        }
        return found
    }
}
