// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Decorators that come with a module after what they decorate has been made.
@Suite(.timeLimit(.minutes(5)))
struct DecoratorComingTests {
    // C58, S1: the same instance, one under a name of the caller's own, and another view of it.
    @Test(arguments: [false, true]) func aModuleThatComesDecoratesWhatHasBeenMade(isAsynchronous: Bool) async throws {
        let made = Locked(0)
        try await withHive { hive in
            try hive.services.registerNumberedGreeter(made, isAsynchronous: isAsynchronous)
            try hive.services.registerAlias((any Other).self, of: (any Greeter).self) { Pair(greeter: $0) }
            try decorate(hive.services, "h")
        } _: { hive in
            let before = try hive.services.service((any Greeter).self)
            _ = try hive.services.service((any Greeter).self, instance: "x")
            #expect(try hive.services.service((any Other).self).greeter?.name == "h(1)")
            for round in 0..<3 {
                try await hive.add(ScriptModule<First>.self) {
                    ScriptModule(setUp: { try decorate($0.services, "a") })
                }
                let after = try hive.services.service((any Greeter).self)
                #expect(after.name == "a(h(1))", "round \(round)")
                expectSame((after as? Wrapper)?.inner, before)
                #expect(try hive.services.service((any Other).self).greeter?.name == "a(h(1))")
                let further = isAsynchronous ? "a(h(1))" : "a(h(2))"
                #expect(try hive.services.service((any Greeter).self, instance: "x").name == further)
                try await hive.remove(ScriptModule<First>.self)
                #expect(try hive.services.service((any Greeter).self).name == "h(1)")
            }
            #expect(made.current == (isAsynchronous ? 1 : 2))
        }
    }

    // C15, C58
    @Test func anAdditionThatFailsLeavesNoLayer() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("x") }
        } _: { hive in
            let before = try hive.services.service((any Greeter).self)
            await #expect(throws: HiveError.self) {
                try await hive.add(ScriptModule<First>.self) {
                    ScriptModule(
                        setUp: { try decorate($0.services, "a") },
                        initialize: { context in
                            #expect(try context.service((any Greeter).self).name == "a(x)")
                            throw Broken()
                        }
                    )
                }
            }
            expectSame(try hive.services.service((any Greeter).self), before)
        }
    }

    // C58: a reload that fails brings a module back in its old place, and its layer with it.
    @Test func aModuleThatComesBackDecoratesInItsOldPlace() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self) { _ in Person("x") }
        try hive.script(First.self) { try decorate($0.services, "a") }
        try hive.script(Second.self) { try decorate($0.services, "b") }
        try hive.script(Third.self) { try decorate($0.services, "c") }
        try hive.script(Fourth.self) { context in
            try decorate(context.services, "d")
            throw Broken()
        }
        func composition(_ isSecondThere: Bool) -> Composition {
            let types: [(any HiveModule.Type, Bool)] = [
                (ScriptModule<Second>.self, isSecondThere), (ScriptModule<Fourth>.self, !isSecondThere),
            ]
            let modules = types.enumerated().map { line, entry in
                var module = ModuleDeclaration(entry.0, at: .propertyList("modules.plist", nil, line: line))
                module.isEnabled = entry.1
                return module
            }
            return Composition(modules: modules, services: [])
        }
        try hive.modules.register(composition(true).modules)
        try await hive.start()
        let before = try hive.services.service((any Greeter).self)
        #expect(before.name == "c(b(a(x)))")
        let error = await #expect(throws: HiveError.self) {
            try await hive.reload(composition(false), reporting: [])
        }
        #expect(error?.message.hasSuffix("Everything is as it was before.") == true)
        #expect(hive.modules.running == ["First", "Second", "Third"])
        #expect(try hive.services.service((any Greeter).self).name == "c(b(a(x)))")
        try await hive.stop()
    }

    // S1: whoever decorates late and is no module is told.
    @Test func theHivesOwnDecoratorComesBeforeTheInstance() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("x") }
        } _: { hive in
            _ = try hive.services.service((any Greeter).self)
            let error = try expectError(.invalidState) { try decorate(hive.services, "late") }
            #expect(error.message.contains("has been made already and cannot be decorated"))
            try hive.services.evict((any Greeter).self)
            try decorate(hive.services, "h")
            #expect(try hive.services.service((any Greeter).self).name == "h(x)")
        }
    }

    // C22, S1: a decorator that comes while the instance is made is put on afterwards.
    @Test func aModuleMayComeWhileTheServiceIsMade() async throws {
        let making = HeldMaking()
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in making.make() }
        } _: { hive in
            defer { making.mayEnd.open() }
            async let first = making.begin(hive)
            try await onThread { making.isUnderWay.wait() }
            try await hive.add(ScriptModule<First>.self) {
                ScriptModule(setUp: { try decorate($0.services, "a") })
            }
            making.mayEnd.open()
            #expect(try await first.name == "1")
            #expect(try hive.services.service((any Greeter).self).name == "a(1)")
        }
    }
}
