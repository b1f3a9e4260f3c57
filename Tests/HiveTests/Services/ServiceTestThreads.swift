// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// What tests about threads need, built on pthreads, which the thread sanitizer understands.

/// A value behind a lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // Sound: `value` is touched only while the lock is held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    var current: Value { with { $0 } }

    func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

extension Locked<[String]> {
    convenience init() { self.init([]) }

    func add(_ line: String) { with { $0.append(line) } }
}

extension Locked<Int> {
    /// Counts one more.
    @discardableResult
    func next() -> Int {
        with { count in
            count += 1
            return count
        }
    }
}

/// A one-shot gate that blocks threads until it opens.
final class ThreadGate: @unchecked Sendable {
    // Sound: `isOpen` is touched only while the lock is held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isOpen = false

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func open() {
        pthread_mutex_lock(mutex)
        isOpen = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    func wait() {
        pthread_mutex_lock(mutex)
        while !isOpen { pthread_cond_wait(condition, mutex) }
        pthread_mutex_unlock(mutex)
    }
}

/// What a thread does, and what it does when nothing of that is left on its stack.
private final class Work: Sendable {
    let run: @Sendable () -> Void
    let end: CheckedContinuation<Void, Never>

    init(end: CheckedContinuation<Void, Never>, _ run: @escaping @Sendable () -> Void) {
        self.end = end
        self.run = run
    }

    /// Runs the work, lets go of it, and returns what resumes the test.
    static func finish(_ pointer: UnsafeMutableRawPointer) -> CheckedContinuation<Void, Never> {
        let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        work.run()
        return work.end
    }
}

/// Runs a body on a new thread of its own, with a stack of so many bytes, and suspends until it has ended.
func onThread<Result: Sendable>(
    stack: Int? = nil,
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    let outcome = Locked<Swift.Result<Result, any Error>?>(nil)
    await withCheckedContinuation { continuation in
        let work = Work(end: continuation) {
            outcome.with { $0 = Swift.Result { try body() } }
        }
        var thread = pthread_t.none
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        if let stack { precondition(pthread_attr_setstacksize(attributes, stack) == 0, "This is no size of a stack.") }
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        let status = pthread_create(
            &thread,
            attributes,
            { argument in
                let argument: UnsafeMutableRawPointer? = argument
                if let argument { Work.finish(argument).resume() }
                return nil
            },
            Unmanaged.passRetained(work).toOpaque()
        )
        precondition(status == 0, "A test needs a thread, and there is none.")
        if let thread = Optional(thread) { pthread_detach(thread) }
    }
    guard let result = outcome.current else { preconditionFailure("A thread ended without a result.") }
    return try result.get()
}

extension pthread_t {
    /// A place for a thread's handle.
    #if canImport(Glibc)
    fileprivate static var none: pthread_t { 0 }
    #else
    fileprivate static var none: pthread_t? { nil }
    #endif
}

/// Runs a body on several threads at once, each with its number.
func onThreads<Result: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
        for number in 0..<count {
            group.addTask { try await onThread { try body(number) } }
        }
        var results: [Result] = []
        for try await result in group { results.append(result) }
        return results
    }
}
