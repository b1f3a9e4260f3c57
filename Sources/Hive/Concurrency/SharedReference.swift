// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A strong reference that threads read without a lock while another thread replaces it.
///
/// A reader announces the object in its ``ThreadRecord`` before it touches it, and looks again whether the object is
/// still the current one (a hazard pointer). A writer hands the object that it took out to a ``RetiredObjects``, which
/// lets go of it only when no thread announces it.
struct SharedReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    private let address = Atomic<UInt>(0)

    /// What keeps an object alive while the thread reads it.
    struct Announcement {
        fileprivate let record: UnsafeMutablePointer<ThreadRecord>

        /// Ends the reading.
        @inline(__always)
        func withdraw() { record.pointee.hazard.store(0, ordering: .releasing) }
    }

    /// Calls `body` with the current object, which stays valid during the call; returns nil when there is none.
    ///
    /// `body` must not run anybody else's code: a thread announces one object at a time.
    @inline(__always)
    borrowing func withObject<Result>(_ body: (Object) -> Result) -> Result? {
        guard let (object, announcement) = announce() else { return nil }
        defer { announcement.withdraw() }
        return object._withUnsafeGuaranteedRef { body($0) }
    }

    /// Announces the current object; nil when there is none.
    ///
    /// Nobody else's code may run in the thread before the announcement is withdrawn.
    @inline(__always)
    borrowing func announce() -> (Unmanaged<Object>, Announcement)? {
        var seen = address.load(ordering: .acquiring)
        guard seen != 0 else { return nil }
        let record = ThreadRecord.current
        while true {
            record.pointee.hazard.store(seen, ordering: .sequentiallyConsistent)
            let again = address.load(ordering: .sequentiallyConsistent)
            if again == seen { break }
            seen = again
        }
        // When the object was taken out meanwhile, what was announced is 0.
        guard let pointer = UnsafeRawPointer(bitPattern: seen) else { return nil }
        return (.fromOpaque(pointer), Announcement(record: record))
    }

    /// The current object, retained.
    borrowing func load() -> Object? { withObject { $0 } }

    /// Whether there is an object.
    var isEmpty: Bool { address.load(ordering: .acquiring) == 0 }

    /// Puts `object` in place of the current one and retires that.
    ///
    /// - Returns: What `retired` could let go of; release it when no lock is held, because it may run a `deinit`.
    borrowing func replace(with object: Object?, retiringInto retired: inout RetiredObjects) -> RetiredObjects.Garbage {
        let new = object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        let old = address.exchange(new, ordering: .sequentiallyConsistent)
        return retired.retire(old)
    }

    deinit {
        // Whoever could read this owns it, so nobody reads it.
        guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else { return }
        Unmanaged<Object>.fromOpaque(pointer).release()
    }
}

/// Objects that were replaced while a thread was reading them; the owner guards it with its lock.
struct RetiredObjects: ~Copyable, Sendable {
    /// Objects that no thread reads; they are released with this value.
    typealias Garbage = [any AnyObject & Sendable]

    private var addresses: [UInt] = []

    /// Whether nothing waits to be let go of.
    var isEmpty: Bool { addresses.isEmpty }

    /// Takes over one strong reference and returns every object that is free by now.
    ///
    /// Nearly always that is the object itself: a reader announces an object for a few nanoseconds.
    mutating func retire(_ address: UInt) -> Garbage {
        if address != 0 { addresses.append(address) }
        return Self.takeOut(of: &addresses)
    }

    /// Takes out the objects that no thread reads.
    private static func takeOut(of addresses: inout [UInt]) -> Garbage {
        var garbage: Garbage = []
        addresses.removeAll { candidate in
            guard !ThreadRecord.isRead(candidate), let pointer = UnsafeRawPointer(bitPattern: candidate) else {
                return false
            }
            garbage.append(Unmanaged<any AnyObject & Sendable>.fromOpaque(pointer).takeRetainedValue())
            return true
        }
        return garbage
    }

    /// Lets go of what threads were reading when it was taken out, as soon as they have read it.
    ///
    /// A thread needs nanoseconds to read, unless the system stops it in between. One that is stopped for good, as by a
    /// debugger, must not keep a module from going, or a hive from stopping: what it reads is left for the next time.
    ///
    /// - Parameter sweep: Takes out what is free by now, under its owner's lock, and says whether nothing is left.
    nonisolated(nonsending) static func letGo(_ sweep: () -> (garbage: Garbage, isEmpty: Bool)) async {
        _ = await becomesTrue(within: .seconds(1)) {
            let (garbage, isEmpty) = sweep()
            return withExtendedLifetime(garbage) { isEmpty }
        }
    }

    /// What was being read when its owner went, such as a service that a field outside of its hive was reading.
    ///
    /// Nobody finds it any more; it waits here until another owner goes.
    private static let orphans = Mutex<[UInt]>([])

    deinit {
        if addresses.isEmpty { return }
        let garbage = Self.orphans.withLock { orphans in
            orphans += addresses
            return Self.takeOut(of: &orphans)
        }
        withExtendedLifetime(garbage) {}  // Released when no lock is held.
    }
}
