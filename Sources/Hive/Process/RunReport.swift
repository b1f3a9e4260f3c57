// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What ``Hive/main(_:run:report:)`` has to say: how the program ended, or what went wrong while it goes on.
public struct RunReport: Sendable {
    /// What happened, for a person, without the end of its last line; what a terminal would not show is escaped.
    public let text: String
    /// What was thrown, if something was.
    public let error: (any Error)?
    /// What the process ends with; nil for a warning, after which the program goes on.
    public let exitCode: Int32?
    /// Why the hive stopped, where it did.
    public let reason: StopReason?
}
