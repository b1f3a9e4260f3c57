// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An error thrown by a hive or one of its managers.
///
/// Switch over ``code``; show ``report`` to a person. What modules, factories and handlers threw is in ``failures``,
/// the cause first.
public struct HiveError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: HiveErrorCode
    /// What went wrong and how to fix it, on one line; the wording isn't API.
    ///
    /// Names that come from outside stand in it, so control and bidirectional characters are shown as escapes.
    public let message: String
    /// The place that the error is about: the failing call, or a declaration.
    public let origin: Origin?
    /// What modules, factories and handlers threw, the cause of everything first.
    public let failures: [Failure]
    /// What is wrong with the configuration or the module graph, all at once.
    public let problems: [Problem]
    /// How far the start had come, when this error ended one.
    public let start: StartReport?

    /// Creates an error.
    public init(
        _ code: HiveErrorCode,
        _ message: String,
        at origin: Origin? = nil,
        failures: [Failure] = [],
        problems: [Problem] = [],
        start: StartReport? = nil
    ) {
        self.code = code
        self.message = message.onOneLine
        self.origin = origin
        self.failures = failures
        self.problems = problems
        self.start = start
    }

    /// One line: the code, the place, what went wrong, and what was thrown.
    public var description: String {
        let place = origin.map { " at \($0)" } ?? ""
        let causes = failures.map(\.sentence) + problems.map { " \($0)" }
        return "\(code)\(place): \(message)\(causes.joined())"
    }
}

extension HiveError {
    /// One thing that was thrown, and by whom.
    public struct Failure: Sendable, CustomStringConvertible {
        /// The name of the module, or nil when the code belongs to none.
        public let module: String?
        /// What was under way: a hook such as `setUp`, or `making of Store (Shop/StoreModule.swift:9) for
        /// Orders.initialize`, whose module is the one that registered the store there.
        public let step: String
        /// What was thrown.
        public let error: any Error

        /// Creates a failure.
        public init(module: String?, step: String, error: any Error) {
            self.module = module
            self.step = step
            self.error = error
        }

        fileprivate var sentence: String {
            let text = description
            return " Cause: \(text)\(text.ends(with: ".") ? "" : ".")"
        }

        /// The module, the step and the error, in one line.
        public var description: String { "\(module ?? "hive").\(step): \(error)".onOneLine }
    }

    /// What had happened when a start failed, by module name.
    public struct StartReport: Sendable {
        /// The phase that failed.
        public let phase: Phase
        /// The module that failed first, or nil when the start was cancelled.
        public let module: String?
        /// The modules that had been set up, in that order; all but ``abandoned`` ones were torn down again.
        public let started: [String]
        /// Those of ``started`` whose hook did not return and was abandoned: should it return late, the module is torn
        /// down then (C5).
        public let abandoned: [String]
        /// The modules that had not been set up.
        public let notStarted: [String]
        /// What was thrown while the modules were torn down again.
        public let rollbackFailures: [Failure]
        /// The events that were posted and never delivered, in order of posting.
        public let undeliveredEvents: [String]
        /// What the time went into, when the start ran out of it; nil otherwise.
        public let criticalPath: [Timeline.Entry]

        package init(
            phase: Phase,
            module: String?,
            started: [String],
            abandoned: [String],
            notStarted: [String],
            rollbackFailures: [Failure],
            undeliveredEvents: [String] = [],
            criticalPath: [Timeline.Entry] = []
        ) {
            self.phase = phase
            self.module = module
            self.started = started
            self.abandoned = abandoned
            self.notStarted = notStarted
            self.rollbackFailures = rollbackFailures
            self.undeliveredEvents = undeliveredEvents
            self.criticalPath = criticalPath
        }
    }
}
