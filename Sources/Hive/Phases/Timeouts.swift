// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How long a hive's hooks may take, where a module does not say otherwise; nil for as long as they like (C6).
///
/// Of several timeouts the one that ends first counts, and the error says which one it was. A timeout that is not above
/// zero is an error that ``Hive/verify()`` reports, with the line that made the timeouts; none is too large.
public struct HiveTimeouts: Sendable {
    /// For each hook of the start: creation and `setUp` together, `initialize`, `ready`.
    package let start: Duration?
    /// For each hook of the stop, a module's services included.
    package let stop: Duration?
    /// For the whole start.
    package let wholeStart: Duration?
    /// For the whole stop, or the whole rollback of a start that failed.
    package let wholeStop: Duration?
    /// How long a hook that was cancelled may take to return before it is abandoned (C5).
    ///
    /// It is also what each step of a stop has when the timeout of the whole stop is spent.
    package let grace: Duration
    /// Where the timeouts were made.
    private let origin: Origin

    /// Creates timeouts.
    ///
    /// `start` and `stop` are for each hook of the start, creation and `setUp` together, and of the stop, a module's services
    /// included; `wholeStop` is also for the whole rollback of a start that failed. A hook or handler that was cancelled may
    /// take `grace` to return before it is abandoned (C5); that is also what each step of a stop has when the timeout of the
    /// whole stop is spent.
    public init(
        start: Duration? = .seconds(30),
        stop: Duration? = .seconds(10),
        wholeStart: Duration? = nil,
        wholeStop: Duration? = nil,
        grace: Duration = .seconds(1),
        fileID: String = #fileID,
        line: Int = #line
    ) {
        self.start = start
        self.stop = stop
        self.wholeStart = wholeStart
        self.wholeStop = wholeStop
        self.grace = grace
        origin = .code(fileID: fileID, line: line)
    }

    private var times: [Duration?] { [start, stop, wholeStart, wholeStop, grace] }

    /// What is wrong with the timeouts.
    var problems: [Problem] {
        zip(["start", "stop", "wholeStart", "wholeStop", "grace"], times).compactMap { name, time in
            Problem(timeout: time, "The hive's timeout \(name)", at: origin)
        }
    }
}

extension Problem {
    /// Refuses a timeout in which nothing can be done; nil where there is nothing to refuse.
    init?(timeout: Duration?, _ what: String, at origin: Origin) {
        guard let timeout, timeout <= .zero else { return nil }
        let remedy = "Give it more than 0, or nil for as long as it likes."
        self.init(.error, .invalidValue, at: origin, "\(what) is \(timeout).", remedy: remedy)
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
