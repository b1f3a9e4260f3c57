// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Knows whether a hive is ready and who withholds that, and has each change told once, in order (C53).
struct Readiness: ~Copyable {
    /// A change that nobody has been told of yet.
    struct Change {
        let readiness: HiveReadiness
        /// The module that has brought it about; nil for the start and the stop.
        let module: String?
        /// Whether the hive became ready, or no longer is; otherwise it runs, is not ready, and the reasons are others.
        let isTurn: Bool
    }

    private let state = Mutex(ReadinessState())

    /// Whether the hive is ready, and who withholds that.
    var current: HiveReadiness { state.withLock { $0.readiness } }

    /// The same, where somebody may know a better reason by now.
    func current(_ reason: (Owner) -> String?) -> HiveReadiness {
        var now = state.withLock { $0 }
        for (place, withheld) in now.withheld.enumerated() {
            now.withheld[place].reason = reason(withheld.owner) ?? withheld.reason
        }
        return now.readiness
    }

    /// The hive runs from now on.
    func begin() {
        change(by: nil) { state in
            state.isUp = true
            // Nobody has been told why, because until now the reason was that the hive starts.
            return !state.withheld.isEmpty
        }
    }

    /// A stop has begun.
    func end() {
        change(by: nil) { state in
            state.isUp = false
            return false
        }
    }

    /// Withholds readiness for an owner; a further call only changes the reason.
    ///
    /// Whether the owner is gone is asked under the lock, and ``restore(_:)`` called after it has gone: so nothing is
    /// withheld for good, whichever comes first.
    func withhold(_ owner: Owner, because reason: String, unless hasEnded: () -> Bool) {
        change(by: owner) { state in
            guard !hasEnded() else { return false }
            if let place = state.withheld.firstIndex(where: { $0.owner === owner }) {
                if state.withheld[place].reason == reason { return false }
                state.withheld[place].reason = reason
            } else {
                state.withheld.append((owner, reason))
            }
            return true
        }
    }

    /// Gives up what an owner withholds.
    ///
    /// - Returns: Whether there is a change to tell.
    @discardableResult
    func restore(_ owner: Owner) -> Bool {
        change(by: owner) { state in
            let count = state.withheld.count
            if count > 0 { state.withheld.removeAll { $0.owner === owner } }
            return state.withheld.count < count
        }
    }

    /// Makes a change, whose body says whether the reasons are others now.
    @discardableResult
    private func change(by owner: Owner?, _ body: (inout ReadinessState) -> Bool) -> Bool {
        state.withLock { state in
            let wasReady = state.isReady
            let hasOtherReasons = body(&state)
            let isTurn = state.isReady != wasReady
            guard isTurn || state.isUp && hasOtherReasons else { return false }
            state.add(Change(readiness: state.readiness, module: owner?.name, isTurn: isTurn))
            return true
        }
    }

    /// Lets changes be told from now on, and has those told that there are: the start has been told.
    func open(_ tell: (Change) -> Void) {
        var next = state.withLock { $0.takeChange() }
        while let change = next {
            tell(change)
            next = state.withLock { $0.takeChange() }
        }
        state.withLock { $0.told.take() }?.open()
    }

    /// Returns when all changes have been told, whoever tells them.
    func waitUntilTold() async {
        await state.withLock { $0.isTelling || $0.hasChanges ? $0.told.orNew() : nil }?.wait()
    }

    /// Has all changes told, one after the other, unless somebody does so already, who then tells these too.
    func tellChanges(_ tell: (Change) -> Void) {
        let isFree = state.withLock { state in
            guard !state.isTelling, state.hasChanges else { return false }
            state.isTelling = true
            return true
        }
        if isFree { open(tell) }
    }
}

/// What is known of a hive's readiness, and what of it has not been told; guarded by the lock of ``Readiness``.
struct ReadinessState {
    /// Whether the hive runs, and no stop has begun.
    var isUp = false
    var withheld: [(owner: Owner, reason: String)] = []
    private var changes: [Readiness.Change] = []
    /// Whether somebody tells changes, who goes on until none is left; nobody does before the start has been told.
    var isTelling = true
    /// Opens when all changes have been told, where somebody waits for that.
    var told: Gate<Void>?

    var isReady: Bool { isUp && withheld.isEmpty }

    var readiness: HiveReadiness {
        HiveReadiness(isReady: isReady, withheld: withheld.map { (module: $0.owner.name, reason: $0.reason) })
    }

    var hasChanges: Bool { !changes.isEmpty }

    mutating func add(_ change: Readiness.Change) {
        // Of other reasons only the last ones count, so that they take no room.
        if changes.last?.isTurn == false { changes.removeLast() }
        changes.append(change)
    }

    /// The next change to tell; whoever gets nil has told all of them.
    mutating func takeChange() -> Readiness.Change? {
        isTelling = hasChanges
        return changes.isEmpty ? nil : changes.removeFirst()
    }
}
