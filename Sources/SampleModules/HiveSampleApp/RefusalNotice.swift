// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import HiveRouting

/// Tells the shop's own people why a URL from outside was refused, which the outsider is not told.
struct RefusalNotice: Sendable {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    func observe(_ step: HiveObservation) {
        guard step.kind == .refusedURL, case .text(let url) = step.subject, let error = step.error else { return }
        let reason = (error as? HiveError)?.message ?? "\(error)"
        console.complain("refused: \(url.printable(limit: 100)): \(reason.printable(limit: 500))")
    }
}
