// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What Hive keeps for one thread: the object that it is reading, the service that it is creating, and where its stack
/// is.
///
/// Records live as long as the process. When a thread ends, its record is handed to the next thread that needs one, so
/// there are never more of them than threads that ran at the same time.
struct ThreadRecord: ~Copyable {
    /// The address of the object that the thread is copying a reference from, or 0.
    let hazard = Atomic<UInt>(0)
    /// The innermost service creation of the thread, as an unretained reference; only the thread itself uses it.
    var creation: UnsafeRawPointer?
    /// What collects the autowired fields of the object that the thread makes, as an unretained reference, where that
    /// is not left to the creation; only the thread itself uses it.
    var wiring: UnsafeRawPointer?
    /// A retained creation that has ended and that nobody else knows, for the next one; only the thread itself uses it.
    var spareCreation: UnsafeRawPointer?
    /// The thread's stack, once it has been asked for; only the thread itself uses it.
    private var knownStack: ThreadStack?

    /// The stack of the calling thread.
    ///
    /// Only the one field is touched: other threads read what the record announces at the same time.
    static var stack: ThreadStack {
        let record = current
        if let known = record.pointee.knownStack { return known }
        let stack = ThreadStack.ofCallingThread()
        record.pointee.knownStack = stack
        return stack
    }

    fileprivate let isTaken = Atomic<Bool>(true)
    fileprivate var next: UnsafeMutablePointer<ThreadRecord>?

    /// The record of the calling thread.
    static var current: UnsafeMutablePointer<ThreadRecord> {
        let known = knownKey.load(ordering: .acquiring)
        if known >= 0, let known = pthread_getspecific(pthread_key_t(truncatingIfNeeded: known)) {
            return known.assumingMemoryBound(to: ThreadRecord.self)
        }
        return claim()
    }

    /// Whether any thread is reading the object at `address`.
    ///
    /// The loads are sequentially consistent, as are a new record's way into the list, a reader's announcement and its
    /// second look: one of the two sides sees the other.
    static func isRead(_ address: UInt) -> Bool {
        var record = UnsafeMutablePointer<ThreadRecord>(bitPattern: head.load(ordering: .sequentiallyConsistent))
        while let current = record {
            if current.pointee.hazard.load(ordering: .sequentiallyConsistent) == address { return true }
            record = current.pointee.next
        }
        return false
    }

    /// The first record of a list that only grows.
    private static let head = Atomic<UInt>(0)

    /// The key once there is one, else -1; reading it costs less than the check whether `key` was initialized.
    private static let knownKey = Atomic<Int>(-1)

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { value in
            let record: UnsafeMutableRawPointer? = value
            record?.assumingMemoryBound(to: ThreadRecord.self).pointee.isTaken.store(false, ordering: .releasing)
        }
        precondition(status == 0, "Hive needs one thread-specific key, and the process has none left.")
        knownKey.store(Int(key), ordering: .releasing)
        return key
    }()

    private static func claim() -> UnsafeMutablePointer<ThreadRecord> {
        let key = key
        if let known = pthread_getspecific(key) { return known.assumingMemoryBound(to: ThreadRecord.self) }
        var candidate = UnsafeMutablePointer<ThreadRecord>(bitPattern: head.load(ordering: .acquiring))
        while let record = candidate {
            let (isOurs, _) = record.pointee.isTaken.compareExchange(
                expected: false,
                desired: true,
                ordering: .acquiringAndReleasing
            )
            if isOurs {
                record.pointee.knownStack = nil
                pthread_setspecific(key, record)
                return record
            }
            candidate = record.pointee.next
        }

        let record = UnsafeMutablePointer<ThreadRecord>.allocate(capacity: 1)
        record.initialize(to: ThreadRecord())
        var expected = head.load(ordering: .acquiring)
        while true {
            record.pointee.next = UnsafeMutablePointer(bitPattern: expected)
            let (isLinked, actual) = head.compareExchange(
                expected: expected,
                desired: UInt(bitPattern: record),
                ordering: .sequentiallyConsistent
            )
            if isLinked { break }
            expected = actual
        }
        pthread_setspecific(key, record)
        return record
    }
}
