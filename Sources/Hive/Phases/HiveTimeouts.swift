// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How long a hive's hooks may take, where a module does not say otherwise; nil for as long as they like (C6).
///
/// Of several timeouts the one that ends first counts, and the error says which one it was. A timeout that is not above
/// zero is an error that ``Hive/verify()`` reports, with the line that made the timeouts; none is too large.
public struct HiveTimeouts: Sendable {
    /// What has a time of its own, by the name that code and property lists give it.
    package enum Name: String, CaseIterable, Sendable {
        /// For each hook of the start: creation and `setUp` together, `initialize`, `ready`.
        case start
        /// For each hook of the stop, a module's services included.
        case stop
        /// For the work of each module to end, when it was asked to (C51).
        case drain
        /// From when the hive is no longer ready until the stop goes on (C51).
        case drainDelay
        /// For a module to say how it is (C53).
        case health
        /// For the whole start.
        case wholeStart
        /// For the whole stop, or the whole rollback of a start that failed.
        case wholeStop
        /// How long a hook that was cancelled may take to return before it is abandoned (C5).
        ///
        /// It is also what each step of a stop has when the timeout of the whole stop is spent.
        case grace

        /// What it is where nobody states it.
        fileprivate var usual: Duration? {
            switch self {
            case .start: .seconds(30)
            case .stop: .seconds(10)
            case .drain: .seconds(20)
            case .drainDelay: .zero
            case .health: .milliseconds(500)
            case .wholeStart, .wholeStop: nil
            case .grace: .seconds(1)
            }
        }
    }

    /// What whoever made the timeouts has stated.
    private var stated: [Name: Duration?] = [:]
    /// What a property list says.
    private var listed: [String: Duration] = [:]
    /// Where the timeouts were made.
    package let origin: Origin

    /// What stands for a timeout that is left out: no time that anybody would give.
    @usableFromInline static let unstated = Duration(secondsComponent: .min, attosecondsComponent: -271_828)

    /// Creates timeouts.
    ///
    /// `start` and `stop` are for each hook of the start, creation and `setUp` together, and of the stop, a module's
    /// services included; `wholeStop` is also for the whole rollback of a start that failed. The work of each module
    /// may take `drain` to end when it was asked to. `drainDelay` is no timeout: so long a stop waits before it does
    /// anything, for load balancers to notice that the hive is no longer ready (C51). A hook or handler that was
    /// cancelled may take `grace` to return before it is abandoned (C5); that is also what each step of a stop has when
    /// the timeout of the whole stop is spent.
    ///
    /// A module has `health` to say how it is (C53); a probe that waits for a second, as most do, is then answered in
    /// time.
    ///
    /// What is left out, a property list may state; otherwise it is 30 s for `start`, 10 s for `stop`, 20 s for
    /// `drain`, no `drainDelay`, 0.5 s for `health`, 1 s for `grace`, and as long as it takes for the whole start and
    /// stop. What is stated wins over property lists, nil too.
    public init(
        start: Duration? = Self.unstated,
        stop: Duration? = Self.unstated,
        drain: Duration? = Self.unstated,
        drainDelay: Duration = Self.unstated,
        health: Duration? = Self.unstated,
        wholeStart: Duration? = Self.unstated,
        wholeStop: Duration? = Self.unstated,
        grace: Duration = Self.unstated,
        fileID: String = #fileID,
        line: Int = #line
    ) {
        origin = .code(fileID: fileID, line: line)
        let times: KeyValuePairs<Name, Duration?> = [
            .start: start, .stop: stop, .drain: drain, .drainDelay: drainDelay, .health: health,
            .wholeStart: wholeStart, .wholeStop: wholeStop, .grace: grace,
        ]
        for (name, time) in times where time != Self.unstated { stated[name] = .some(time) }
    }

    /// The time that counts; nil for as long as it takes.
    package subscript(name: Name) -> Duration? { stated[name] ?? listed[name.rawValue] ?? name.usual }

    package var drainDelay: Duration { self[.drainDelay] ?? .zero }
    package var grace: Duration { self[.grace] ?? .zero }

    /// Whether a timeout was stated, so that no property list counts for it.
    package func states(_ name: String) -> Bool { Name(rawValue: name).map { stated.keys.contains($0) } ?? false }

    /// The timeouts with those that a property list states, where these do not.
    package func completed(with listed: [String: Duration]) -> HiveTimeouts {
        var result = self
        result.listed = listed
        return result
    }

    /// What is wrong with them.
    var problems: [Problem] {
        Name.allCases.compactMap { name in
            guard name == .drainDelay else {
                return Problem(timeout: self[name], "The hive's timeout \(name)", at: origin)
            }
            guard drainDelay < .zero else { return nil }
            let text = "The hive's drainDelay is \(drainDelay.short)."
            return Problem(.error, .invalidValue, at: origin, text, remedy: "Give it more than 0, or 0 for none.")
        }
    }
}

extension Problem {
    /// Refuses a timeout in which nothing can be done; nil where there is nothing to refuse.
    init?(timeout: Duration?, _ what: @autoclosure () -> String, at origin: Origin) {
        guard let timeout, timeout <= .zero else { return nil }
        let remedy = "Give it more than 0, or nil for as long as it likes."
        self.init(.error, .invalidValue, at: origin, "\(what()) is \(timeout.short).", remedy: remedy)
    }
}
