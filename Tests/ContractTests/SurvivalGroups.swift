// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What the contract says of who goes and comes back with whom.
@Suite("C63 Who comes back with whom", .timeLimit(.minutes(5)))
struct SurvivalGroups {
    private static let both: [ModuleDependency] = [.module(Scripted<Catalog>.self), .module(Scripted<Home>.self)]

    @Test("What needs two modules that are down says what keeps it down now, and comes with the last one")
    func needsOfTwo() async throws {
        let (attempts, failures) = (Counter(), Counter())
        let hives = try Survivors(
            module(Catalog.self, Script(initialize: { _ in if attempts.next() == 1 { throw Broken() } }))
                .failing(.restart),
            module(Home.self, Script(ready: { _ in if failures.next() == 1 { throw Broken() } })).failing(.leaveOut),
            module(Cart.self, needs: Self.both).failing(.leaveOut)
        )
        try await hives.hive.start()
        try await hives.wait(for: "Catalog up")
        await hives.settle()
        #expect(hives.state(of: "Cart") == .leftOut(because: "it needs Home, which is left out"))
        try await hives.hive.restart(Scripted<Home>.self)
        #expect(hives.state(of: "Cart") == .up)
        try await hives.hive.stop()
    }

    @Test("A removal names those that are down and need the module, or takes them out as well")
    func removal() async throws {
        let (hives, comeBack) = try await Survivors.down(
            Script(),
            module(Home.self),
            module(Cart.self, needs: Self.both)
        )
        #expect(hives.state(of: "Cart") == .waiting(for: ["Catalog"]))
        let error = try await hiveError { try await hives.hive.remove(Scripted<Home>.self) }
        #expect(error.code == .invalidState)
        let text = "Home cannot be removed: needed by Cart, down at present."
        #expect(error.message == "\(text) Remove them first, or pass removesDependents: true.")
        #expect(hives.state(of: "Home") == .up)
        try await hives.hive.remove(Scripted<Home>.self, removesDependents: true)
        comeBack()
        try await hives.wait(for: "Catalog up", times: 2)
        await hives.settle()
        #expect(hives.hive.modules.running == ["Catalog"])
        #expect(hives.state(of: "Cart") == nil)
        try await hives.hive.stop()
    }

    @Test("What was left out, came back and was removed is not unavailable any more")
    func removalAfterARestart() async throws {
        let (hives, comeBack) = try await Survivors.down(
            Script(setUp: { try $0.services.register((any Store).self, instance: NamedStore(name: "local")) }),
            policy: .leaveOut
        )
        let lookUp = { try await hiveError { try hives.hive.services.service((any Store).self) }.code }
        #expect(try await lookUp() == .unavailable)
        comeBack()
        try await hives.hive.restart(Scripted<Catalog>.self)
        try await hives.hive.remove(Scripted<Catalog>.self)
        #expect(try await lookUp() == .stopped)
        try await hives.hive.stop()
    }

    @Test("What is added after its removal begins without failures")
    func additionAfterFailures() async throws {
        let failing = Failing()
        let catalog = module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.restart(limit: 1))
        let hives = try Survivors(catalog)
        try await hives.hive.start()
        try await failing.fail()
        try await hives.wait(for: "Catalog up", times: 2)
        try await hives.hive.remove(Scripted<Catalog>.self)
        try await hives.hive.add(catalog)
        try await failing.fail()
        try await hives.wait(for: "Catalog up", times: 4)
        #expect(hives.hive.state == .running)
        #expect(hives.states.count { $0.hasPrefix("Catalog restarting (attempt 1)") } == 2)
        try await hives.hive.stop()
    }

    @Test("A module that needs a service by a field comes with its provider, and with nobody else")
    func field() async throws {
        let other = Failing()
        let (hives, comeBack) = try await Survivors.down(
            Script(setUp: { try $0.services.register((any Store).self, instance: NamedStore(name: "local")) }),
            ModuleDeclaration(FieldModule.self, at: .code()),
            module(Home.self, Script(run: { _ in try await other.work() })).failing(.restart)
        )
        try await other.fail()
        try await hives.wait(for: "Home up", times: 2)
        await hives.settle()
        #expect(hives.state(of: "FieldModule") == .waiting(for: ["Catalog"]))
        comeBack()
        try await hives.wait(for: "FieldModule up", times: 2)
        try await hives.hive.stop()
    }
}
