// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Marks the code that runs inside a phase or a broadcast of a hive, child tasks included (C18, C33).
final class Inside: Sendable {
    @TaskLocal static var current: Inside?

    let hive: ObjectIdentifier
    /// The event of a broadcast; nil for a phase.
    let event: (any Any.Type)?
    let outer: Inside?
    private let running = Atomic<Bool>(true)

    init(_ hive: ObjectIdentifier, event: (any Any.Type)? = nil) {
        self.hive = hive
        self.event = event
        // What has ended says nothing any more; skipping it keeps chains of tasks from growing without an end.
        var around = Inside.current
        while let token = around, !token.isRunning { around = token.outer }
        outer = around
    }

    /// Whether the phase or broadcast is still under way; a task that it left behind is outside.
    var isRunning: Bool { running.load(ordering: .acquiring) }

    func end() { running.store(false, ordering: .releasing) }

    /// Whether the calling task belongs to something of the hive that is still running.
    static func isInside(_ hive: ObjectIdentifier) -> Bool {
        var inside = current
        while let token = inside {
            if token.hive == hive, token.isRunning { return true }
            inside = token.outer
        }
        return false
    }

    /// Whether the calling task belongs to a phase of the hive that is still running.
    static func isInsidePhase(of hive: ObjectIdentifier) -> Bool {
        var inside = current
        while let token = inside {
            if token.hive == hive, token.isRunning, token.event == nil { return true }
            inside = token.outer
        }
        return false
    }

    /// How many broadcasts are running around the calling task.
    static func depth(of hive: ObjectIdentifier) -> Int {
        var depth = 0
        var inside = current
        while let token = inside {
            if token.hive == hive, token.isRunning, token.event != nil { depth += 1 }
            inside = token.outer
        }
        return depth
    }

    /// The events being broadcast around the calling task, the outermost first.
    static func broadcasts(of hive: ObjectIdentifier) -> [String] {
        var events: [String] = []
        var inside = current
        while let token = inside {
            if token.hive == hive, token.isRunning, let event = token.event { events.append("\(event)") }
            inside = token.outer
        }
        return events.reversed()
    }

    /// Runs a body as part of a phase or broadcast.
    static func run<Result>(
        _ hive: ObjectIdentifier,
        event: (any Any.Type)? = nil,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let token = Inside(hive, event: event)
        defer { token.end() }
        return try await $current.withValue(token) { try await body() }
    }

    /// Starts a task that belongs to nothing that is under way.
    @discardableResult
    static func detach<Success: Sendable, Failure: Error>(
        _ start: () -> Task<Success, Failure>
    ) -> Task<Success, Failure> {
        $current.withValue(nil, operation: start)
    }
}
