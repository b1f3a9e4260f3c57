// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

/// One service being made, and by whom it was asked for.
///
/// The chain of parents is the path that an error about a cycle prints.
@usableFromInline
// Sound: `ending` has a lock, and `wiring` is touched only by the thread that runs the factory; the rest is immutable.
// TransientStormTests exercises it under the thread sanitizer.
final class Creation: @unchecked Sendable {
    let key: ServiceKey
    let parent: Creation?
    let depth: Int
    private let manager: ServiceManager
    private let ending = Mutex(Ending())
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
        self.manager = manager
    }

    /// Whether the service is still being made; afterwards a resolver that was kept speaks for nobody.
    var isUnderWay: Bool { !ending.withLock { $0.isOver } }

    /// Whether this creation is of a service of a manager.
    func isOf(_ key: ServiceKey, in manager: ServiceManager) -> Bool {
        self.manager === manager && self.key == key
    }

    /// Ends a creation for which nobody waits.
    func end() { ending.withLock { $0.isOver = true } }

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
    static var current: Creation? { ThreadState.current.creation }

    /// Runs a synchronous factory as this creation's work in the calling thread; without a `wiring`, the creation
    /// itself collects the autowired fields of the object.
    func run<Result>(
        on thread: ThreadState,
        _ wiring: Autowiring? = nil,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = (thread.creation, thread.wiring)
        (thread.creation, thread.wiring) = (self, wiring)
        defer { (thread.creation, thread.wiring) = outer }
        return try body()
    }

    /// Enrols an autowired field of the object that is being made.
    func enrol(_ field: AutowiredField) {
        let wiring = wiring ?? Autowiring(to: manager.link)
        self.wiring = wiring
        wiring.enrol(field)
    }

    /// Checks the autowired fields of the object that has been made.
    func connectFields() throws {
        guard let wiring else { return }
        self.wiring = nil
        try wiring.connect(to: manager)
    }
}
