// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import Synchronization

/// How many hooks of the modules here were called; relaxed loads and stores, because one hook runs at a time.
package final class CallCounter: Sendable {
    private let calls = Atomic<Int>(0)

    /// Creates a counter that shows 0.
    package init() {}

    /// How many calls there were.
    package var count: Int { calls.load(ordering: .relaxed) }

    /// Adds to the count without a locked instruction, so for one thread at a time.
    @inline(__always)
    package func add(_ amount: Int = 1) {
        calls.store(calls.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }
}

/// What the hooks of the modules here count in.
package let hookCalls = CallCounter()

/// A module whose five hooks only count that they were called.
package final class NoopModule<Number: Ordinal>: HiveModule {
    package static var manifest: ModuleManifest { ModuleManifest(name: "Module" + Number.text) }

    package init() {}

    package func setUp(_ context: SetupContext) async throws { hookCalls.add() }
    package func initialize(_ context: ModuleContext) async throws { hookCalls.add() }
    package func ready(_ context: ModuleContext) async throws { hookCalls.add() }
    package func willStop(_ context: StopContext) async throws { hookCalls.add() }
    package func tearDown(_ context: StopContext) async throws { hookCalls.add() }
}

/// Returns types of modules, each another one.
package func noopModules(_ count: Int) -> [any HiveModule.Type] {
    func type<Number: Ordinal>(_: Number.Type) -> any HiveModule.Type { NoopModule<Number>.self }
    return ordinals(count).map { type($0) }
}

/// A module that depends on up to four others: those whose numbers have one digit that is one less.
package final class DependentModule<Number: Ordinal>: HiveModule {
    package static var manifest: ModuleManifest {
        ModuleManifest(name: "Module" + Number.text, needs: Number.smaller.map { .named("Module" + $0) })
    }

    package init() {}

    package func setUp(_ context: SetupContext) async throws { hookCalls.add() }
    package func initialize(_ context: ModuleContext) async throws { hookCalls.add() }
    package func ready(_ context: ModuleContext) async throws { hookCalls.add() }
    package func willStop(_ context: StopContext) async throws { hookCalls.add() }
    package func tearDown(_ context: StopContext) async throws { hookCalls.add() }
}

/// Returns types of modules that depend on each other, each another one.
package func dependentModules(_ count: Int) -> [any HiveModule.Type] {
    func type<Number: Ordinal>(_: Number.Type) -> any HiveModule.Type { DependentModule<Number>.self }
    return ordinals(count).map { type($0) }
}

extension Hive {
    /// Registers modules of which only the types are known.
    package func register(_ modules: [any HiveModule.Type]) throws {
        for module in modules { try self.modules.register(module) }
    }
}
