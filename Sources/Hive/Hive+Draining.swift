// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What tests of servers do with the work of modules, step by step, while the hive runs.

extension Hive {
    /// Whether the work of a module has announced itself.
    package func hasAnnounced(_ module: any HiveModule.Type) -> Bool {
        engine.modules.runtime(ObjectIdentifier(module))?.work?.isAnnounced == true
    }

    /// Asks the work of modules to end as a stop does, that of all modules where none is given, and returns when each
    /// has been asked, or cancelled because it does not drain.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownModule`` when a module has no work that goes on; nobody is
    ///   asked then.
    package func beginDrain(of modules: [any HiveModule.Type]) throws {
        let working = engine.modules.inBootOrder().filter { $0.work?.mustEnd == true }
        let ids = Set(working.map(\.descriptor.id))
        if let other = modules.first(where: { !ids.contains(ObjectIdentifier($0)) }) {
            throw HiveError(
                .unknownModule,
                "\(other.moduleName) has no work that goes on, and so none that could be drained."
            )
        }
        let asked = Set(modules.map { ObjectIdentifier($0) })
        for runtime in working where asked.isEmpty || asked.contains(runtime.descriptor.id) {
            runtime.work?.leave()
            runtime.work?.askToEnd()
        }
    }

    /// Returns when the work of modules has ended, that of all modules where none is given.
    package func waitForEndOfWork(of modules: [any HiveModule.Type]) async {
        let ids = Set(modules.map { ObjectIdentifier($0) })
        for runtime in engine.modules.inBootOrder() where ids.isEmpty || ids.contains(runtime.descriptor.id) {
            await runtime.work?.waitUntilOver()
        }
    }

    /// Returns when the work of a module sleeps until a time that has not come yet.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownModule`` when the module has no work that goes on, at once
    ///   or because it has ended meanwhile.
    package func waitForSleep(of module: any HiveModule.Type) async throws {
        let work = engine.modules.runtime(ObjectIdentifier(module))?.work
        await work?.waitUntilAsleep(now: engine.clock.now())
        guard work?.hasEnded == false else {
            throw HiveError(.unknownModule, "\(module.moduleName) has no work that goes on, and so none that sleeps.")
        }
    }

    /// Announces the work that the calling task belongs to, for what a test runs in its place.
    package static func announceCurrentWork() async { _ = await ModuleWork.current?.announce() }
}
