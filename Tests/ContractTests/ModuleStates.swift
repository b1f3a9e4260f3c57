// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What the contract says of how far modules are, and of what others find of one that is down.
@Suite("C64 States", .timeLimit(.minutes(5)))
struct ModuleStates {
    @Test("Each state is told once, in order, with the number of the attempt and when it comes")
    func statesAreTold() async throws {
        let failing = Failing()
        let attempts = Counter()
        let hives = try Survivors(
            module(
                Catalog.self,
                Script(
                    initialize: { _ in if (2...4).contains(attempts.next()) { throw Broken(number: attempts.value) } },
                    run: { _ in try await failing.work(Broken(number: 1)) }
                )
            ).failing(.restart),
            module(Cart.self, needs: needsCatalog)
        )
        try await hives.hive.start()
        try await failing.fail()
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 2)")
        try await hives.wait(for: "Cart waiting for Catalog", times: 2)
        #expect(!hives.hive.readiness.isReady)
        #expect("\(hives.hive.readiness)" == "not ready, Catalog: attempt 2, next in 100 ms: Broken(number: 2)")
        hives.test.clock.advance(by: .milliseconds(99))
        #expect("\(hives.hive.readiness)" == "not ready, Catalog: attempt 2, next in 1 ms: Broken(number: 2)")
        #expect(hives.state(of: "Catalog")?.description.contains("next in 1 ms") == true)
        #expect(hives.state(of: "Cart") == .waiting(for: ["Catalog"]))
        hives.test.clock.advance(by: .milliseconds(1))
        try await hives.wait(for: "Catalog restarting (attempt 3, next in 200 ms): Broken(number: 3)")
        try await hives.wait(for: "Cart waiting for Catalog", times: 3)
        hives.test.clock.advance(by: .milliseconds(200))
        try await hives.wait(for: "Catalog restarting (attempt 4, next in 400 ms): Broken(number: 4)")
        try await hives.wait(for: "Cart waiting for Catalog", times: 4)
        hives.test.clock.advance(by: .milliseconds(400))
        try await hives.wait(for: "Cart up", times: 2)
        #expect(hives.hive.readiness.isReady)
        try await hives.hive.stop()
        let expected = [
            "Catalog up", "Cart up",
            "Catalog restarting (attempt 1): Broken(number: 1)", "Cart stopping", "Cart down",
            "Cart waiting for Catalog",
            "Cart starting", "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 2)",
            "Cart stopping", "Cart down", "Cart waiting for Catalog",
            "Catalog restarting (attempt 2): Broken(number: 2)", "Cart starting",
            "Catalog restarting (attempt 3, next in 200 ms): Broken(number: 3)",
            "Cart stopping", "Cart down", "Cart waiting for Catalog",
            "Catalog restarting (attempt 3): Broken(number: 3)", "Cart starting",
            "Catalog restarting (attempt 4, next in 400 ms): Broken(number: 4)",
            "Cart stopping", "Cart down", "Cart waiting for Catalog",
            "Catalog restarting (attempt 4): Broken(number: 4)", "Cart starting",
            "Catalog up", "Cart up", "Catalog stopping", "Cart stopping", "Cart down", "Catalog down",
        ]
        #expect(hives.states == expected)
    }

    @Test("What comes again is told as starting, and what a failed start takes down as stopping")
    func everyChangeIsTold() async throws {
        let hives = try Survivors(module(Catalog.self))
        try await hives.hive.start()
        try await hives.hive.remove(Scripted<Catalog>.self)
        try await hives.hive.add(module(Catalog.self))
        let again = ["Catalog stopping", "Catalog down", "Catalog starting", "Catalog up"]
        #expect(hives.states == ["Catalog up"] + again)
        try await hives.hive.stop()

        let failing = try Survivors(module(Catalog.self), module(Cart.self, Script(setUp: { _ in throw Broken() })))
        _ = try await hiveError { try await failing.hive.start() }
        #expect(failing.states == ["Catalog stopping", "Cart stopping", "Catalog down", "Cart down"])
    }

    @Test("A service of a module that is down is unavailable, and says why")
    func unavailable() async throws {
        let failing = Failing()
        let catalog = module(
            Catalog.self,
            Script(
                setUp: { try $0.services.register((any Store).self, instance: NamedStore(name: "local")) },
                initialize: { _ in if failing.hasFailed { throw Broken(number: 7) } },
                run: { _ in try await failing.work() }
            )
        ).failing(.restart)
        let hives = try Survivors(catalog, module(Home.self))
        try await hives.hive.start()
        #expect(try hives.hive.services.service((any Store).self).name == "local")
        try await failing.fail()
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 7)")
        await hives.settle()
        let error = try await hiveError { try hives.hive.services.service((any Store).self) }
        #expect(error.code == .unavailable)
        let reason = "restarting (attempt 2, next in 100 ms): Broken(number: 7)"
        #expect(error.message == "Store is unavailable: Catalog, whose service it is, is \(reason).")
        #expect(try hives.hive.services.optionalService((any Store).self) == nil)
        #expect(try hives.hive.services.all((any Store).self).isEmpty)
        failing.hasFailed = false
        hives.test.clock.advance(by: .milliseconds(100))
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(try hives.hive.services.service((any Store).self).name == "local")
        try await hives.hive.stop()
    }

    @Test("A policy can keep the hive ready, and the health says how those are that are down")
    func readinessAndHealth() async throws {
        let (hives, comeBack) = try await Survivors.down(
            Script(),
            module(Cart.self, needs: needsCatalog),
            policy: .restart(keepsReady: true)
        )
        #expect(hives.hive.readiness.isReady)
        let health = try await hives.hive.health()
        let answers = health.answers.map { "\($0.module): \($0.health)" }
        #expect(answers.count == 2, "\(answers)")
        #expect(answers.allSatisfy { $0.contains(": unhealthy: ") }, "\(answers)")
        comeBack()
        try await hives.wait(for: "Cart up", times: 2)
        #expect(try await hives.hive.health().answers.allSatisfy { $0.health == .healthy })
        try await hives.hive.stop()
        let (others, _) = try await Survivors.down(Script(), module(Home.self), policy: .leaveOut)
        let degraded = try await others.hive.health().answers.map { "\($0.module): \($0.health)" }
        #expect(degraded == ["Home: healthy", "Catalog: degraded: left out: Broken(number: 0)"])
        #expect(others.hive.readiness.isReady)
        try await others.hive.stop()
    }

    @Test("A field throws from get(), and the module that has one needs the service without saying so")
    func fields() async throws {
        let (hives, comeBack) = try await Survivors.down(
            Script(setUp: { try $0.services.register((any Store).self, instance: NamedStore(name: "local")) }),
            ModuleDeclaration(FieldModule.self, at: .code())
        )
        #expect(hives.state(of: "FieldModule") == .waiting(for: ["Catalog"]))
        let object = try hives.hive.services.autowire { FieldObject() }
        #expect(try await hiveError { try object.$store.get() }.code == .unavailable)
        comeBack()
        try await hives.wait(for: "FieldModule up", times: 2)
        #expect(try object.$store.get().name == "local")
        try await hives.hive.stop()
    }

    @Test("An event that it had subscribed to says that it is down, and finds it again when it is up")
    func events() async throws {
        let count = Counter()
        let (hives, comeBack) = try await Survivors.down(
            Script(setUp: { context in
                try context.events.subscribe(Tick.self) { _, _ in _ = count.next() }
                try context.events.subscribe(Tick.self) { _, _ in _ = count.next() }
            })
        )
        let outcome = try await hives.hive.events.trigger(Tick())
        #expect(outcome.failures.map(\.module) == ["Catalog"])
        #expect((outcome.failures.first?.error as? HiveError)?.code == .unavailable)
        try hives.hive.events.post(Tick())
        let told = hives.test.recorder
        #expect(await becomesTrue(within: .seconds(60)) { told.observations.count { $0.kind == .handlerFailed } == 2 })
        comeBack()
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(try await hives.hive.events.trigger(Tick()).failures.isEmpty)
        #expect(count.value == 2)
        try await hives.hive.stop()
    }

    @Test("A stream tells the states that there are, and then the latest of each module")
    func stream() async throws {
        let hives = try Survivors(module(Catalog.self), module(Home.self))
        try await hives.hive.start()
        var changes = hives.hive.moduleStateChanges.makeAsyncIterator()
        #expect(try #require(await changes.next()) == ("Catalog", .up))
        try await hives.hive.restart(Scripted<Catalog>.self)
        // It was slow, and misses what was in between.
        #expect(try #require(await changes.next()) == ("Home", .up))
        #expect(try #require(await changes.next()) == ("Catalog", .up))
        try await hives.hive.stop()
        let rest = [await changes.next(), await changes.next(), await changes.next()]
        #expect(rest.map { $0.map { "\($0.module) \($0.state)" } } == ["Home down", "Catalog down", nil])
        // Whoever asks later is told how it has ended, and waits for nothing.
        var late: [String] = []
        for await (module, state) in hives.hive.moduleStateChanges { late.append("\(module) \(state)") }
        #expect(late == hives.hive.moduleStates.map { "\($0.module) \($0.state)" })
    }
}

private struct FieldObject {
    @Autowired var store: any Store
}

private struct Tick: HiveEvent {}
