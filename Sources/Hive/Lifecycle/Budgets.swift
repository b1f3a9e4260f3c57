// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How long a hive's hooks may take, where a module does not say otherwise; nil for as long as they like (C6).
///
/// Of several budgets the one that ends first counts, and the error says which one it was. A budget that is not above
/// zero is an error that ``Hive/verify()`` reports, with the line that made the budgets; none is too large.
public struct HiveBudgets: Hashable, Sendable {
    /// For each hook of the start: creation and `setUp` together, `initialize`, `ready`.
    public var start: Duration?
    /// For each hook of the stop, a module's services included.
    public var stop: Duration?
    /// For the whole start.
    public var wholeStart: Duration?
    /// For the whole stop, or the whole rollback of a start that failed.
    public var wholeStop: Duration?
    /// How long a hook that was cancelled may take to return before nobody waits for it any more.
    ///
    /// It is also what each step of a stop has when the budget of the whole stop is spent.
    public var grace: Duration
    /// Where the budgets were made; it makes them no different.
    private let origin: Origin

    /// Creates budgets.
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

    /// Whether two budgets allow the same, wherever they were made.
    public static func == (left: HiveBudgets, right: HiveBudgets) -> Bool { left.times == right.times }

    /// Feeds what the budgets allow into a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(times) }

    private var times: [Duration?] { [start, stop, wholeStart, wholeStop, grace] }

    /// What is wrong with the budgets.
    var problems: [Problem] {
        zip(["start", "stop", "wholeStart", "wholeStop", "grace"], times).compactMap { name, time in
            Problem(budget: time, "The hive's budget \(name)", at: origin)
        }
    }
}

extension Problem {
    /// Refuses a budget in which nothing can be done; nil where there is nothing to refuse.
    init?(budget: Duration?, _ what: String, at origin: Origin) {
        guard let budget, budget <= .zero else { return nil }
        let remedy = "Give it more than 0, or nil for as long as it likes."
        self.init(.error, .invalidValue, at: origin, "\(what) is \(budget).", remedy: remedy)
    }
}

/// When a hook has to have returned, and who says so.
struct Deadline: Sendable {
    /// By the hive's clock.
    let time: Duration
    let budget: Duration
    /// What the error calls the budget; text that needs no counting of references.
    let name: StaticString

    /// The sooner of two deadlines, either of which may be missing.
    static func sooner(_ left: Deadline?, _ right: Deadline?) -> Deadline? {
        guard let left, let right else { return left ?? right }
        return right.time < left.time ? right : left
    }
}
