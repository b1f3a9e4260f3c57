// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Who is told when the hive becomes ready, or no longer is (C53).

extension HiveReadiness: HiveEvent {}

extension Engine {
    /// Whether the hive is ready, and who withholds that, with what is known now of those that are restarted.
    var currentReadiness: HiveReadiness {
        let now = clock.now()
        return readiness.current { down.reason(of: $0, at: now) }
    }

    func tell(_ change: Readiness.Change) {
        let readiness = change.readiness
        let kind: HiveObservation.Kind = change.isTurn ? .readinessChanged : .readinessWithheld
        observers.notify(.init(kind, module: change.module, subject: .readiness(readiness)))
        if change.isTurn { events.postOwn(readiness) }
        if state == .running { tellPerson(readiness) }
    }

    /// Tells a person, by `Hive.main`, that modules which are up keep the hive from being ready, once for all reasons,
    /// and that it is ready again; the failure of a module is told as that.
    private func tellPerson(_ readiness: HiveReadiness) {
        guard lifecycle.withLock({ $0.warnsOfFailures }) else { return }
        let up = Set(modules.inBootOrder(isRunning: false).filter { $0.isUp && !$0.isFailing }.map(\.name))
        let isWithheld = readiness.withheld.contains { $0.module.map { up.contains($0) } ?? true }
        let isNews = lifecycle.withLock { lifecycle in
            guard readiness.isReady == lifecycle.isSaidNotReady, readiness.isReady || isWithheld else { return false }
            lifecycle.isSaidNotReady.toggle()
            return true
        }
        if isNews { tell(readiness.isReady ? "\(readiness)" : "warning: \(readiness)") }
    }

    /// Tells of every change of the readiness that has not been told.
    func tellReadiness() { readiness.tellChanges(tell) }

    /// Returns when every change of the readiness has been told, also those that another task is telling.
    func finishTellingReadiness() async {
        tellReadiness()
        await readiness.waitUntilTold()
    }

    /// Gives up what a module withholds whose contexts have ended, because it is gone or was abandoned.
    func restoreReadiness(of owner: Owner) {
        if readiness.restore(owner) { tellReadiness() }
    }
}
