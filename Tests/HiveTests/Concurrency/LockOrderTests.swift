// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if HIVE_LOCK_ORDER
import CLockChecks
import Testing

@testable import Hive

/// What ends a test program that checks the order of locks: each in a process of its own.
@Suite("C18 Locks", .timeLimit(.minutes(5)))
struct LockOrderTests {
    private static let a = LockClass(file: "Hive/A.swift", line: 1)
    private static let b = LockClass(file: "Hive/B.swift", line: 1)
    private static let c = LockClass(file: "Hive/C.swift", line: 1)

    @Test func circleIsFoundThroughOtherLocks() {
        var graph = LockGraph()
        #expect(graph.take(Self.b, holding: [Self.a]) == nil)
        #expect(graph.take(Self.c, holding: [Self.b]) == nil)
        #expect(graph.take(Self.a, holding: [Self.c]) == [Self.a, Self.b, Self.c, Self.a])
        #expect(graph.take(Self.c, holding: [Self.a, Self.b]) == nil)
    }

    @Test func twoLocksOfOneClassAreACircle() {
        var graph = LockGraph()
        #expect(graph.take(Self.a, holding: [Self.a]) == [Self.a, Self.a])
    }

    // Nothing waits here: it is the order that is wrong, not the meeting.
    @Test func secondOrderEndsTheProcess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let first = Mutex(1)
            let second = Mutex("")
            first.withLock { _ in second.withLock { _ in } }
            second.withLock { _ in first.withLock { _ in } }
        }
        #expect(try text(result).contains("Locks are taken in a circle"))
    }

    @Test func lockOfTheApplicationEndsTheProcess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let lock = ours(1)
            let theirs = Mutex("")
            lock.withLock { _ in theirs.withLock { _ in } }
        }
        #expect(try text(result).contains("Code of the application runs under a lock"))
    }

    #if arch(x86_64) && os(Linux)
    @Test func theRuntimeIsWatched() {
        #expect(lock_checks_watch_the_runtime())
    }

    @Test func taskThatIsMadeUnderALockEndsTheProcess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ours(1).withLock { _ in _ = Task {} }
        }
        #expect(try text(result).contains("A task is made under a lock"))
    }

    @Test func taskThatIsCancelledUnderALockEndsTheProcess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let task = Task {}
            ours(1).withLock { _ in task.cancel() }
        }
        #expect(try text(result).contains("A task is cancelled under a lock"))
    }

    @Test func taskThatIsResumedUnderALockEndsTheProcess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let lock = ours(1)
            await withCheckedContinuation { continuation in lock.withLock { _ in continuation.resume() } }
        }
        #expect(try text(result).contains("A task is resumed under a lock"))
    }

    @Test func taskLocalThatIsBoundUnderALockEndsTheProcess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ours(1).withLock { _ in LockOrderTests.$local.withValue(1) {} }
        }
        #expect(try text(result).contains("A task-local value is bound under a lock"))
    }
    #endif

    @TaskLocal fileprivate static var local = 0

    private func text(_ result: ExitTest.Result?) throws -> String {
        String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }
}

/// A lock such as the package makes.
private func ours<Value>(_ value: sending Value) -> Mutex<Value> {
    Mutex(value, file: "Hive/Ours.swift", line: 1)
}
#endif
