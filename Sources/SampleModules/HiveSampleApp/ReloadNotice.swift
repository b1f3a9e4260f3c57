// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Tells the person at the terminal what came of reading the property lists again.
struct ReloadNotice: Sendable {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    func observe(_ step: HiveObservation) {
        switch step.kind {
        case .didReload where step.error == nil:
            do {
                try console.print("Property lists read again: \(step.subject, default: "done").")
            } catch {
                console.complain("\(error)")
            }
        case .operationFailed where step.subject == .reload:
            let reason = (step.error as? HiveError)?.report ?? step.error.map { "\($0)" } ?? "for no known reason"
            console.complain("Property lists read again, and the shop goes on with the old ones:\n\(reason)")
        default: break
        }
    }
}
