// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The life of a module's long-running work, from before its beginning to its end (C49, C51).
///
/// It goes on from ``Stage`` to stage, and never back. It knows no hive: the engine begins the work, admits it when the
/// hive runs, and asks it to end; the work announces itself and says that it drains.
final class ModuleWork: Sendable {
    /// How far the work has come.
    enum Stage: Comparable {
        /// The hive, or the addition that brought the module, is not up yet.
        case coming
        case running
        /// Its module is about to leave, so that nothing that it does stops the hive any more.
        case leaving
        /// It was asked to end.
        case draining
        case cancelled
    }

    /// How the work ended.
    enum End {
        case returned
        /// With the service for want of which it was thrown.
        case threw(any Error, for: FailedCreation?)
    }

    /// What is known of the work; guarded by its lock.
    struct State {
        var stage: Stage
        var task: PendingTask?
        var isAnnounced = false
        /// Whether it has said that it ends when it is asked to; that holds until it has ended.
        var drains = false
        /// Whether it wanted to know if it was asked to end, before it was.
        var looksForDrain = false
        /// Whether it was cancelled because it had not said that it drains.
        var isCutOff = false
        var end: End?
        /// What the work threw between the beginning of its module's end and its cancellation.
        var failures: [HiveError.Failure] = []
        /// By their keys: a server may have one for each connection, which end in any order.
        var handlers: [Int: @Sendable () -> Void] = [:]
        /// Those that are being called; each opens when its handler has returned.
        var called: [Int: Gate<Void>] = [:]
        /// The sleeps of the work that are under way, by their keys.
        var sleeps: [Int: (until: Duration, end: Gate<Void>)] = [:]
        /// Opens when the work sleeps anew, or has ended.
        var watcher: Gate<Void>?
        var lastKey = 0
        /// Is told once that the work drains.
        var listener: (@Sendable () -> Void)?

        /// Whether the work was asked to end, or has ended.
        var isToEnd: Bool { stage >= .draining || end != nil }

        mutating func newKey() -> Int {
            lastKey += 1
            return lastKey
        }
    }

    /// When the module counts as ready.
    let readiness: WorkReadiness
    /// Whether the hive goes on when the work has returned.
    let mayEnd: Bool
    let state: Mutex<State>
    let gates = Gates()
    /// What the work has asked for in vain.
    let failedCreations = FailedCreations()

    init(_ readiness: WorkReadiness, mayEnd: Bool) {
        self.readiness = readiness
        self.mayEnd = mayEnd
        state = Mutex(State(stage: readiness == .announced ? .coming : .running))
    }

    /// The work that the calling task belongs to; nil in a hook or a handler that the work has caused.
    static var current: ModuleWork? {
        if case .work(let work) = ActivityScope.innermost { work } else { nil }
    }
}

// MARK: - What the engine does with it

extension ModuleWork {
    /// Begins the work; the second closure is told how it ended and how far it had come then, before anybody else is.
    func begin(
        _ body: @escaping @Sendable () async throws -> Void,
        ended: @escaping @Sendable (Stage, End) -> Void
    ) {
        let task = PendingTask()
        state.withLock { $0.task = task }
        task.begin {
            // Ends by itself, or when the work was asked to end.
            ActivityScope.detach { Task { await self.run(body, ended) } }
        }
    }

    private func run(
        _ body: @Sendable () async throws -> Void,
        _ ended: @Sendable (Stage, End) -> Void
    ) async {
        var end = End.returned
        do { try await body() } catch { end = .threw(error, for: failedCreations.cause(of: error)) }
        failedCreations.end()
        let stage = state.withLock { state in
            state.end = end
            return state.stage
        }
        openToEnd()
        ended(stage, end)
        // Whoever waited for the announcement finds that the work has ended, and does not drain it.
        for gate in [gates.ended, gates.over, gates.announced] { gate.open() }
        state.withLock { $0.watcher.take() }?.open()
    }

    /// Returns when the work has announced itself, or has ended; once the calling task is cancelled, the work is as
    /// well.
    ///
    /// - Returns: How it ended, if it did.
    nonisolated(nonsending) func waitUntilAnnounced() async -> (end: End?, isAnnounced: Bool) {
        await withTaskCancellationHandler {
            await gates.announced.wait()
        } onCancel: {
            // Work that is up is drained by the way back.
            let isSilent = state.withLock { state in
                if !state.isAnnounced { state.stage = .cancelled }
                return !state.isAnnounced
            }
            if isSilent { cancel() }
        }
        return state.withLock { ($0.end, $0.isAnnounced) }
    }

    /// Whether the work has announced itself.
    var isAnnounced: Bool { state.withLock { $0.isAnnounced } }

    /// Whether the hive, or the addition, is not up yet.
    var isComing: Bool { state.withLock { $0.stage == .coming } }

    /// Notes that the hive runs, or that the addition is done.
    ///
    /// - Returns: How the work ended, if it did before.
    func admit() -> End? {
        let end = state.withLock { state in
            state.stage = max(state.stage, .running)
            return state.end
        }
        gates.admitted.open()
        return end
    }

    /// Notes that the module is about to leave.
    func leave() { state.withLock { $0.stage = max($0.stage, .leaving) } }

    /// Whether the work was begun and has ended, and what follows from that has been done.
    var hasEnded: Bool { gates.ended.value != nil }

    /// Whether the work goes on, and nobody has cancelled it so far.
    var mustEnd: Bool { state.withLock { $0.task != nil && $0.stage != .cancelled } && !hasEnded }

    /// Whether the work has said that it ends when it is asked to.
    var drains: Bool { state.withLock { $0.drains } }

    /// Sees to it that somebody is told, once, when the work says that it drains; at once if it has.
    func whenItDrains(_ listener: @escaping @Sendable () -> Void) {
        let mustTell = state.withLock { state in
            if !state.drains { state.listener = listener }
            return state.drains
        }
        if mustTell { listener() }
    }

    /// Asks the work to end, if it has said that it wants to be asked, or else cancels it, and returns when it has
    /// ended.
    ///
    /// Once the calling task is cancelled, the work is as well.
    nonisolated(nonsending) func finish() async {
        await withTaskCancellationHandler {
            // A handler may block; its time is up all the same.
            askToEnd()
            await gates.ended.wait()
        } onCancel: {
            cancel()
        }
    }

    /// Asks the work to end, or else cancels it, and does not wait for it.
    func askToEnd() {
        let drains = state.withLock { state in
            if !state.drains, state.end == nil { state.isCutOff = true }
            return state.drains
        }
        if drains { ask(.draining) } else { cancel() }
    }

    /// Whether the work was cancelled because it had not said that it drains, and whether it had looked before if it
    /// was asked to end, in vain.
    var cutOff: (isCutOff: Bool, hasLooked: Bool) { state.withLock { ($0.isCutOff, $0.looksForDrain) } }

    /// Cancels the work, and does not wait for it.
    func cancel() {
        ask(.cancelled)
        state.withLock { $0.task }?.cancel()
    }

    /// Asks the work to end: whoever waits for that is woken, and every handler is called once, the innermost first.
    ///
    /// Each is taken out when its turn comes: not called is one whose operation has returned meanwhile, perhaps because
    /// of another handler. The handlers behind one that blocks are called when the work is cancelled.
    private func ask(_ stage: Stage) {
        let (keys, listener) = state.withLock { state in
            state.stage = max(state.stage, stage)
            return (state.handlers.keys.sorted(by: >), state.listener.take())
        }
        openToEnd()
        withExtendedLifetime(listener) {
            for key in keys { callHandler(key) }
        }
    }

    /// Wakes those who wait for the work to be asked to end, or to end.
    private func openToEnd() {
        let sleeps = state.withLock { $0.sleeps }
        for gate in [gates.admitted, gates.askedToEnd] + sleeps.values.map(\.end) { gate.open() }
    }

    /// Calls a handler, unless it has been called or its operation has returned; meanwhile that does not return.
    private func callHandler(_ key: Int) {
        let handler = state.withLock { state in
            let handler = state.handlers.removeValue(forKey: key)
            if handler != nil { state.called[key] = Gate() }
            return handler
        }
        guard let handler else { return }
        handler()
        state.withLock { $0.called.removeValue(forKey: key) }?.open()
    }

    /// Notes that nobody waits for the work any more.
    func abandon() { gates.over.open() }

    /// Returns when the work has ended, at once where it has never begun, or nobody waits for it any more.
    nonisolated(nonsending) func waitUntilOver() async {
        if state.withLock({ $0.task != nil }) { await gates.over.wait() }
    }

    /// Keeps what the work threw while its module was leaving, as a failure of its leaving.
    func keep(_ failure: HiveError.Failure) { state.withLock { $0.failures.append(failure) } }

    /// What the work threw while its module was leaving, since this was asked last.
    func takeFailures() -> [HiveError.Failure] { state.withLock { $0.failures.takeAll() } }
}

// MARK: - What the work says of itself

extension ModuleWork {
    /// Notes that the work is about to say that it is up, although nobody waits for that; true the first time.
    func noteUnawaited() -> Bool {
        if readiness == .announced { return false }
        return state.withLock { state in
            defer { if state.end == nil { state.isAnnounced = true } }
            return !state.isAnnounced && state.end == nil
        }
    }

    /// Says that the work is up, and returns when the hive runs, the work is to end, or the calling task is cancelled.
    ///
    /// - Returns: Whether the work goes on.
    nonisolated(nonsending) func announce() async -> Bool {
        // Once it is cancelled, its module's `ready` waits for its end; and what has ended is not up, whoever says so.
        let (isAnnounced, isComing) = state.withLock { state in
            if state.stage < .cancelled, state.end == nil { state.isAnnounced = true }
            return (state.isAnnounced, state.stage == .coming && state.end == nil)
        }
        if isAnnounced { gates.announced.open() }
        if isComing { _ = await gates.admitted.waitUnlessCancelled() }
        return state.withLock { $0.end == nil && ($0.stage == .running || $0.stage == .leaving) }
    }

    /// Says that the work drains, and returns when it is asked to, or the calling task is cancelled.
    nonisolated(nonsending) func waitForDrain() async {
        sayThatItDrains()
        _ = await gates.askedToEnd.waitUnlessCancelled()
    }

    /// Whether the work was asked to end.
    var isAskedToEnd: Bool { state.withLock { $0.stage >= .draining } }

    /// Whether the work was asked to end; notes that it wants to know.
    func lookForDrain() -> Bool {
        state.withLock { state in
            let isAsked = state.stage >= .draining
            if !isAsked { state.looksForDrain = true }
            return isAsked
        }
    }

    /// Says that the work drains, and has a handler called when it is asked to, at once if it was.
    ///
    /// - Returns: What names the handler.
    func add(_ handler: @escaping @Sendable () -> Void) -> Int? {
        sayThatItDrains()
        let key = state.withLock { state -> Int? in
            guard state.stage < .draining else { return nil }
            let key = state.newKey()
            state.handlers[key] = handler
            return key
        }
        if key == nil { handler() }
        return key
    }

    /// Forgets a handler; does nothing when it has been called, or is being called.
    func remove(_ key: Int) {
        let removed = state.withLock { $0.handlers.removeValue(forKey: key) }
        // Released here: what a handler holds is a user's.
        withExtendedLifetime(removed) {}
    }

    /// Returns when a handler is not being called; one that was removed is not called from then on.
    nonisolated(nonsending) func waitForHandler(_ key: Int) async {
        await state.withLock { $0.called[key] }?.wait()
    }

    func sayThatItDrains() {
        let listener = state.withLock { state in
            defer { (state.drains, state.listener) = (true, nil) }
            return state.listener
        }
        listener?()
    }
}
