// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

/// Rows of the relatives that other parts of Hive answer, each shown to work beside the routing.
@Suite(.timeLimit(.minutes(5)))
struct RelativesTests {
    private protocol Door: Sendable {
        // P3: callbacks and parameters are closures and typed values in the protocol.
        func open(for visitor: String, then: @escaping @Sendable (String) -> Void)
    }

    private final class House: HiveModule, Door {
        static let manifest = ModuleManifest()
        init() {}

        // F3: a module may register itself as a service.
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any Door).self, instance: self)
        }

        func open(for visitor: String, then: @escaping @Sendable (String) -> Void) { then("welcome, \(visitor)") }
    }

    // F3, P3
    @Test func moduleIsItsOwnServiceAndAnswersByACallback() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(House.self)
        try await hive.start()
        let heard = Box<[String]>([])
        try hive.services.service((any Door).self).open(for: "Ada") { heard.add($0) }
        #expect(heard.value == ["welcome, Ada"])
        #expect(try hive.services.service((any Door).self) as AnyObject === hive.modules.module(House.self))
        try await hive.stop()
    }

    private struct Vote: HiveEvent {
        typealias Reply = Bool
    }

    // F4, F5: modules are brought up in order and awaited; a question to all of them collects the replies in order.
    @Test func everyModuleIsAskedAndTheRepliesAreCollectedInOrder() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        for (isYes, priority) in [(false, 2), (true, 1)] {
            let setUp: @Sendable (SetupContext) throws -> Void = { context in
                try context.events.subscribe(Vote.self) { _, _ in isYes }
            }
            if priority == 2 {
                try hive.modules.register(Scripted<Shop>.self) { Scripted(setUp) }
            } else {
                try hive.modules.register(Scripted<Store>.self) { Scripted(setUp) }
            }
        }
        try await hive.start()
        let outcome = try await hive.events.trigger(Vote())
        #expect(outcome.replies == [false, true])
        #expect(outcome.answers.map(\.module) == ["Shop", "Store"])
        #expect(outcome.replies.contains(true))
        try await hive.stop()
    }

    // M3: an entity goes from module to module as a protocol, and the answer comes back by a closure; neither module
    // knows the other, nor the other's types.
    @Test func entityAndCallbackGoBetweenModulesThatKnowProtocolsOnly() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let heard = Box<[String]>([])
        try hive.modules.register(Scripted<Store>.self) {
            Scripted { try $0.services.register((any Courier).self) { _ in Van() } }
        }
        try hive.modules.register(Scripted<Shop>.self) {
            Scripted { context in
                try context.actions.target("Desk") { target in
                    target.action("send", "sku") { (courier: any Courier, sku: String) in
                        courier.deliver(TeaBox(sku: sku)) { parcel, place in heard.add("\(parcel.label) \(place)") }
                    }
                }
            }
        }
        try await hive.start()
        try await hive.actions.perform("Desk", "send", ["sku": "tea"])
        #expect(heard.value == ["a box of tea at the door"])
        // An action takes entity and callback as they are, too: they need no interface that both import.
        let answer = Box<[String]>([])
        let then: @Sendable (any Parcel, String) -> Void = { answer.add("\($0.label) \($1)") }
        try hive.actionRegistrar.target("Van") { target in
            target.action("deliver", "parcel", "then") {
                (courier: any Courier, parcel: any Parcel, then: @escaping @Sendable (any Parcel, String) -> Void) in
                courier.deliver(parcel, then: then)
            }
        }
        let parcel: any Parcel = TeaBox(sku: "rum")
        try await hive.actions.perform("Van", "deliver", ["parcel": parcel, "then": then])
        #expect(answer.value == ["a box of rum at the door"])
        try await hive.stop()
    }

    // A2: an implementation that offers its own instance is never made, and a factory may give one that there is.
    @Test func implementationOffersItsOwnSharedInstance() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let place = Origin.propertyList("services.plist", nil, line: 1)
        try hive.modules.register(
            [],
            services: [ServiceDeclaration((any Bell).self, implementation: OwnBell.self, at: place)]
        )
        try hive.modules.register(Scripted<Shop>.self) {
            Scripted { context in
                try context.services.register((any Bell).self, name: "made") { _ in OwnBell.only }
                try context.actions.target("Door") { $0.action("ring") { (bell: any Bell) in bell } }
            }
        }
        try await hive.start()
        let first = try hive.services.service((any Bell).self)
        #expect(first as AnyObject === OwnBell.only)
        #expect(try hive.services.service((any Bell).self, name: "made") as AnyObject === OwnBell.only)
        let rung: any Bell = try await hive.actions.perform("Door", "ring")
        #expect(rung as AnyObject === OwnBell.only)
        try await hive.stop()
    }
}

/// What goes from module to module; what else it is, only its maker knows.
private protocol Parcel: Sendable { var label: String { get } }

private protocol Courier: Sendable {
    func deliver(_ parcel: any Parcel, then: @escaping @Sendable (any Parcel, String) -> Void)
}

private struct TeaBox: Parcel {
    let sku: String
    var label: String { "a box of \(sku)" }
}

private struct Van: Courier {
    func deliver(_ parcel: any Parcel, then: @escaping @Sendable (any Parcel, String) -> Void) {
        then(parcel, "at the door")
    }
}

private protocol Bell: Sendable {}

private final class OwnBell: Bell, SharedInstanceService {
    static let only = OwnBell()
    static func sharedInstance() throws -> OwnBell { only }
}
