// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A module with work of its own, such as a server's loop or a consumer (C49).
///
/// ```swift
/// actor ServerModule: WorkingModule {
///     func run(_ context: WorkContext) async throws { try await server.serve() }
/// }
/// ```
///
/// The work begins when every module is ready. Returning is fine; throwing stops the hive, with that as the reason. It is
/// cancelled just before the module's `tearDown`, and the hive waits for it as long as one hook of the stop may take.
///
/// Once the module is leaving, because the hive stops or by a removal or a reload, an error of the work stops nothing any
/// more. Before the work is cancelled, ``Hive/stop(_:)``, the removal or the reload reports it; after that, only observers
/// are told. A `CancellationError` is told to nobody then (C49).
///
/// When ``Hive/stop(_:)`` or ``Hive/remove(_:removesDependents:)`` is called from within the work, it returns at once and
/// is carried out later, because it waits for the work to end (C18). A failure goes to observers.
public protocol WorkingModule: HiveModule {
    /// Does the module's work until it is done or cancelled.
    func run(_ context: WorkContext) async throws
}
