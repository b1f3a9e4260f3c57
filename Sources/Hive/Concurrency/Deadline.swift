// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

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
