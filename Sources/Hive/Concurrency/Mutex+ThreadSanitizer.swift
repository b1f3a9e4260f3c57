// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if HIVE_THREAD_SANITIZER
import HivePlatform

/// Shadows `Synchronization.Mutex` in this module.
@usableFromInline
typealias Mutex = SanitizedMutex

/// Stands in for `Synchronization.Mutex` under the thread sanitizer, which does not see that one's futex, and has the
/// order of locks checked where that is asked for.
// Sound: `value` is touched only between `pthread_mutex_lock` and `pthread_mutex_unlock`.
@usableFromInline package struct SanitizedMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>
    #if HIVE_LOCK_ORDER
    private let lockClass: LockClass
    #endif

    @usableFromInline
    package init(_ initialValue: consuming sending Value, file: String = #fileID, line: UInt = #line) {
        #if HIVE_LOCK_ORDER
        lockClass = LockClass(file: file, line: line)
        #endif
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        value = .allocate(capacity: 1)
        value.initialize(to: initialValue)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    @usableFromInline
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if HIVE_LOCK_ORDER
        LockOrder.take(lockClass)
        #endif
        pthread_mutex_lock(lock)
        defer {
            pthread_mutex_unlock(lock)
            #if HIVE_LOCK_ORDER
            LockOrder.letGo()
            #endif
        }
        return try body(&value.pointee)
    }
}
#endif
