// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Says in which phases, broadcasts, work and health checks the calling task runs, child tasks included (C18, C33, C49).
struct ActivityScope: Sendable {
    @TaskLocal static var current: ActivityScope?

    /// What a task can belong to.
    enum Activity: Sendable {
        case phase
        case broadcast(EventSubject)
        /// The long-running work of a module, by the object that stands for it.
        case work(any AnyObject & Sendable)
        case healthCheck
    }

    /// One phase, broadcast, work or health check.
    private final class Mark: Sendable {
        let hive: ObjectIdentifier
        let activity: Activity
        private let running = Atomic<Bool>(true)

        init(_ hive: ObjectIdentifier, _ activity: Activity) {
            self.hive = hive
            self.activity = activity
        }

        /// The event of a broadcast.
        var event: EventSubject? { if case .broadcast(let event) = activity { event } else { nil } }

        /// Whether the activity is still under way; a task that it left behind is outside.
        var isRunning: Bool { running.load(ordering: .acquiring) }

        func end() { running.store(false, ordering: .releasing) }
    }

    /// The activities, the outermost first.
    ///
    /// Marks do not refer to each other: a task that starts a task, and so on, keeps only those that were running.
    private let marks: [Mark]

    /// What the calling task belongs to most closely, of all that is still under way.
    static var innermost: Activity? { current?.marks.last { $0.isRunning }?.activity }

    /// How many activities the calling task knows of, whether they have ended or not.
    static var knownCount: Int { current?.marks.count ?? 0 }

    /// Whether the calling task belongs to something of the hive that is still running.
    static func isInside(_ hive: ObjectIdentifier) -> Bool {
        current?.marks.contains { $0.hive == hive && $0.isRunning } ?? false
    }

    /// Whether the calling task belongs to a health check of the hive that is still running.
    static func isInsideHealthCheck(of hive: ObjectIdentifier) -> Bool {
        guard let current else { return false }
        return current.marks.contains { mark in
            if case .healthCheck = mark.activity { mark.hive == hive && mark.isRunning } else { false }
        }
    }

    /// How many broadcasts are running around the calling task.
    static func depth(of hive: ObjectIdentifier) -> Int {
        guard let current else { return 0 }
        return current.marks.count { $0.hive == hive && $0.event != nil && $0.isRunning }
    }

    /// The events being broadcast around the calling task, the outermost first.
    static func broadcasts(of hive: ObjectIdentifier) -> [EventSubject] {
        current?.marks.compactMap { $0.hive == hive && $0.isRunning ? $0.event : nil } ?? []
    }

    /// Runs a body as part of an activity.
    static func run<Result>(
        _ hive: ObjectIdentifier,
        _ activity: Activity = .phase,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let mark = Mark(hive, activity)
        defer { mark.end() }
        var marks = current?.marks ?? []
        marks.removeAll { !$0.isRunning }
        marks.append(mark)
        return try await $current.withValue(ActivityScope(marks: marks)) { try await body() }
    }

    /// Starts a task that belongs to nothing that is under way.
    @discardableResult
    static func detach<Success: Sendable, Failure: Error>(
        _ start: () -> Task<Success, Failure>
    ) -> Task<Success, Failure> {
        $current.withValue(nil, operation: start)
    }
}
