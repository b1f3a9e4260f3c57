// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

/// One service being made, and by whom it was asked for.
///
/// The chain of parents is the path that an error about a cycle prints.
@usableFromInline
// Sound: `ending` has a lock, and `wiring` is touched only by the thread that runs the factory. What the creation is of
// changes only in ``next(_:parent:manager:in:)``, for a creation that nobody else refers to and that no other thread
// has ever read, as `isRead` says. TransientStormTests exercises it under the thread sanitizer.
final class Creation: @unchecked Sendable {
    private(set) var key: ServiceKey
    private(set) var parent: Creation?
    private(set) var depth: Int
    /// The manager that makes the service, and lives for as long as it does.
    private var maker: Unmanaged<ServiceManager>
    private let ending = Mutex(Ending())
    /// Whether another thread may have read what the creation is of, so that it must not change any more.
    private let isRead = Atomic<Bool>(false)
    /// Collects the autowired fields of the object that is made, from the first one on.
    private var wiring: Autowiring?

    /// What a creation leaves to those who wait for it, and only to them: a service may keep its resolver, which keeps
    /// the creation, and must not keep itself alive that way.
    private struct Ending {
        var isOver = false
        /// Made for the first one who waits.
        var signal: DispatchGroup?
        var waiting = 0
        var result: Result<AnyServiceBox, any Error>?
    }

    init(_ key: ServiceKey, parent: Creation?, manager: ServiceManager) {
        self.key = key
        self.parent = parent
        self.depth = (parent?.depth ?? 0) + 1
        self.maker = .passUnretained(manager)
    }

    /// Whether the service is still being made; afterwards a resolver that was kept speaks for nobody.
    var isUnderWay: Bool { !ending.withLock { $0.isOver } }

    /// Whether this creation is of a service of a manager.
    func isOf(_ key: ServiceKey, in manager: ServiceManager) -> Bool {
        maker.toOpaque() == Unmanaged.passUnretained(manager).toOpaque() && self.key == key
    }

    /// Ends the creation and lets everybody who waits for it go on.
    func finish(_ outcome: Result<AnyServiceBox, any Error>) {
        let signal = ending.withLock { ending in
            ending.isOver = true
            if ending.waiting > 0 { ending.result = outcome }
            return ending.signal
        }
        signal?.leave()
    }

    /// Announces a ``wait()``; called under the manager's lock while the creation is one that others can find.
    func willWait() {
        ending.withLock { ending in
            ending.waiting += 1
            guard ending.signal == nil else { return }
            let signal = DispatchGroup()
            signal.enter()
            ending.signal = signal
        }
    }

    /// Blocks the thread until another one has made the service.
    ///
    /// Factories are synchronous, so the other thread is at work; that it does not wait for this one was checked.
    func wait() throws -> AnyServiceBox {
        ending.withLock { $0.signal }?.wait()
        let outcome = ending.withLock { ending in
            let result = ending.result
            ending.waiting -= 1
            if ending.waiting == 0 { ending.result = nil }
            return result
        }
        guard let outcome else { preconditionFailure("A creation ended without a result.") }
        return try outcome.get()
    }

    /// The keys from `ancestor` down to this creation.
    func path(from ancestor: Creation) -> [ServiceKey] {
        var path: [ServiceKey] = []
        var creation: Creation? = self
        while let current = creation {
            path.append(current.key)
            if current === ancestor { break }
            creation = current.parent
        }
        return path.reversed()
    }

    /// This creation and the ones that asked for it, innermost first.
    var chain: some Sequence<Creation> { sequence(first: self) { $0.parent } }
}

// MARK: - In the thread that makes the service

extension Creation {
    /// The innermost creation under way in the calling thread, of whichever manager.
    static var current: Creation? { current(in: ThreadRecord.current) }

    /// The innermost creation under way in the calling thread, whose record it is.
    static func current(in record: UnsafeMutablePointer<ThreadRecord>) -> Creation? {
        guard let pointer = record.pointee.creation else { return nil }
        return Unmanaged<Creation>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Runs a synchronous factory as this creation's work in the calling thread, whose record it is; without a
    /// `wiring`, the creation itself collects the autowired fields of the object.
    @inline(__always)
    func run<Result>(
        in record: UnsafeMutablePointer<ThreadRecord>,
        _ wiring: Autowiring? = nil,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = (record.pointee.creation, record.pointee.wiring)
        record.pointee.creation = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        record.pointee.wiring = wiring.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        defer { (record.pointee.creation, record.pointee.wiring) = outer }
        return try withExtendedLifetime(self) { try withExtendedLifetime(wiring) { try body() } }
    }

    /// Enrols an autowired field of the object that is being made.
    func enrol(_ field: AutowiredField) {
        let wiring = wiring ?? Autowiring(to: maker._withUnsafeGuaranteedRef { $0.link })
        self.wiring = wiring
        wiring.enrol(field)
    }

    /// Checks the autowired fields of the object that has been made.
    func connectFields() throws {
        guard let wiring else { return }
        self.wiring = nil
        try maker._withUnsafeGuaranteedRef { try wiring.connect(to: $0) }
    }
}

// MARK: - One after the other

/// An instance that one caller gets is never waited for, so its creation serves the thread again and again.
extension Creation {
    /// Runs a factory as the work of a creation that nobody else will find.
    @inline(__always)
    static func once(
        _ key: ServiceKey,
        parent: Creation?,
        manager: ServiceManager,
        in record: UnsafeMutablePointer<ThreadRecord>,
        _ factory: (Creation) throws -> AnyServiceBox?
    ) rethrows -> AnyServiceBox? {
        let creation = next(key, parent: parent, manager: manager, in: record)
        defer { end(creation, in: record) }
        return try creation._withUnsafeGuaranteedRef { creation in
            try creation.run(in: record) { try factory(creation) }
        }
    }

    /// The creation that the thread has left from an earlier service, or a new one; it is retained.
    private static func next(
        _ key: ServiceKey,
        parent: Creation?,
        manager: ServiceManager,
        in record: UnsafeMutablePointer<ThreadRecord>
    ) -> Unmanaged<Creation> {
        guard let spare = record.pointee.spareCreation else {
            return .passRetained(Creation(key, parent: parent, manager: manager))
        }
        record.pointee.spareCreation = nil
        let creation = Unmanaged<Creation>.fromOpaque(spare)
        creation._withUnsafeGuaranteedRef { creation in
            creation.key = key
            creation.parent = parent
            creation.depth = (parent?.depth ?? 0) + 1
            creation.maker = .passUnretained(manager)
        }
        return creation
    }

    /// Ends a creation of ``next(_:parent:manager:in:)``, and keeps it for the next one, unless somebody may still look
    /// at it: a factory may keep its resolver.
    private static func end(_ creation: Unmanaged<Creation>, in record: UnsafeMutablePointer<ThreadRecord>) {
        var ended = creation.takeRetainedValue()
        let isUnknown = isKnownUniquelyReferenced(&ended)
        guard isUnknown, record.pointee.spareCreation == nil, !ended.isRead.load(ordering: .acquiring) else {
            ended.ending.withLock { $0.isOver = true }
            return
        }
        ended.parent = nil
        ended.wiring = nil
        record.pointee.spareCreation = UnsafeRawPointer(Unmanaged.passRetained(ended).toOpaque())
    }

    /// Notes that a thread that does not make the service is going to read what the creation is of.
    ///
    /// Who asked for it is read with it.
    func willBeRead() { for creation in chain { creation.isRead.store(true, ordering: .releasing) } }
}
