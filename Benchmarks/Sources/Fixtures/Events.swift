// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

/// An event to which nobody replies.
package struct Ping: HiveEvent {
    /// What handlers add up.
    package let number: Int

    /// Creates an event.
    package init(_ number: Int) {
        self.number = number
    }
}

/// An event to which every handler replies with its number.
package struct Question: HiveEvent {
    package typealias Reply = Int
    /// What handlers answer.
    package let number: Int

    /// Creates an event.
    package init(_ number: Int) {
        self.number = number
    }
}

/// What handlers of a ``SubscribingModule`` count in.
package let handlerCalls = CallCounter()

/// A module that subscribes to ``Ping``.
package final class SubscribingModule<Number: Ordinal>: HiveModule {
    package static var manifest: ModuleManifest { ModuleManifest(name: "Module" + Number.text) }

    package init() {}

    package func setUp(_ context: SetupContext) async throws {
        try context.events.subscribe(Ping.self) { event, _ in handlerCalls.add(event.number) }
    }
}

/// Returns types of modules that subscribe.
package func subscribingModules(_ count: Int) -> [any HiveModule.Type] {
    func type<Number: Ordinal>(_: Number.Type) -> any HiveModule.Type { SubscribingModule<Number>.self }
    return ordinals(count).map { type($0) }
}
