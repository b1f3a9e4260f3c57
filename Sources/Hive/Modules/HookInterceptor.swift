// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Stands between a hive and the code of its modules, for tests that inject faults.
package protocol HookInterceptor: AnyObject, Sendable {
    /// Is told that a hook is about to run, before observers are.
    func willRun(_ phase: Phase, of module: any HiveModule.Type)

    /// Runs what is due, or does something else.
    func run(
        _ point: HookPoint,
        of module: any HiveModule.Type,
        _ body: nonisolated(nonsending) @Sendable () async throws -> Void
    ) async throws
}

extension ModuleRuntime {
    /// Runs a piece of the module's code, past the interceptor of a test where there is one.
    nonisolated(nonsending)
        func call(_ point: HookPoint, _ body: nonisolated(nonsending) @Sendable () async throws -> Void) async throws
    {
        guard let interceptor else { return try await body() }
        try await interceptor.run(point, of: descriptor.type, body)
    }
}
