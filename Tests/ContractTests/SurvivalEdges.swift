// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What the contract says of failures that meet something else.
@Suite("C63 Failures beside others", .timeLimit(.minutes(5)))
struct SurvivalEdges {
    // MARK: In a start

    @Test("Announced work that throws before it is up is a failure of its module", arguments: [true, false])
    func announcedWork(throwsAtOnce: Bool) async throws {
        let count = Counter()
        var catalog = module(
            Catalog.self,
            Script(run: { context in
                if count.next() == 1, throwsAtOnce { throw Broken() }
                if count.value == 1 { return }
                guard await context.announceReady() else { return }
                await context.waitForDrain()
            })
        ).failing(.restart)
        catalog.work = .announced
        catalog.workMayEnd = false
        let hives = try Survivors(catalog, module(Cart.self, needs: needsCatalog), module(Home.self))
        try await hives.hive.start()
        #expect(hives.state(of: "Home") == .up)
        try await hives.wait(for: "Cart up")
        #expect(hives.states.contains { $0.hasPrefix("Catalog restarting (attempt 1): ") }, "\(hives.states)")
        #expect(hives.hive.readiness.isReady)
        #expect(count.value == 2)
        try await hives.hive.stop()
    }

    @Test("An addition that was queued in a start is a part of it, and a later one is not")
    func queuedAddition() async throws {
        let count = Counter()
        let fails = module(Catalog.self, Script(initialize: { _ in if count.next() != 2 { throw Broken() } }))
        let hives = try Survivors(module(Home.self), onFailure: .restart)
        hives.test.faults.inject(.reentering { try await $0.add(fails) }, into: Scripted<Home>.self, at: .setUp)
        try await hives.hive.start()
        try await hives.wait(for: "Catalog up")
        #expect(hives.states.contains("Catalog restarting (attempt 1): Broken(number: 0)"))
        #expect(count.value == 2)
        try await hives.hive.remove(Scripted<Catalog>.self)
        let error = try await hiveError { try await hives.hive.add(fails) }
        #expect(error.code == .startFailed, "later the caller is told")
        #expect(hives.state(of: "Catalog") == nil)
        try await hives.hive.stop()
    }

    @Test(
        "Work that would be restarted and throws while the hive stops is no failure of the stop",
        arguments: [true, false]
    )
    func workThatThrowsDuringAStop(isRestarted: Bool) async throws {
        let failing = Failing()
        let (isStopping, mayStop) = (Latch(), Latch())
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(
                isRestarted ? .restart : .stop
            ),
            module(
                Home.self,
                Script(willStop: { _ in
                    isStopping.open()
                    await mayStop.waitIgnoringCancellation()
                })
            )
        )
        try await hives.hive.start()
        let stop = Task { try await hives.hive.stop() }
        try await isStopping.wait()
        try await failing.fail()
        _ = try await hives.test.recorder.wait(for: .step(.workFailed, of: "Catalog"))
        mayStop.open()
        let result = await stop.result
        #expect((try? result.get()) != nil || !isRestarted, "\(result)")
        #expect((try? result.get()) == nil || isRestarted, "\(result)")
    }

    @Test("What a module throws that is about to go down with another one is no failure of the hive")
    func dependentThrowsMeanwhile() async throws {
        let (failing, other, isAdding, mayGoOn) = (Failing(), Failing(), Latch(), Latch())
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.restart),
            module(Cart.self, needs: needsCatalog, Script(run: { _ in try await other.work() }))
        )
        try await hives.hive.start()
        // The taking down waits for its turn.
        let slow = Script(setUp: { _ in
            isAdding.open()
            await mayGoOn.waitIgnoringCancellation()
        })
        let addition = Task { try await hives.hive.add(module(Home.self, slow)) }
        try await isAdding.wait()
        try await failing.fail()
        _ = try await hives.test.recorder.wait(for: .step(.workFailed, of: "Catalog"))
        try await other.fail()
        _ = try await hives.test.recorder.wait(for: .step(.workFailed, of: "Cart"))
        mayGoOn.open()
        try await addition.value
        try await hives.wait(for: "Cart up", times: 2)
        #expect(hives.hive.state == .running)
        try await hives.hive.stop()
    }

    // MARK: Additions

    @Test("A module cannot be added that needs one that is down")
    func additionThatNeedsIt() async throws {
        let (hives, comeBack) = try await Survivors.down(Script())
        let cart = module(Cart.self, needs: needsCatalog)
        let error = try await hiveError { try await hives.hive.add(cart) }
        #expect(error.code == .unavailable)
        let reason = "restarting (attempt 2, next in 100 ms): Broken(number: 7)"
        let text = "Cart cannot be added: it needs Catalog, which is \(reason). Add it when that is up."
        #expect(error.message == text)
        comeBack()
        try await hives.wait(for: "Catalog up", times: 2)
        try await hives.hive.add(cart)
        try await hives.hive.stop()
    }

    @Test("The policy of a module that is added is checked as in a start")
    func additionWithAWrongPolicy() async throws {
        let hives = try Survivors(module(Catalog.self).failing(.leaveOut))
        try await hives.hive.start()
        let limit = module(Home.self).failing(.restart(limit: 0))
        #expect(try await hiveError { try await hives.hive.add(limit) }.code == .invalidConfiguration)
        let needs = module(Cart.self, needs: needsCatalog)
        let error = try await hiveError { try await hives.hive.add(needs) }
        #expect(error.problems.map(\.severity) == [.error])
        #expect(error.problems[0].message.contains("Cart needs Catalog, which may be left out"))
        try await hives.hive.stop()
    }

    // MARK: Removals

    @Test("A removal ends an attempt, and what it does not concern comes up then")
    func removalEndsAnAttempt() async throws {
        let (failing, slow) = (Failing(), SlowReturn())
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.restart),
            module(Cart.self, needs: needsCatalog, slow.script)
        )
        try await hives.hive.start()
        try await failing.fail()
        try await slow.began.wait()
        try await hives.hive.remove(Scripted<Cart>.self)
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(await becomesTrue(within: .seconds(60)) { hives.hive.readiness.isReady })
        #expect(hives.hive.moduleStates.map(\.module) == ["Catalog"])
        try await hives.hive.stop()
    }

    @Test("A reload ends an attempt of a module that it changes")
    func reloadEndsAnAttempt() async throws {
        let (failing, slow) = (Failing(), SlowReturn())
        let list = Origin.propertyList("modules.plist", nil)
        let catalog = { @Sendable (number: Int) in
            var catalog = module(
                Catalog.self,
                from: list,
                Script(initialize: slow.script.initialize, run: { _ in try await failing.work() })
            )
            catalog.options = .dictionary(["number": .integer(number)])
            return catalog.failing(.restart)
        }
        let home = module(Home.self, from: list)
        let hives = try Survivors(catalog(1), home)
        try await hives.hive.start()
        try await failing.fail()
        try await slow.began.wait()
        // The attempt would hang until the clock moves.
        _ = try await hives.hive.reload(Composition(modules: [catalog(2), home], services: []), reporting: [])
        #expect(slow.count.value >= 2)
        try await hives.hive.stop()
        #expect(hives.test.hooks.contains("Catalog.tearDown"))
    }

    @Test("A reload ends no attempt of a module that it does not change")
    func reloadEndsNoOtherAttempt() async throws {
        let (failing, slow) = (Failing(), SlowReturn())
        let list = Origin.propertyList("modules.plist", nil)
        let script = Script(initialize: slow.script.initialize, run: { _ in try await failing.work() })
        let catalog = module(Catalog.self, from: list, script).failing(.restart)
        let home = { @Sendable (number: Int) in
            var home = module(Home.self, from: list)
            home.options = .dictionary(["number": .integer(number)])
            return home
        }
        let hives = try Survivors(catalog, home(1))
        try await hives.hive.start()
        try await failing.fail()
        try await slow.began.wait()
        let reload = Task {
            _ = try await hives.hive.reload(Composition(modules: [catalog, home(2)], services: []), reporting: [])
        }
        // Nothing tells that a reload waits for its turn.
        for _ in 0..<100 { await Task.yield() }
        slow.mayReturn.open()
        try await reload.value
        #expect(slow.count.value == 2)
        #expect(hives.hive.moduleStates.map(\.state) == [.up, .up])
        try await hives.hive.stop()
    }

    @Test("A restart by hand that makes way for a removal is carried out again", arguments: [true, false])
    func removalEndsARestartByHand(isLeftOut: Bool) async throws {
        let (failing, slow) = (Failing(), SlowReturn())
        let hives = try Survivors(
            module(Catalog.self, Script(run: { _ in try await failing.work() })).failing(.leaveOut),
            module(Cart.self, needs: needsCatalog, slow.script).failing(.leaveOut)
        )
        try await hives.hive.start()
        if isLeftOut {
            try await failing.fail()
            try await hives.wait(for: "Catalog left out: Broken(number: 0)")
            await hives.settle()
        }
        let restart = Task { try await hives.hive.restart(Scripted<Catalog>.self) }
        try await slow.began.wait()
        try await hives.hive.remove(Scripted<Cart>.self)
        let error = try await hiveError { try await restart.value }
        #expect(error.message.contains("its restart made way for a removal or a reload, and is carried out again"))
        try await hives.wait(for: "Catalog up", times: 2)
        #expect(hives.hive.moduleStates.map(\.module) == ["Catalog"])
        try await hives.hive.stop()
    }

    @Test("A removal of a module that somebody restarts takes it out")
    func removalOfWhatIsRestarted() async throws {
        let slow = SlowReturn()
        let hives = try Survivors(module(Catalog.self, slow.script))
        try await hives.hive.start()
        let restart = Task { try await hives.hive.restart(Scripted<Catalog>.self) }
        try await slow.began.wait()
        try await hives.hive.remove(Scripted<Catalog>.self)
        _ = try await hiveError { try await restart.value }
        await hives.settle()
        #expect(hives.hive.moduleStates.isEmpty)
        #expect(slow.count.value == 2)
        try await hives.hive.stop()
    }

    // MARK: Reloads

    private static func reload(_ hives: Survivors, _ modules: [ModuleDeclaration]) async throws {
        _ = try await hives.hive.reload(Composition(modules: modules, services: []), reporting: [])
    }

    private static let list = Origin.propertyList("modules.plist", nil)

    @Test("A reload leaves what is down, lets newcomers wait that need it, and forgets what it takes out")
    func reload() async throws {
        let (failing, count) = (Failing(), Counter())
        let catalog = module(
            Catalog.self,
            from: Self.list,
            Script(
                initialize: { _ in if failing.hasFailed { throw Broken(number: 7) } },
                run: { _ in
                    if count.next() < 3 { try await failing.work() }
                }
            )
        ).failing(.restart)
        let cart = module(Cart.self, needs: needsCatalog, from: Self.list)
        let hives = try Survivors(catalog)
        try await hives.hive.start()
        try await failing.fail()
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 7)")
        try await Self.reload(hives, [catalog, cart, module(Home.self, from: Self.list)])
        #expect(hives.state(of: "Home") == .up)
        #expect(hives.state(of: "Cart") == .waiting(for: ["Catalog"]))
        #expect(hives.state(of: "Catalog")?.description.hasPrefix("restarting (attempt 2") == true)
        failing.hasFailed = false
        hives.test.clock.advance(by: .milliseconds(100))
        try await hives.wait(for: "Cart up")
        try await failing.fail()
        try await hives.wait(for: "Catalog restarting (attempt 3, next in 200 ms): Broken(number: 0)")
        await hives.settle()
        try await Self.reload(hives, [module(Home.self, from: Self.list)])
        #expect(hives.hive.moduleStates.map(\.module) == ["Home"])
        #expect(hives.hive.readiness.isReady)
        failing.hasFailed = false
        hives.test.clock.advance(by: .seconds(60))
        await hives.settle()
        #expect(hives.hive.modules.running == ["Home"])
        try await hives.hive.stop()
    }

    @Test("A reload that takes a need away brings up what waited for it")
    func reloadWithoutANeed() async throws {
        let failing = Failing()
        let catalog = module(
            Catalog.self,
            from: Self.list,
            Script(
                initialize: { _ in if failing.hasFailed { throw Broken(number: 7) } },
                run: { _ in try await failing.work() }
            )
        ).failing(.restart)
        let hives = try Survivors(catalog, module(Cart.self, needs: needsCatalog, from: Self.list))
        try await hives.hive.start()
        try await failing.fail()
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 7)")
        await hives.settle()
        #expect(hives.state(of: "Cart") == .waiting(for: ["Catalog"]))
        try await Self.reload(hives, [catalog, module(Cart.self, from: Self.list)])
        try await hives.wait(for: "Cart up", times: 2)
        #expect(hives.state(of: "Catalog")?.description.hasPrefix("restarting (attempt 2") == true)
        try await hives.hive.stop()
    }

    @Test("A reload brings back what was left out where its options are others, with those that were left out with it")
    func reloadOfWhatIsLeftOut() async throws {
        func catalog(_ size: Int) -> ModuleDeclaration {
            var catalog = module(
                Catalog.self,
                from: Self.list,
                Script(initialize: { context in
                    if try context.options(as: [String: Int].self)["size"] == 1 { throw Broken(number: 1) }
                })
            ).failing(.leaveOut)
            catalog.options = .dictionary(["size": .integer(size)])
            return catalog
        }
        let cart = module(Cart.self, needs: needsCatalog, from: Self.list).failing(.leaveOut)
        let home = module(Home.self, from: Self.list)
        let hives = try Survivors(catalog(1), cart, home)
        try await hives.hive.start()
        try await hives.wait(for: "Cart left out: it needs Catalog, which is left out")
        try await Self.reload(hives, [catalog(1), cart, home])
        await hives.settle()
        #expect(hives.state(of: "Catalog") == .leftOut(because: "Broken(number: 1)"))
        try await Self.reload(hives, [catalog(2), cart, home])
        try await hives.wait(for: "Cart up")
        #expect(hives.hive.modules.running.sorted() == ["Cart", "Catalog", "Home"])
        try await hives.hive.stop()
    }

    // MARK: Services

    @Test("What was made through a transient service, or of what the module had replaced or decorated, goes with it")
    func madeByDetours() async throws {
        let (log, count) = (Log(), Counter())
        let (hives, comeBack) = try await Survivors.down(
            Script(setUp: { context in
                let number = count.next()
                try context.services.register((any Store).self) { _ in NamedStore(name: "store \(number)") }
                try context.services.register((any Shelf).self, replacing: true) { _ in
                    NamedShelf(name: "own \(number)")
                }
                try context.services.decorate((any Desk).self) { desk, _ in
                    NamedDesk(name: "\(number) of \(desk.name)")
                }
            }),
            module(
                Home.self,
                Script(
                    setUp: { context in
                        let services = context.services
                        try services.register((any Shelf).self) { _ in NamedShelf(name: "home's") }
                        try services.register((any Desk).self) { _ in NamedDesk(name: "desk") }
                        try services.register((any Store).self, name: "transient", scope: .transient) { services in
                            NamedStore(name: "transient \(try services.service((any Store).self).name)")
                        }
                        func registerTill(
                            _ name: String,
                            _ make: @escaping @Sendable (ServiceResolver) throws -> String
                        ) throws {
                            try services.register(
                                (any Till).self,
                                name: name,
                                shutdown: { log.note("shutdown of \($0.name)") },
                                factory: { NamedTill(name: "\(name) of \(try make($0))") }
                            )
                        }
                        try registerTill("a") { try $0.service((any Store).self, name: "transient").name }
                        try registerTill("b") { try $0.service((any Shelf).self).name }
                        try registerTill("c") { try $0.service((any Desk).self).name }
                    },
                    initialize: { context in
                        for name in ["a", "b", "c"] { _ = try context.service((any Till).self, name: name) }
                    }
                )
            )
        )
        let names = ["a of transient store 1", "b of own 1", "c of 1 of desk"]
        #expect(log.entries.sorted() == names.map { "shutdown of \($0)" })
        comeBack()
        try await hives.wait(for: "Catalog up", times: 2)
        let again = try ["a", "b", "c"].map { try hives.hive.services.service((any Till).self, name: $0).name }
        let number = count.value
        #expect(again == ["a of transient store \(number)", "b of own \(number)", "c of \(number) of desk"])
        try await hives.hive.stop()
    }

    @Test("What was made of its services while it went does not stay")
    func madeMeanwhile() async throws {
        let count = Counter()
        let (hives, comeBack) = try await Survivors.down(
            Script(
                setUp: { context in
                    let number = count.next()
                    try context.services.register((any Store).self) { _ in NamedStore(name: "store \(number)") }
                },
                willStop: { context in
                    // Somebody asks again: whoever handles a request, say.
                    _ = try context.service((any Till).self)
                }
            ),
            module(
                Home.self,
                Script(setUp: {
                    try $0.services.register((any Till).self) { services in
                        NamedTill(name: "till of \(try services.service((any Store).self).name)")
                    }
                })
            ),
            policy: .leaveOut
        )
        #expect(hives.hive.services.cached((any Till).self) == nil)
        comeBack()
        try await hives.hive.restart(Scripted<Catalog>.self)
        #expect(try hives.hive.services.service((any Till).self).name == "till of store \(count.value)")
        try await hives.hive.stop()
    }

    // MARK: Counting

    @Test("A module that waited for another one was not up meanwhile, and its attempts go on")
    func attemptsAfterWaiting() async throws {
        let (first, second) = (Failing(), Failing())
        let hives = try Survivors(
            module(
                Catalog.self,
                Script(
                    initialize: { _ in if first.hasFailed { throw Broken(number: 1) } },
                    run: { _ in try await first.work() }
                )
            ).failing(.restart(maximumDelay: .milliseconds(100))),
            module(
                Cart.self,
                needs: needsCatalog,
                Script(
                    initialize: { _ in if second.hasFailed { throw Broken(number: 2) } },
                    run: { _ in try await second.work() }
                )
            ).failing(.restart(maximumDelay: .milliseconds(100)))
        )
        try await hives.hive.start()
        try await second.fail()
        try await hives.wait(for: "Cart restarting (attempt 2, next in 100 ms): Broken(number: 2)")
        try await first.fail()
        try await hives.wait(for: "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 1)")
        // Its own attempt comes, and cannot begin without the other.
        hives.test.clock.advance(by: .milliseconds(100))
        try await hives.wait(for: "Cart waiting for Catalog")
        for _ in 0..<70 {
            let attempt = hives.states.count { $0.hasPrefix("Catalog restarting") }
            hives.test.clock.advance(by: .seconds(1))
            _ = await becomesTrue(within: .seconds(60)) {
                hives.states.count { $0.hasPrefix("Catalog restarting") } >= attempt + 2
            }
        }
        first.hasFailed = false
        hives.test.clock.advance(by: .seconds(1))
        try await hives.wait(for: "Cart restarting (attempt 3, next in 100 ms): Broken(number: 2)")
        second.hasFailed = false
        hives.test.clock.advance(by: .seconds(1))
        try await hives.wait(for: "Cart up", times: 2)
        try await hives.hive.stop()
    }
}

/// What comes up at once the first time, and never again.
private struct SlowReturn {
    let count = Counter()
    let began = Latch()
    let mayReturn = Latch()

    var script: Script {
        Script(initialize: { [count, began, mayReturn] _ in
            if count.next() == 1 { return }
            began.open()
            try await mayReturn.wait()
        })
    }
}

private protocol Shelf: Sendable { var name: String { get } }
private struct NamedShelf: Shelf { let name: String }
private protocol Desk: Sendable { var name: String { get } }
private struct NamedDesk: Desk { let name: String }
private protocol Till: Sendable { var name: String { get } }
private struct NamedTill: Till { let name: String }
