// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How long a hive's hooks may take, where a module does not say otherwise; nil for as long as they like (C6).
///
/// Of several budgets the one that ends first counts, and the error says which one it was.
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
    public var grace: Duration

    /// Creates budgets.
    public init(
        start: Duration? = .seconds(30),
        stop: Duration? = .seconds(10),
        wholeStart: Duration? = nil,
        wholeStop: Duration? = nil,
        grace: Duration = .seconds(1)
    ) {
        self.start = start
        self.stop = stop
        self.wholeStart = wholeStart
        self.wholeStop = wholeStop
        self.grace = grace
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
