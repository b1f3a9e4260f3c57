// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The signals that ask a process to end, such as SIGTERM: the first is a request, another one an order (C40).
struct StopSignals: Sendable {
    /// What a signal means.
    enum Meaning {
        case first
        /// The first one, sent twice by a program that means it once.
        case repeated
        case second
    }

    /// The first signal, and when it came.
    private(set) var first: (signal: Int32, time: Duration)?

    /// Times are counted from here: the size of an instant, and of whatever has one, is known only when a program runs.
    private static let beginning = ContinuousClock.now

    /// Takes a signal in; within `repetition` after the first, the same one counts as that.
    mutating func receive(_ signal: Int32, repetition: Duration) -> Meaning {
        let now = Self.beginning.duration(to: .now)
        guard let first else {
            first = (signal, now)
            return .first
        }
        return first.signal == signal && now - first.time < repetition ? .repeated : .second
    }
}
