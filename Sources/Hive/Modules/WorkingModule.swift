// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A module with work of its own: a server, a consumer, a job (C49).
///
/// A server says when it is up, and ends when it is asked to:
///
/// ```swift
/// actor WebModule: WorkingModule {
///     static let manifest = ModuleManifest(work: .announced)
///
///     func run(_ context: WorkContext) async throws {
///         let server = try await Server.bind(port: 8080)
///         try await withDrainHandler {
///             guard await context.announceReady() else { return }
///             try await server.serve()
///         } onDrain: {
///             server.beginGracefulShutdown()
///         }
///     }
/// }
/// ```
///
/// **Beginning.** The work begins when the hive runs; work that is ``WorkReadiness/announced`` begins at the end of its
/// module's `ready`, which ends when the work calls ``WorkContext/announceReady()``, within the timeout of that hook.
/// Work that throws or returns before the hive runs makes the start fail, as a hook does: a port in use is a failed
/// start.
///
/// **Ending by itself.** Throwing stops the hive, with that as the reason. So does returning, but then all is well, and
/// nothing happens at all where ``ModuleManifest/workMayEnd`` is true. Observers are told of both.
///
/// **Being ended.** A stop, a removal and a reload *drain* work after `willStop`: that of dependents before that of
/// what they depend on, higher levels before lower ones, the rest at the same time (C51). Work that has said so, by
/// ``withDrainHandler(operation:onDrain:)`` or ``WorkContext/waitForDrain()``, is asked to end; other work is
/// cancelled, after that of its level which was asked has ended. Meanwhile services and events work as before. Work
/// that has not ended within ``ModuleManifest/drainTimeout`` is cut short: it is cancelled, then abandoned, and the
/// error names it (C5).
///
/// Once its module is leaving, an error of the work stops nothing any more. ``Hive/stop(_:)``, the removal or the
/// reload reports it; after a cancellation only observers are told, of a `CancellationError` nobody. They are told of
/// the cancellation itself where the work had not said that it drains.
///
/// When ``Hive/stop(_:)`` or ``Hive/remove(_:removesDependents:)`` is called from within the work, it returns at once
/// and is carried out later, because it waits for the work to end (C18). A failure goes to observers.
public protocol WorkingModule: HiveModule {
    /// Does the module's work until it is done, asked to end, or cancelled.
    func run(_ context: WorkContext) async throws
}

/// When the work of a module is up (C49).
public enum WorkReadiness: Hashable, Sendable {
    /// At once: the work begins when the hive runs.
    case immediate
    /// When it says so: the work begins at the end of its module's `ready`, which waits for
    /// ``WorkContext/announceReady()``.
    case announced
}

/// The context of a module's work, see ``WorkingModule/run(_:)``.
public struct WorkContext: HookContext, ServiceLookup {
    /// What ties the context to its module and its hive.
    public let scope: HookScope
    let work: ModuleWork

    /// Says that the work is up, and returns when the hive runs: a server has bound its port, and accepts nothing
    /// before.
    ///
    /// After an addition it returns when that is done. It also returns when the work is to end instead, and when the
    /// calling task is cancelled. Further calls say nothing new and wait in the same way (C49).
    ///
    /// In work that is ``WorkReadiness/immediate`` it returns at once, because nobody waits for it: the hive was up
    /// before. Observers are told of the first such call, with
    /// ``HiveObservation/Kind/announcementUnawaited``, and so is a person by ``Hive/main(_:run:report:)``.
    ///
    /// - Returns: Whether the work goes on; false when it has ended, or is to end instead, after a start that failed
    ///   for example, so that a server accepts nothing at all.
    @discardableResult
    public nonisolated(nonsending) func announceReady() async -> Bool {
        if work.noteUnawaited(), let module { scope.hive.warn(.announcementUnawaited(module)) }
        return await work.announce()
    }

    /// Says that the work ends when it is asked to, and returns when it is, at once if it was (C51).
    ///
    /// It also returns when the calling task is cancelled, and when the work has ended.
    ///
    /// - Complexity: O(m) in the tasks of the work that wait already.
    public nonisolated(nonsending) func waitForDrain() async { await work.waitForDrain() }

    /// Sleeps by the hive's clock, and returns at once when the work is asked to end: what a periodic job does between
    /// its jobs (C51).
    ///
    /// ```swift
    /// func run(_ context: WorkContext) async throws {
    ///     while await context.sleep(for: .seconds(60)) {
    ///         try await sendInvoices()
    ///     }
    /// }
    /// ```
    ///
    /// It says that the work drains, as ``waitForDrain()`` does: the job that it has in hand at a stop is finished, and
    /// not cancelled, within ``ModuleManifest/drainTimeout``. A clock that a test moves moves these times too. Several
    /// tasks of the work may sleep at the same time. A sleep costs an entry in the hive's one timer, which goes with
    /// it, however it ends (C61).
    ///
    /// - Parameter duration: For how long, from now; it returns soon for one that is not positive.
    /// - Returns: Whether the work goes on; false when it was asked to end or has ended, and when the calling task is
    ///   cancelled.
    /// - Complexity: O(log n) in the number of times that the hive waits for, and O(m) in the tasks of the work that
    ///   wait already.
    public nonisolated(nonsending) func sleep(for duration: Duration) async -> Bool {
        let timer = scope.hive.timer
        return await work.sleep(until: timer.clock.now().adding(duration), by: timer)
    }

    /// Whether the work was asked to end, or cancelled.
    ///
    /// Work that only reads this is cancelled in the middle of what it does: reading says nothing to the hive. A loop
    /// that reads it between its jobs runs inside ``withDrainHandler(operation:onDrain:)``, with a handler that may be
    /// empty, and then ends the job that it has in hand (C51). Where it does not, observers are told which work was
    /// cut off, with ``HiveObservation/Kind/workCancelled``, and so is a person by ``Hive/main(_:run:report:)``.
    public var isDraining: Bool { work.lookForDrain() }
}

/// Runs an operation of a module's work, and calls a handler when that is asked to end (C51).
///
/// Work that calls this once counts as work that drains, until it has ended. The handler is called at most once, in any
/// task, also before the operation begins when the work was asked to end already; once this has returned, it neither
/// runs nor begins. So where the operation returns while the handler runs, this waits for the handler. The handler does
/// what makes the operation return in its own time, and must not wait for that, because each would wait for the other.
/// Of handlers inside each other the innermost is called first. Work that is cancelled without being asked is told in
/// the same way.
///
/// A child task of the work belongs to it, a detached task does not. Outside of a module's work, in hooks and handlers
/// too, this only runs the operation.
///
/// - Parameters:
///   - operation: What is run, by the actor of the caller.
///   - handler: Asks the operation to return.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public nonisolated(nonsending) func withDrainHandler<Value, Failure: Error>(
    operation: nonisolated(nonsending) () async throws(Failure) -> Value,
    onDrain handler: @escaping @Sendable () -> Void
) async throws(Failure) -> Value {
    guard let work = ModuleWork.current else { return try await operation() }
    guard let key = work.add(handler) else { return try await operation() }
    let result: Result<Value, Failure>
    do throws(Failure) {
        result = .success(try await operation())
    } catch {
        result = .failure(error)
    }
    work.remove(key)
    await work.waitForHandler(key)
    return try result.get()
}
