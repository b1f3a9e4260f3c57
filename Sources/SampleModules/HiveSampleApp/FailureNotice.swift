// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Tells the person at the terminal of modules that have failed while the shop goes on, and when all is well again.
struct FailureNotice: Sendable {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    func observe(_ step: HiveObservation) {
        guard let module = step.module else { return }
        switch step.subject {
        case .module(.restarting(_, attempt: 2..., next: nil)): break  // An attempt begins.
        case .module(let state):
            switch state {
            case .restarting, .leftOut: console.complain("warning: \(module) is \(state)")
            default: break
            }
        case .readiness(let readiness) where readiness.isReady: console.complain("The shop is ready: \(module) is up.")
        default: break
        }
    }
}
