// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

/// One service being made, and by whom it was asked for; it ends once, and other threads may wait for that.
///
/// The chain of parents is the path that an error about a cycle prints.
@usableFromInline
final class Creation: Sendable {
    let key: ServiceKey
    let parent: Creation?
    let depth: Int
    /// Only its identity: a task that a factory has left behind keeps the creation, and must not keep a hive.
    private let manager: ObjectIdentifier
    private let isOver = Atomic<Bool>(false)
    /// For want of what the factory fails, if it passes on what the last lookup has thrown.
    private let cause = Mutex<FailedCreation?>(nil)

    init(_ key: ServiceKey, parent: Creation?, manager: ServiceManager) {
        self.key = key
        self.parent = parent
        self.depth = (parent?.depth ?? 0) + 1
        self.manager = ObjectIdentifier(manager)
    }

    /// Whether the service is still being made; afterwards a resolver that was kept speaks for nobody.
    var isUnderWay: Bool { !isOver.load(ordering: .acquiring) }

    /// Whether this creation is of a service of a manager.
    func isOf(_ key: ServiceKey, in manager: ServiceManager) -> Bool {
        self.manager == ObjectIdentifier(manager) && self.key == key
    }

    /// This creation and the ones that asked for it, innermost first.
    var chain: some Sequence<Creation> { sequence(first: self) { $0.parent } }

    /// The keys from `ancestor` down to this creation.
    func path(from ancestor: Creation) -> [ServiceKey] {
        (chain.prefix { $0 !== ancestor } + [ancestor]).map(\.key).reversed()
    }

    /// The innermost synchronous creation under way in the calling thread, of whichever manager.
    static var current: Creation? {
        // A task that a factory has started asks for itself, and runs elsewhere.
        guard let wiring = Autowiring.task, wiring.thread == callingThread else { return nil }
        return wiring.creation.flatMap { $0.isUnderWay ? $0 : nil }
    }
}

// MARK: - Failing

extension Creation {
    /// Notes for want of what a lookup of the factory has failed.
    func note(_ failure: FailedCreation) {
        // The former one is let go of after the lock: an error is user code.
        let former = cause.withLock { cause in
            defer { cause = failure }
            return cause
        }
        withExtendedLifetime(former) {}
    }

    /// Why the service cannot be made: for want of another one, or for an error of its own.
    func failure(_ error: any Error, of owner: Owner, at origin: Origin, isDecorating: Bool = false) -> FailedCreation {
        if let cause = cause.withLock({ $0 }), cause.stands(for: error) { return cause }
        return FailedCreation(error, key: key, owner: owner, origin: origin, isDecorating: isDecorating)
    }
}

// MARK: - Ending, and waiting for that

extension Creation {
    typealias Outcome = Result<any ServiceInstance, FailedCreation>

    /// A thread that waits for another one to make a service.
    final class Wait: Sendable {
        /// The creation that its thread is at; nil where no factory waits.
        fileprivate let waiter: Creation?
        fileprivate let target: Creation
        private let hasEnded = DispatchSemaphore(value: 0)
        private let outcome = Mutex<Outcome?>(nil)

        fileprivate init(_ waiter: Creation?, for target: Creation) {
            self.waiter = waiter
            self.target = target
        }

        fileprivate func end(_ outcome: Outcome) {
            self.outcome.withLock { $0 = outcome }
            hasEnded.signal()
        }

        /// Blocks the thread until the service has been made, or has failed.
        ///
        /// Factories are synchronous, so the other thread is at work; that it does not wait for this one was checked.
        func wait() -> Outcome {
            hasEnded.wait()
            guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("A creation ended without one.") }
            return outcome
        }
    }

    /// What came of the wish to wait.
    enum Answer {
        case wait(Wait)
        /// The wait would never end, because of these services.
        case cycle([ServiceKey])
    }

    /// The threads that wait, a graph of the process: a circle may lead through several hives (C25).
    ///
    /// It is asked only when a thread has to wait, so lookups that find their service share nothing (C46).
    private static let waits = Mutex<[Wait]>([])

    /// Notes that the calling thread waits, unless that would close a circle; called under the manager's lock while the
    /// creation is one that others can find.
    ///
    /// - Parameters:
    ///   - waiter: The creation that the thread is at.
    ///   - asker: The creation whose resolver was asked.
    /// - Returns: The wait, or the circle.
    func wait(_ waiter: Creation?, asker: Creation?) -> Answer {
        // At once, so that of two threads that close a circle one is told.
        Self.waits.withLock { waits in
            if let path = cycle(waiter, asker, waits) { return .cycle(path) }
            let wait = Wait(waiter, for: self)
            waits.append(wait)
            return .wait(wait)
        }
    }

    /// The circle that a wait for this creation would close; nil when it may begin.
    func cycle(_ waiter: Creation?, asker: Creation?) -> [ServiceKey]? {
        Self.waits.withLock { cycle(waiter, asker, $0) }
    }

    /// Ends a creation that nobody can wait for.
    func end() {
        isOver.store(true, ordering: .releasing)
        let cause = cause.withLock { $0.take() }
        withExtendedLifetime(cause) {}
    }

    /// Ends the creation and lets everybody who waits for it go on.
    ///
    /// They alone are left what came of it: a service may keep its resolver, which keeps the creation, and must not
    /// keep itself alive that way.
    func end(_ outcome: Outcome) {
        end()
        let ending = Self.waits.withLock { waits in
            defer { waits.removeAll { $0.target === self } }
            return waits.filter { $0.target === self }
        }
        for wait in ending { wait.end(outcome) }
    }

    private func cycle(_ waiter: Creation?, _ asker: Creation?, _ waits: [Wait]) -> [ServiceKey]? {
        for creation in [waiter, asker] {
            if let creation, let path = path(backTo: creation, waits) { return path }
        }
        return nil
    }

    /// The path from `waiter` back to itself if it waited for this creation.
    ///
    /// Whoever asks for a creation waits for it, so a wait of a creation is one of its ancestors too.
    private func path(backTo waiter: Creation, _ waits: [Wait]) -> [ServiceKey]? {
        var seen: Set<ObjectIdentifier> = []
        var stack: [(creation: Creation, path: [ServiceKey])] = [(self, [])]
        while let (creation, path) = stack.popLast() {
            if let ancestor = waiter.chain.first(where: { $0 === creation }) {
                return waiter.path(from: ancestor) + path + [creation.key]
            }
            guard seen.insert(ObjectIdentifier(creation)).inserted else { continue }
            for wait in waits where wait.target.isUnderWay {
                guard let waiting = wait.waiter, waiting.chain.contains(where: { $0 === creation }) else { continue }
                stack.append((wait.target, path + waiting.path(from: creation)))
            }
        }
        return nil
    }
}
