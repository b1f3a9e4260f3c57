// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import Synchronization

/// Counts labels for as long as the roll lasts: the target that has one keeps it between calls.
final class LabelRoll: Sendable {
    private let used = Atomic(0)

    /// Begins a roll, which needs no service.
    init(_ services: ServiceResolver) {}

    /// Takes the next label.
    func next() -> Int { used.add(1, ordering: .relaxed).newValue }
}
