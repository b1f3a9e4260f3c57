// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Who is told when the hive becomes ready, or no longer is (C53).

extension HiveReadiness: HiveEvent {}

extension Engine {
    func tell(_ change: Readiness.Change) {
        let readiness = change.readiness
        let kind: HiveObservation.Kind = change.isTurn ? .readinessChanged : .readinessWithheld
        observers.notify(.init(kind, module: change.module, subject: .readiness(readiness)))
        if change.isTurn { events.postOwn(readiness) }
    }

    /// Gives up what a module withholds whose contexts have ended, because it is gone or was abandoned.
    func restoreReadiness(of owner: Owner) {
        if core.readiness.restore(owner) { core.tellReadiness() }
    }
}
