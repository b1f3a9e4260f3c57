// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Says in which phases, broadcasts, work and health checks the calling task runs, child tasks included (C18, C33,
/// C49).
@usableFromInline
struct ActivityScope: Sendable {
    /// The scope of the calling task; not optional, because the runtime takes longer to copy optional values.
    @TaskLocal static var current = ActivityScope()
    /// For deliveries, which clients specialise for their events.
    @usableFromInline static var binding: TaskLocal<ActivityScope> { $current }

    /// What a task can belong to.
    enum Activity: Sendable {
        case phase
        /// A step of a phase, with what it has asked for in vain.
        case hook(FailedCreations)
        case broadcast(EventSubject)
        /// The long-running work of a module.
        case work(ModuleWork)
        case healthCheck
    }

    /// One phase, hook, broadcast, work or health check.
    ///
    /// A task that an activity leaves behind keeps its mark, and so a mark keeps nothing of the application's.
    final class Mark: Sendable {
        let hive: ObjectIdentifier
        let activity: Activity
        private let running = Atomic<Bool>(true)

        init(_ hive: ObjectIdentifier, _ activity: Activity) {
            self.hive = hive
            self.activity = activity
        }

        /// The event that a hive is broadcasting; nil where it is something else, or has ended.
        func broadcast(of hive: ObjectIdentifier) -> EventSubject? {
            guard case .broadcast(let event) = activity, self.hive == hive, isRunning else { return nil }
            return event
        }

        /// Whether the activity is still under way; a task that it left behind is outside.
        var isRunning: Bool { running.load(ordering: .acquiring) }

        func end() { running.store(false, ordering: .releasing) }
    }

    /// The activities that the task belongs to, the outermost first.
    ///
    /// Marks do not refer to each other: a task that starts a task, and so on, keeps only those that were running.
    let marks: [Mark]

    /// The scope of a task that belongs to nothing.
    private init() { marks = [] }

    /// A scope inside another one, of which it keeps what is still under way.
    init(_ mark: Mark, inside around: ActivityScope) {
        // Nearly always there is nothing around it, and to join two lists takes longer than all the rest.
        marks = around.marks.isEmpty ? [mark] : around.marks.filter(\.isRunning) + [mark]
    }

    /// What the calling task belongs to most closely, of all that is still under way.
    static var innermost: Activity? { innermostMark?.activity }

    private static var innermostMark: Mark? { current.marks.last { $0.isRunning } }

    /// Where the calling hook or work of the hive notes which services it has asked for in vain; nil in any other task.
    static func failedCreations(of hive: ObjectIdentifier) -> FailedCreations? {
        guard let mark = innermostMark, mark.hive == hive else { return nil }
        switch mark.activity {
        case .hook(let failed): return failed
        case .work(let work): return work.failedCreations
        case .phase, .broadcast, .healthCheck: return nil
        }
    }

    /// Whether the calling task belongs to something of the hive that is still running, of those that are meant.
    static func isInside(_ hive: ObjectIdentifier, where isMeant: (Activity) -> Bool = { _ in true }) -> Bool {
        current.marks.contains { $0.hive == hive && $0.isRunning && isMeant($0.activity) }
    }

    /// How many broadcasts are running in the scope.
    func depth(of hive: ObjectIdentifier) -> Int { marks.count { $0.broadcast(of: hive) != nil } }

    /// The events being broadcast in the scope, the outermost first.
    func broadcasts(of hive: ObjectIdentifier) -> [EventSubject] { marks.compactMap { $0.broadcast(of: hive) } }

    /// Runs a body as part of an activity.
    static func run<Result>(
        _ hive: ObjectIdentifier,
        _ activity: Activity = .phase,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let mark = Mark(hive, activity)
        defer { mark.end() }
        return try await $current.withValue(ActivityScope(mark, inside: current)) { try await body() }
    }

    /// Runs a body that belongs to nothing that is under way.
    static func outside(_ body: () async throws -> Void) async rethrows {
        try await $current.withValue(ActivityScope()) { try await body() }
    }

    /// Starts a task that belongs to nothing that is under way.
    @discardableResult
    static func detach<Success: Sendable, Failure: Error>(
        _ start: () -> Task<Success, Failure>
    ) -> Task<Success, Failure> {
        $current.withValue(ActivityScope(), operation: start)
    }
}
