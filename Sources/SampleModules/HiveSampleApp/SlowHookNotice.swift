// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Tells the person at the terminal of a hook that takes long, before its time is up.
struct SlowHookNotice: Sendable {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    func observe(_ step: HiveObservation) {
        guard step.kind == .slowHook, let module = step.module, let phase = step.phase else { return }
        console.complain("warning: \(module) has used half of its time for \(phase)")
    }
}
