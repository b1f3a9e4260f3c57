// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What there is to know about, and to say in, an explored run.
public enum Exploration: Sendable {
    /// Whether ``explore(seeds:named:maximumSteps:fileID:function:line:column:_:)`` works here: on Linux with glibc,
    /// with Swift 6.3 or newer.
    ///
    /// ```swift
    /// @Test(.enabled(if: Exploration.isSupported)) func aStopEndsTheStart() async throws {
    /// ```
    public static var isSupported: Bool {
        #if os(Linux) && canImport(Glibc) && !HIVE_THREAD_SANITIZER && !HIVE_ADDRESS_SANITIZER
        true
        #else
        false
        #endif
    }

    /// The seed of the run that is under way; nil outside of one, and in the plain order, in which the body runs first.
    public static var seed: Int? {
        #if os(Linux) && canImport(Glibc)
        ExploringProcess.current?.schedule?.seed
        #else
        nil
        #endif
    }

    /// Whether this process was started to explore, so that the test in it is not what it is elsewhere.
    package static var isExploringProcess: Bool {
        #if os(Linux) && canImport(Glibc)
        ExploringProcess.current != nil
        #else
        false
        #endif
    }

    /// Writes a line into the trace of the run, below the step that makes it; does nothing outside of a run.
    ///
    /// - Parameter text: The line; what is longer than 144 bytes is cut.
    public static func note(_ text: String) {
        #if os(Linux) && canImport(Glibc)
        ExploringProcess.current?.schedule?.note(text)
        #endif
    }
}

/// Why ``explore(seeds:named:maximumSteps:fileID:function:line:column:_:)`` has failed: its description is the report.
public struct ExplorationFailure: Error, CustomStringConvertible {
    /// What has gone wrong.
    package enum Reason: Sendable, BitwiseCopyable {
        /// The process has crashed, or was ended after 60 seconds in which the run did not end.
        case crashed
        /// The body has thrown.
        case threw
        /// The body has returned, and an expectation has failed.
        case recordedIssues
        /// Nothing could run, nothing slept, and the body had not returned.
        case deadlock
        /// The body has not returned within the steps that a run may take.
        case tooManySteps
        /// Something happened that the schedule does not decide, such as a timer of Dispatch, or a socket.
        case outside
        /// Nothing could be explored: not supported here, or the test could not be started again.
        case unavailable
    }

    /// What has gone wrong.
    package let reason: Reason
    /// The seed of the run; nil when it failed in the plain order, or when there was none.
    package let seed: Int?
    /// The report: what went wrong, how to play it again, the last steps, and what the run has printed.
    public let description: String
}

extension ExplorationFailure {
    static let unsupported = unavailable(
        """
        Schedules by a seed are not supported here: they need Linux with glibc and Swift 6.3, without a sanitizer. \
        Give the test the trait .enabled(if: Exploration.isSupported).
        """
    )

    static func unavailable(_ description: String) -> ExplorationFailure {
        ExplorationFailure(reason: .unavailable, seed: nil, description: description)
    }
}
