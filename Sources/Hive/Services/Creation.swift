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
    /// What the factory has looked up, so that the instance goes with it (C63).
    private let lookups = Mutex<Set<ServiceKey>>([])

    init(_ key: ServiceKey, parent: Creation?, manager: ServiceManager) {
        self.key = key
        self.parent = parent
        self.depth = (parent?.depth ?? 0) + 1
        self.manager = ObjectIdentifier(manager)
    }

    /// Whether the service is still being made; afterwards a resolver that was kept speaks for nobody.
    var isUnderWay: Bool { !isOver.load(ordering: .acquiring) }

    /// This creation and the ones that asked for it, innermost first.
    var chain: some Sequence<Creation> { sequence(first: self) { $0.parent } }

    /// Throws where one of those that asked for the creation is of the same service, or where there are too many.
    func checkAncestors(at site: Origin?) throws {
        if let parent, let ancestor = parent.chain.first(where: { $0.manager == manager && $0.key == key }) {
            throw HiveError(cycle: parent.path(from: ancestor) + [key], at: site)
        }
        let limit = ServiceManager.maximumDepth
        if depth > limit {
            let text = "\(key) is asked for by more than \(limit) factories, each inside the other."
            throw HiveError(.serviceCycle, "\(text) Look one of them up earlier.", at: site)
        }
    }

    /// The keys from `ancestor` down to this creation.
    private func path(from ancestor: Creation) -> [ServiceKey] {
        (chain.prefix { $0 !== ancestor } + [ancestor]).map(\.key).reversed()
    }

    /// The innermost synchronous creation under way in the calling thread, of whichever manager.
    static var current: Creation? {
        // A task that a factory has started asks for itself, and runs elsewhere.
        guard let wiring = Autowiring.task, wiring.thread == callingThread else { return nil }
        return wiring.creation.flatMap { $0.isUnderWay ? $0 : nil }
    }
}

// MARK: - What it is made of

extension Creation {
    /// Notes what the factory asks for, or what that was made of where nobody else has it.
    func note(needs: Set<ServiceKey>) { lookups.withLock { $0.formUnion(needs) } }

    /// The services that it was made of, as far as it asked for them here.
    var needs: Set<ServiceKey> { lookups.withLock { $0 } }
}

// MARK: - Failing

extension Creation {
    /// Notes for want of what a lookup of the factory has failed.
    func note(_ failure: FailedCreation) { cause.update { $0 = failure } }

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

    /// The threads that wait, a graph of the process: a circle may lead through several hives (C25).
    ///
    /// It is asked only when a thread has to wait, so lookups that find their service share nothing (C46).
    private static let waits = Mutex<[Wait]>([])

    /// Notes that the calling thread waits, unless that would close a circle; called under the manager's lock while the
    /// creation is one that others can find.
    func wait(for request: ServiceRequest) throws -> Wait {
        // At once, so that of two threads that close a circle one is told.
        try Self.waits.withLock { waits in
            try check(request, waits)
            let wait = Wait(request.parent, for: self)
            waits.append(wait)
            return wait
        }
    }

    /// Throws where a wait for this creation would close a circle.
    func checkCycle(_ request: ServiceRequest) throws { try Self.waits.withLock { try check(request, $0) } }

    private func check(_ request: ServiceRequest, _ waits: [Wait]) throws {
        for creation in [request.parent, request.asker] {
            guard let creation, let path = path(backTo: creation, waits) else { continue }
            throw HiveError(cycle: path, at: request.site)
        }
    }

    /// Ends a creation that nobody can wait for.
    func end() {
        isOver.store(true, ordering: .releasing)
        cause.update { $0 = nil }
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

extension HiveError {
    fileprivate init(cycle path: [ServiceKey], at site: Origin?) {
        let legs = path.map(\.description).joined(separator: " -> ")
        let text = "Services need each other in a circle: \(legs). Look one of them up later, or use Autowired."
        self.init(.serviceCycle, text, at: site)
    }
}
