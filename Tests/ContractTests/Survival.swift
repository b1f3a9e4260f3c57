// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What the contract says of modules whose failure the hive survives.
@Suite("C63 Failures that are survived", .timeLimit(.minutes(5)))
struct Survival {
    @Test("Work that throws restarts its module with those that need it, and nobody else")
    func workThrows() async throws {
        let failing = Failing()
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.restart),
            module(Cart.self, needs: needsCatalog),
            module(Home.self)
        )
        try await hives.hive.start()
        try await failing.fail()
        try await hives.wait(for: "Cart up", times: 2)
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(hives.state(of: "Home") == .up)
        #expect(!hives.states.contains { $0.hasPrefix("Home st") })
        let again = Array(hives.test.hooks.drop { $0 != "Catalog.willStop" })
        #expect(
            again == [
                "Catalog.willStop", "Cart.willStop", "Cart.tearDown", "Catalog.tearDown", "Catalog.setUp", "Cart.setUp",
                "Catalog.initialize", "Cart.initialize", "Catalog.ready", "Cart.ready",
            ]
        )
        #expect(hives.hive.readiness.isReady)
        try await hives.hive.stop()
        #expect(hives.hive.moduleStates.isEmpty)
    }

    @Test("Work that returns is a failure, unless it may")
    func workReturns() async throws {
        let release = Latch()
        var declaration = module(Catalog.self, Script(run: { _ in try await release.wait() })).failing(.restart)
        declaration.workMayEnd = false
        let hives = try Survivors(declaration, module(Home.self).failing(.restart))
        try await hives.hive.start()
        release.open()
        // Its work returns again and again, as the latch stays open.
        let reason =
            "workFailed: The work of Catalog returned, and nobody had asked it to end. "
            + "Write ModuleManifest(workMayEnd: true) where that is well."
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): \(reason)")
        #expect(hives.state(of: "Home") == .up)
        try await hives.hive.stop()
    }

    @Test("A module that is left out stays down with those that need it, until somebody restarts it")
    func leaveOut() async throws {
        let failing = Failing()
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.leaveOut),
            module(Cart.self, needs: needsCatalog).failing(.leaveOut),
            module(Home.self)
        )
        try await hives.hive.start()
        try await failing.fail()
        try await hives.wait(for: "Cart left out: it needs Catalog, which is left out")
        #expect(hives.state(of: "Catalog") == .leftOut(because: "Broken(number: 0)"))
        // What is left out withholds nothing.
        #expect(hives.hive.readiness.isReady)
        #expect(hives.hive.modules.running == ["Home"])
        try await hives.hive.restart(Scripted<Catalog>.self)
        #expect(hives.state(of: "Catalog") == .up)
        #expect(hives.state(of: "Cart") == .up)
        try await hives.hive.stop()
    }

    @Test("One restart more than the limit stops the hive, with the failures of the period")
    func limit() async throws {
        let policy = FailurePolicy.restart(limit: 2, within: .seconds(10), delay: .milliseconds(1))
        let count = Counter()
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in throw Broken(number: count.next()) })).failing(policy),
            module(Home.self)
        )
        try await hives.hive.start()
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 1 ms): Broken(number: 2)")
        hives.test.clock.advance(by: .milliseconds(1))
        let error = try await hiveError { try await hives.hive.waitUntilStopped() }
        #expect(error.code == .workFailed)
        #expect(error.exitCode == 70)
        let expected =
            "The hive stopped because Catalog has failed more often than its policy allows "
            + "(restart, at most 2 times within 10 s)."
        #expect(error.message == expected)
        #expect(error.failures.map { "\($0.error)" } == (1...3).map { "Broken(number: \($0))" })
    }

    @Test("A module that was up for long enough begins anew")
    func period() async throws {
        let failing = Failing()
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.restart)
        )
        try await hives.hive.start()
        for round in 1...3 {
            try await failing.fail()
            try await hives.wait(for: "Catalog up", times: round + 1)
            hives.test.clock.advance(by: .seconds(60))
        }
        #expect(hives.states.count { $0 == "Catalog restarting (attempt 1): Broken(number: 0)" } == 3)
        try await failing.fail()
        try await hives.wait(for: "Catalog up", times: 5)
        hives.test.clock.advance(by: .seconds(59))
        try await failing.fail()
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 0)")
        try await hives.hive.stop()
    }

    @Test(
        "A start goes on without a module that fails, and without those that need it",
        arguments: ["creation", "setUp", "initialize", "ready"]
    )
    func start(_ step: String) async throws {
        let attempts = Counter()
        let fail: @Sendable (String) throws -> Void = { if $0 == step, attempts.value < 2 { throw Broken() } }
        var catalog = module(Catalog.self).failing(.restart)
        catalog.factory = {
            _ = attempts.next()
            try fail("creation")
            return Scripted<Catalog>(
                Script(
                    setUp: { _ in try fail("setUp") },
                    initialize: { _ in try fail("initialize") },
                    ready: { _ in try fail("ready") }
                )
            )
        }
        let hives = try Survivors(catalog, module(Cart.self, needs: needsCatalog), module(Home.self))
        try await hives.hive.start()
        #expect(hives.hive.state == .running)
        #expect(hives.state(of: "Home") == .up)
        // The first attempt comes when the hive runs.
        try await hives.wait(for: "Cart up")
        #expect(hives.states.first == "Catalog restarting (attempt 1): Broken(number: 0)")
        #expect(hives.hive.readiness.isReady)
        let hooks = hives.test.hooks.filter { $0.hasPrefix("Cart") }
        let before = ["creation": [], "setUp": [], "initialize": ["Cart.setUp", "Cart.tearDown"]]
        let cart = before[step] ?? ["Cart.setUp", "Cart.initialize", "Cart.tearDown"]
        #expect(hooks == cart + ["Cart.setUp", "Cart.initialize", "Cart.ready"])
        try await hives.hive.stop()
    }

    @Test("A hook that hangs is a failure, and no attempt begins before it has returned")
    func hang() async throws {
        let release = Latch()
        let count = Counter()
        let hives = try Survivors(
            module(
                Catalog.self,
                Script(initialize: { _ in if count.next() == 1 { await release.waitIgnoringCancellation() } })
            ).failing(.restart),
            module(Home.self)
        )
        let start = Task { try await hives.hive.start() }
        while hives.state(of: "Home") != .up {
            hives.test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        try await start.value
        try await hives.wait(for: "Home up")
        #expect(hives.state(of: "Catalog")?.description.contains("restarting") == true)
        #expect(count.value == 1)
        release.open()
        while hives.state(of: "Catalog") != .up {
            hives.test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        #expect(count.value == 2)
        try await hives.hive.stop()
    }

    @Test("A module of the policy stop fails the start, as ever")
    func stopPolicy() async throws {
        let hives = try Survivors(
            module(Catalog.self, Script(initialize: { _ in throw Broken() })).failing(.stop),
            onFailure: .restart
        )
        let error = try await hiveError { try await hives.hive.start() }
        #expect(error.code == .startFailed)
    }

    @Test(
        "What it had replaced does not come back meanwhile, nor what it had decorated without that",
        arguments: [Phase.setUp, .initialize]
    )
    func replacedAndDecorated(failsBefore phase: Phase) async throws {
        let (hives, comeBack) = try await Survivors.down(
            Script(setUp: { context in
                try context.services.register((any Store).self, replacing: true, instance: NamedStore(name: "own"))
                try context.services.decorate((any Till).self) { till, _ in NamedTill(name: "decorated \(till.name)") }
            }),
            module(
                Home.self,
                Script(setUp: { context in
                    try context.services.register((any Store).self, instance: NamedStore(name: "home's"))
                    try context.services.register((any Till).self) { _ in NamedTill(name: "till") }
                })
            ),
            failsBefore: phase
        )
        let services = hives.hive.services
        for _ in 0..<2 {
            #expect(try await hiveError { try services.service((any Store).self) }.code == .unavailable)
            #expect(try await hiveError { try services.service((any Till).self) }.code == .unavailable)
        }
        #expect(services.cached((any Till).self) == nil)
        comeBack()
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(try services.service((any Store).self).name == "own")
        #expect(try services.service((any Till).self).name == "decorated till")
        try await hives.hive.stop()
    }

    @Test("What a module that is left out had replaced counts again")
    func replacedByOneThatIsLeftOut() async throws {
        let (hives, _) = try await Survivors.down(
            Script(setUp: { context in
                try context.services.register((any Store).self, replacing: true, instance: NamedStore(name: "own"))
                try context.services.register((any Till).self, instance: NamedTill(name: "till"))
            }),
            module(
                Home.self,
                Script(setUp: { try $0.services.register((any Store).self, instance: NamedStore(name: "home's")) })
            ),
            policy: .leaveOut
        )
        #expect(try hives.hive.services.service((any Store).self).name == "home's")
        let error = try await hiveError { try hives.hive.services.service((any Till).self) }
        #expect(error.code == .unavailable)
        #expect(error.message == "Till is unavailable: Catalog, whose service it is, is left out: Broken(number: 0).")
        try await hives.hive.stop()
    }

    @Test("What a module had replaced counts again when one that it needs is left out while it is down")
    func replacedByOneThatCannotComeBack() async throws {
        let needed = Failing()
        let (hives, comeBack) = try await Survivors.down(
            Script(setUp: { context in
                try context.services.register((any Store).self, replacing: true, instance: NamedStore(name: "own"))
            }),
            module(Trade.self, priority: 1, Script(run: { _ in try await needed.work() })).failing(.leaveOut),
            module(
                Home.self,
                Script(setUp: { try $0.services.register((any Store).self, instance: NamedStore(name: "home's")) })
            ),
            needs: [.module(Scripted<Trade>.self)]
        )
        #expect(try await hiveError { try hives.hive.services.service((any Store).self) }.code == .unavailable)
        try await needed.fail()
        try await hives.wait(for: "Trade left out: Broken(number: 0)")
        comeBack()
        try await hives.wait(for: "Catalog left out: it needs Trade, which is left out")
        await hives.settle()
        #expect(try hives.hive.services.service((any Store).self).name == "home's")
        try await hives.hive.stop()
    }

    @Test("Shared instances of those who stay that were made out of its services go with it, and are made anew")
    func instancesMadeOfIt() async throws {
        let log = Log()
        let count = Counter()
        let (hives, comeBack) = try await Survivors.down(
            Script(setUp: {
                try $0.services.register((any Store).self) { _ in NamedStore(name: "store \(count.next())") }
            }),
            module(
                Home.self,
                Script(
                    setUp: { context in
                        let shutdown = { @Sendable (till: any Till) in log.note("shutdown of \(till.name)") }
                        try context.services.register((any Till).self, shutdown: shutdown) { services in
                            NamedTill(name: "till of \(try services.service((any Store).self).name)")
                        }
                    },
                    initialize: { _ = try $0.service((any Till).self) }
                )
            )
        )
        #expect(log.entries == ["shutdown of till of store 1"])
        #expect(try await hiveError { try hives.hive.services.service((any Till).self) }.code == .unavailable)
        comeBack()
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(try hives.hive.services.service((any Till).self).name == "till of store 2")
        try await hives.hive.stop()
        #expect(log.entries == ["shutdown of till of store 1", "shutdown of till of store 2"])
    }

    @Test("A module that is down can be removed, and not added; its dependents are named")
    func removal() async throws {
        let (hives, _) = try await Survivors.down(Script(), module(Cart.self, needs: needsCatalog))
        let addition = try await hiveError { try await hives.hive.add(module(Catalog.self)) }
        #expect(addition.code == .duplicateModule)
        #expect(addition.message.contains("restarting (attempt 2, next in 100 ms): Broken(number: 7)"))
        let removal = try await hiveError { try await hives.hive.remove(Scripted<Catalog>.self) }
        #expect(removal.code == .invalidState)
        #expect(removal.message.contains("needed by Cart"))
        try await hives.hive.remove(Scripted<Catalog>.self, removesDependents: true)
        #expect(hives.hive.moduleStates.isEmpty)
        #expect(hives.hive.readiness.isReady)
        // Nothing comes back.
        hives.test.clock.advance(by: .seconds(60))
        try await hives.hive.add(module(Catalog.self))
        #expect(hives.hive.modules.running == ["Catalog"])
        try await hives.hive.stop()
    }

    @Test("A stop meets a module that is down, and ends at once")
    func stop() async throws {
        let (hives, _) = try await Survivors.down(Script(), module(Cart.self, needs: needsCatalog), module(Home.self))
        try await hives.hive.stop()
        #expect(hives.states.suffix(4) == ["Home stopping", "Home down", "Catalog down", "Cart down"])
        #expect(hives.test.hooks.count { $0 == "Catalog.tearDown" } == 2)
    }

    @Test("A stop at any moment of a restart takes everything down, and nothing comes back")
    func stopAtAnyMoment() async throws {
        for moment in 0..<200 {
            let failing = Failing()
            let hives = try Survivors(
                module(
                    Catalog.self,
                    Script(
                        initialize: { _ in if failing.hasFailed, moment % 3 == 0 { throw Broken() } },
                        run: { _ in try await failing.work() }
                    )
                ).failing(.restart),
                module(Cart.self, needs: needsCatalog),
                module(Home.self)
            )
            try await hives.hive.start()
            try await failing.fail()
            for _ in 0..<moment { await Task.yield() }
            // What the work throws while the module leaves may be the stop's.
            try? await hives.hive.stop()
            #expect(hives.hive.state == .stopped)
            for name in ["Catalog", "Cart", "Home"] {
                let told = hives.states.filter { $0.hasPrefix("\(name) ") }
                #expect(told.last == "\(name) down", "\(moment): \(told)")
            }
            let hooks = hives.test.hooks
            for name in ["Catalog", "Cart", "Home"] {
                let counts = ["setUp", "tearDown"].map { hook in hooks.count { $0 == "\(name).\(hook)" } }
                #expect(counts[0] == counts[1], "\(moment): \(hooks)")
            }
        }
    }

    @Test("Two that fail at the same time come back together, the one that needs the other after it")
    func twoAtOnce() async throws {
        let (first, second) = (Failing(), Failing())
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await first.work() })).failing(.restart),
            module(Cart.self, needs: needsCatalog, Script(run: { _ in try await second.work() })).failing(.restart)
        )
        try await hives.hive.start()
        try await second.fail()
        try await first.fail()
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(await becomesTrue(within: .seconds(60)) { hives.state(of: "Cart") == .up })
        #expect(hives.hive.readiness.isReady)
        try await hives.hive.stop()
    }

    @Test("A module comes back alone when another one fails on the way up")
    func dependentFails() async throws {
        let failing = Failing()
        let count = Counter()
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.restart),
            module(
                Cart.self,
                needs: needsCatalog,
                Script(initialize: { _ in if count.next() == 2 { throw Broken(number: 2) } })
            ).failing(.leaveOut),
            module(Trade.self, needs: [.module(Scripted<Cart>.self)]).failing(.leaveOut)
        )
        try await hives.hive.start()
        try await failing.fail()
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(hives.state(of: "Cart") == .leftOut(because: "Broken(number: 2)"))
        #expect(hives.state(of: "Trade") == .leftOut(because: "it needs Cart, which is left out"))
        try await hives.hive.stop()
    }

    @Test("A stop module that fails on the way up stops the hive")
    func dependentStops() async throws {
        let failing = Failing()
        let count = Counter()
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.restart),
            module(
                Cart.self,
                needs: needsCatalog,
                Script(initialize: { _ in if count.next() == 2 { throw Broken(number: 2) } })
            )
        )
        try await hives.hive.start()
        try await failing.fail()
        let error = try await hiveError { try await hives.hive.waitUntilStopped() }
        #expect(error.exitCode == 70)
        #expect(error.message == "The hive stopped because Cart failed when it was to come up again.")
        #expect(error.failures.map { "\($0.error)" } == ["Broken(number: 2)"])
    }

    @Test("Somebody restarts a module with those that need it")
    func byHand() async throws {
        let hives = try Survivors(module(Catalog.self), module(Cart.self, needs: needsCatalog), module(Home.self))
        try await hives.hive.start()
        try await hives.hive.restart(Scripted<Catalog>.self)
        #expect(hives.test.hooks.count { $0 == "Cart.setUp" } == 2)
        #expect(hives.test.hooks.count { $0 == "Home.setUp" } == 1)
        #expect(hives.hive.modules.running == ["Catalog", "Cart", "Home"])
        // From within it only asks.
        _ = hives.hive.events.subscribe(Ask.self) { _, context in
            context.requestRestart(of: Scripted<Catalog>.self)
            context.requestRestart(of: Scripted<Trade>.self)
        }
        _ = try await hives.hive.events.trigger(Ask())
        await hives.settle()
        #expect(hives.test.hooks.count { $0 == "Catalog.setUp" } == 3)
        let failed = hives.test.recorder.observations.filter { $0.kind == .operationFailed }.map(\.module)
        #expect(failed == ["Trade"])
        let unknown = try await hiveError { try await hives.hive.restart(Scripted<Trade>.self) }
        #expect(unknown.code == .unknownModule)
        try await hives.hive.stop()
    }

    @Test(
        "A rule that cannot work is a problem, with its place",
        arguments: [
            (FailurePolicy.restart(limit: 0), "the limit of restarts is 0"),
            (.restart(delay: .zero), "neither a delay nor a limit"),
            (.restart(delay: .seconds(2), maximumDelay: .seconds(1)), "maximumDelay, 1 s, is below delay, 2 s"),
            (.restart(limit: 1, within: .zero), "within 0 s"),
            (.restart(delay: .seconds(-1)), "the delay is"),
        ]
    )
    func rules(policy: FailurePolicy, text: String) throws {
        let hives = try Survivors(module(Catalog.self).failing(policy))
        let problems = hives.hive.verify()
        #expect(problems.count == 1 && problems[0].severity == .error, "\(problems)")
        #expect(problems[0].message.contains(text), "\(problems)")
        #expect(problems[0].origin != nil)
    }

    @Test("A module that would stop the hive cannot need one that may be left out")
    func needOfWhatMayBeLeftOut() throws {
        let catalog = module(Catalog.self).failing(.leaveOut)
        let wrong = try Survivors(catalog, module(Cart.self, needs: needsCatalog)).hive.verify()
        #expect(wrong.map(\.severity) == [.error])
        let doubtful = try Survivors(catalog, module(Cart.self, needs: needsCatalog).failing(.restart))
        #expect(doubtful.hive.verify().map(\.severity) == [.warning])
        let optional = module(Cart.self, needs: [.module(Scripted<Catalog>.self, optional: true)])
        #expect(try Survivors(catalog, optional).hive.verify().isEmpty)
    }

    @Test("An instance cannot be made anew")
    func instance() throws {
        let hive = Hive(HiveOptions(onFailure: .restart))
        try hive.modules.register(instance: Scripted<Catalog>())
        let problems = hive.verify()
        #expect(problems.map(\.code) == [.notCreatable])
        #expect(problems.first?.message.contains("registered as an instance, which cannot be made anew") == true)
    }
}

private struct Ask: HiveEvent {}
private protocol Till: Sendable { var name: String { get } }
private struct NamedTill: Till { let name: String }
