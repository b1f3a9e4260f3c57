// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Logging
import ServiceLifecycle
import Synchronization

/// Runs an operation that hears of no graceful shutdown but the one that it is given.
///
/// It runs as the first service of a group, before a gate. A group shuts its services down from the last to the first
/// and waits for each, so that a graceful shutdown from further out stops at the gate; when the gate opens, the
/// operation is told. Everything runs in child tasks: the operation belongs to the module's work (C18), and task-local
/// values, cancellation and errors pass.
nonisolated(nonsending) func withOwnGracefulShutdown(
    _ operation: @escaping @Sendable (ShutdownGate) async throws -> Void
) async throws {
    let gate = ShutdownGate()
    let guarded = GuardedOperation(gate) { try await operation(gate) }
    let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
            services: [
                .init(service: guarded, successTerminationBehavior: .ignore),
                .init(service: gate, successTerminationBehavior: .gracefullyShutdownGroup),
            ],
            logger: Logger(label: "hive") { _ in SwiftLogNoOpLogHandler() }
        )
    )
    do {
        try await group.run()
    } catch {
        // What the operation has thrown comes first: the group's own error only says that a service has ended.
        try guarded.outcome?.get()
        throw error
    }
    try guarded.outcome?.get()
}

/// A service that hears of no graceful shutdown, and ends when it is opened or cancelled.
final class ShutdownGate: Service {
    private let opening = AsyncStream<Never>.makeStream()

    /// Lets the graceful shutdown begin; later calls do nothing.
    func open() { opening.continuation.finish() }

    func run() async throws { for await _ in opening.stream {} }
}

/// The service before the gate, which it opens when it has ended.
private final class GuardedOperation: Service {
    private let gate: ShutdownGate
    private let operation: @Sendable () async throws -> Void
    private let state = Mutex<Result<Void, any Error>?>(nil)

    init(_ gate: ShutdownGate, operation: @escaping @Sendable () async throws -> Void) {
        self.gate = gate
        self.operation = operation
    }

    /// What came of the operation; nil when it has not ended.
    var outcome: Result<Void, any Error>? { state.withLock { $0 } }

    func run() async throws {
        var result: Result<Void, any Error> = .success(())
        do {
            try await operation()
        } catch {
            result = .failure(error)
        }
        state.withLock { $0 = result }
        gate.open()
        // The gate ends first, which shuts the group down well; a cancelled group ends in any case.
        try? await gracefulShutdown()
    }
}
