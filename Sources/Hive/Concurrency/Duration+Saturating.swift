// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Duration {
    /// The longest duration there is.
    package static let longest = Duration(attoseconds: .max)
    private static let shortest = Duration(attoseconds: .min)

    /// The sum of two durations, or the longest or shortest one where it does not fit.
    ///
    /// Timeouts come from users, and "never" is often written as the largest number there is.
    package func adding(_ other: Duration) -> Duration {
        let (sum, isTooLarge) = attoseconds.addingReportingOverflow(other.attoseconds)
        if isTooLarge { return other < .zero ? .shortest : .longest }
        return Duration(attoseconds: sum)
    }

    /// The difference of two durations, or the longest or shortest one where it does not fit.
    package func subtracting(_ other: Duration) -> Duration {
        let (difference, isTooLarge) = attoseconds.subtractingReportingOverflow(other.attoseconds)
        if isTooLarge { return other < .zero ? .longest : .shortest }
        return Duration(attoseconds: difference)
    }
}
