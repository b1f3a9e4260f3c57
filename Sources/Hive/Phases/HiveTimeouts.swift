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
    private let leftOut: [String]

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
        func stated(_ time: Duration?, or usual: Duration?) -> Duration? { time == Self.unstated ? usual : time }
        self.start = stated(start, or: .seconds(30))
        self.stop = stated(stop, or: .seconds(10))
        self.drain = stated(drain, or: .seconds(20))
        self.drainDelay = drainDelay == Self.unstated ? .zero : drainDelay
        self.health = stated(health, or: .milliseconds(500))
        self.wholeStart = stated(wholeStart, or: nil)
        self.wholeStop = stated(wholeStop, or: nil)
        self.grace = grace == Self.unstated ? .seconds(1) : grace
        // One by one: an array of optional durations is a type that the runtime has to make at each first start.
        var leftOut: [String] = []
        func note(_ time: Duration?, _ name: String) {
            if time == Self.unstated { leftOut.append(name) }
        }
        note(start, "start")
        note(stop, "stop")
        note(drain, "drain")
        note(drainDelay, "drainDelay")
        note(health, "health")
        note(wholeStart, "wholeStart")
        note(wholeStop, "wholeStop")
        note(grace, "grace")
        self.leftOut = leftOut
        origin = .code(fileID: fileID, line: line)
    }

    /// Whether whoever made the timeouts has stated one of them.
    package func states(_ name: String) -> Bool { !leftOut.contains(name) }

    /// Returns the timeouts with those that were left out as property lists state them, by their names.
    package func completed(with listed: [String: Duration]) -> HiveTimeouts {
        var result = self
        for (name, time) in listed where !states(name) {
            switch name {
            case "start": result.start = time
            case "stop": result.stop = time
            case "drain": result.drain = time
            case "drainDelay": result.drainDelay = time
            case "health": result.health = time
            case "wholeStart": result.wholeStart = time
            case "wholeStop": result.wholeStop = time
            default: result.grace = time
            }
        }
        return result
    }

    /// What is wrong with the timeouts.
    var problems: [Problem] {
        var problems: [Problem] = []
        func check(_ time: Duration?, _ name: String) {
            let problem = Problem(timeout: time, "The hive's timeout \(name)", at: origin)
            if let problem { problems.append(problem) }
        }
        check(start, "start")
        check(stop, "stop")
        check(drain, "drain")
        if drainDelay < .zero {
            let text = "The hive's drainDelay is \(drainDelay.short)."
            problems.append(
                Problem(.error, .invalidValue, at: origin, text, remedy: "Give it more than 0, or 0 for none.")
            )
        }
        check(health, "health")
        check(wholeStart, "wholeStart")
        check(wholeStop, "wholeStop")
        check(grace, "grace")
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
}
