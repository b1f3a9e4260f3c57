// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Stands between a hive and the code of its modules, for tests that inject faults.
package protocol HookInterceptor: Sendable {
    /// Is told that a hook is about to run, before observers are.
    func willRun(_ phase: Phase, of module: any HiveModule.Type)

    /// Runs what is due, or does something else.
    func run(
        _ point: HookPoint,
        of module: any HiveModule.Type,
        in hive: Hive,
        _ body: nonisolated(nonsending) @Sendable () async throws -> Void
    ) async throws
}

extension Hive {
    /// Lets everything that the hive calls in its modules go through an interceptor; to be called before the start.
    package func intercept(with interceptor: any HookInterceptor) {
        lifecycle.withLock { $0.interceptor = interceptor }
    }
}

extension ModuleRuntime {
    /// Runs a piece of the module's code, past the interceptor of a test where there is one.
    @inline(__always)
    nonisolated(nonsending)
        func call(_ point: HookPoint, _ body: nonisolated(nonsending) @Sendable () async throws -> Void) async throws
    {
        guard let interceptor else { return try await body() }
        try await interceptor.run(point, of: descriptor.type, in: hive, body)
    }
}
