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

    /// Is told that a hook is none of the module's own: Hive's default, which does nothing.
    func didRunDefault(_ point: HookPoint, of module: any HiveModule.Type)
}

extension HookScope {
    /// Says that a hook is Hive's default; only tests listen.
    func noteDefault(_ point: HookPoint) {
        guard let runtime, let interceptor = runtime.interceptor else { return }
        interceptor.didRunDefault(point, of: runtime.descriptor.type)
    }
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
