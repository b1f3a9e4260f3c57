// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How long a hive's hooks may take, where a module does not say otherwise; nil for as long as they like (C6).
///
/// Of several timeouts the one that ends first counts, and the error says which one it was. A timeout that is not above
/// zero is an error that ``Hive/verify()`` reports, with the line that made the timeouts; none is too large.
public struct HiveTimeouts: Sendable {
    /// For each hook of the start: creation and `setUp` together, `initialize`, `ready`.
    package private(set) var start: Duration?
    /// For each hook of the stop, a module's services included.
    package private(set) var stop: Duration?
    /// For the work of each module to end, when it was asked to (C51).
    package private(set) var drain: Duration?
    /// From when the hive is no longer ready until the stop goes on (C51).
    package private(set) var drainDelay: Duration
    /// For a module to say how it is (C53).
    package private(set) var health: Duration?
    /// For the whole start.
    package private(set) var wholeStart: Duration?
    /// For the whole stop, or the whole rollback of a start that failed.
    package private(set) var wholeStop: Duration?
    /// How long a hook that was cancelled may take to return before it is abandoned (C5).
    ///
    /// It is also what each step of a stop has when the timeout of the whole stop is spent.
    package private(set) var grace: Duration
    /// Where the timeouts were made.
    package let origin: Origin
    /// The names of those that whoever made them has left out.
    private var leftOut: [String] = []

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
        self.start = start
        self.stop = stop
        self.drain = drain
        self.drainDelay = drainDelay
        self.health = health
        self.wholeStart = wholeStart
        self.wholeStop = wholeStop
        self.grace = grace
        origin = .code(fileID: fileID, line: line)
        var leftOut: [String] = []
        changeEach { name, time, usual in
            guard time == Self.unstated else { return }
            leftOut.append(name)
            time = usual
        }
        self.leftOut = leftOut
    }

    /// Changes each timeout, and is told its name and what it is where nobody has stated it.
    private mutating func changeEach(_ change: (_ name: String, _ time: inout Duration?, _ usual: Duration?) -> Void) {
        var (delay, grace): (Duration?, Duration?) = (drainDelay, grace)
        change("start", &start, .seconds(30))
        change("stop", &stop, .seconds(10))
        change("drain", &drain, .seconds(20))
        change("drainDelay", &delay, .zero)
        change("health", &health, .milliseconds(500))
        change("wholeStart", &wholeStart, nil)
        change("wholeStop", &wholeStop, nil)
        change("grace", &grace, .seconds(1))
        (drainDelay, self.grace) = (delay ?? .zero, grace ?? .zero)
    }

    /// Whether whoever made the timeouts has stated one of them.
    package func states(_ name: String) -> Bool { !leftOut.contains(name) }

    /// Returns the timeouts with those that were left out as property lists state them, by their names.
    package func completed(with listed: [String: Duration]) -> HiveTimeouts {
        var result = self
        result.changeEach { name, time, _ in
            if let listed = listed[name], !states(name) { time = listed }
        }
        return result
    }

    /// What is wrong with the timeouts.
    var problems: [Problem] {
        var (problems, checked): ([Problem], HiveTimeouts) = ([], self)
        checked.changeEach { name, time, _ in
            if name != "drainDelay" {
                problems += [Problem(timeout: time, "The hive's timeout \(name)", at: origin)].compactMap(\.self)
            } else if let delay = time, delay < .zero {
                let (text, remedy) = ("The hive's \(name) is \(delay.short).", "Give it more than 0, or 0 for none.")
                problems.append(Problem(.error, .invalidValue, at: origin, text, remedy: remedy))
            }
        }
        return problems
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

/// When a hook has to have returned, and who says so.
struct Deadline: Sendable {
    /// By the hive's clock.
    let time: Duration
    let timeout: Duration
    /// What the error calls the timeout; text that needs no counting of references.
    let name: StaticString

    /// The sooner of two deadlines, either of which may be missing.
    static func sooner(_ left: Deadline?, _ right: Deadline?) -> Deadline? {
        guard let left, let right else { return left ?? right }
        return right.time < left.time ? right : left
    }

    /// How much of the timeout has been used up, for an error; what it is for may have begun before the call did.
    func overrun(at now: Duration) -> String {
        "\(now.subtracting(time.subtracting(timeout)).short) of \(timeout.short)."
    }
}
