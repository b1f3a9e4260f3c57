// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The state of each module, of which every change is told once, and in order (C64).
final class ModuleStates: Sendable {
    typealias Change = (module: String, state: ModuleState)

    private struct State {
        var changes = Deque<Change>()
        /// Whether somebody tells changes, who goes on until none is left.
        var isTelling = false
        var readers: [WeakReader] = []
        /// Whether the hive has stopped.
        var hasEnded = false
        /// By the modules' names, which are those of types, and so no more than those.
        var lives: [String: Life] = [:]
    }

    /// How far a module is.
    struct Life {
        /// Its state, of which everybody is told, or is about to be.
        var state = ModuleState.starting
        /// Since when it is in the state that everybody was told last.
        var since: Duration?
        /// How often it has come up.
        var arrivals = 0
    }

    /// A reader goes with its stream.
    private struct WeakReader {
        weak let reader: Reader?
    }

    /// Whoever reads changes: of each module the latest, so that one that is slow takes no room.
    private final class Reader: Sendable {
        private struct State {
            var changes: [Change] = []
            var arrival: Gate<Void>?
            var hasEnded = false
        }

        private let state = Mutex(State())

        func add(_ change: Change) {
            state.withLock { state -> Gate<Void>? in
                state.changes.removeAll { $0.module == change.module }
                state.changes.append(change)
                return state.arrival.take()
            }?.open()
        }

        func end() {
            state.withLock { state -> Gate<Void>? in
                state.hasEnded = true
                return state.arrival.take()
            }?.open()
        }

        /// The next change; nil when there is none to come.
        func next() async -> Change? {
            while true {
                let (change, arrival) = state.withLock { state -> (Change?, Gate<Void>?) in
                    if !state.changes.isEmpty { return (state.changes.removeFirst(), nil) }
                    return (nil, state.hasEnded ? nil : state.arrival.orNew())
                }
                guard let arrival else { return change }
                await arrival.wait()
            }
        }
    }

    private let state = Mutex(State())

    /// Takes in another state of a module, unless `isAllowed` refuses the one that it is in; whoever does so calls
    /// ``tell(at:_:)`` when it holds no lock.
    ///
    /// - Returns: Whether there is a change to tell.
    func enter(_ module: String, _ new: ModuleState, if isAllowed: (ModuleState) -> Bool) -> Bool {
        state.withLock { state in
            let former = state.lives[module, default: Life()].state
            guard former != new, isAllowed(former) else { return false }
            state.lives[module, default: Life()].state = new
            state.changes.append((module, new))
            return true
        }
    }

    /// How far a module is.
    func life(of module: String) -> Life { state.withLock { $0.lives[module] } ?? Life() }

    /// Has all changes told, one after the other, unless somebody does so already, who then tells these too.
    func tell(at now: Duration, _ tell: (Change) -> Void) {
        let isFree = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isFree else { return }
        while let (change, readers) = takeChange(at: now) {
            tell(change)
            for reader in readers { reader.add(change) }
        }
    }

    /// The next change to tell, with those who read; whoever gets nil has told all of them.
    private func takeChange(at now: Duration) -> (Change, [Reader])? {
        state.withLock { state in
            guard let change = state.changes.popFirst() else {
                state.isTelling = false
                return nil
            }
            state.lives[change.module]?.since = now
            if change.state == .up { state.lives[change.module]?.arrivals += 1 }
            return (change, state.readers.compactMap(\.reader))
        }
    }

    /// The changes from now on, after the states that there are.
    func stream(after current: [Change]) -> AsyncStream<Change> {
        let reader = Reader()
        for change in current { reader.add(change) }
        let hasEnded = state.withLock { state in
            state.readers.removeAll { $0.reader == nil }
            state.readers.append(WeakReader(reader: reader))
            return state.hasEnded
        }
        if hasEnded { reader.end() }
        return AsyncStream {
            await reader.next()
        } onCancel: {
            reader.end()
        }
    }

    /// Ends every stream: the hive has stopped.
    func end() {
        let readers = state.withLock { state in
            state.hasEnded = true
            return state.readers.takeAll()
        }
        for reader in readers { reader.reader?.end() }
    }
}
