// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What the contract says of C53: whether a hive is ready, and who is told.
@Suite("C53 Readiness", .timeLimit(.minutes(5)))
struct ReadinessContract {
    /// What observers and a subscriber hear of readiness, in order.
    private static func told(_ test: TestHive) -> [String] {
        test.recorder.observations(of: .readinessChanged)
            .map { "\($0.module ?? "hive"): \($0.subject, default: "")" }
    }

    /// A module that keeps its context and subscribes to readiness.
    private static func keeper<Tag>(_ tag: Tag.Type, _ contexts: Latched<ModuleContext>, _ log: Log)
        -> ModuleDeclaration
    {
        module(
            tag,
            Script(
                setUp: { context in
                    try context.events.subscribe(HiveReadiness.self) { readiness, _ in log.note("\(readiness)") }
                },
                initialize: { contexts.set($0) }
            )
        )
    }

    @Test("A hive is ready from running until a stop begins, for everyone who holds it or a context")
    func life() async throws {
        let log = Log()
        let note = { @Sendable (step: String, isReady: Bool, state: HiveState) in
            log.note("\(step) \(isReady) \(state)")
        }
        let began = Latch()
        let test = try TestHive(
            module(
                Catalog.self,
                Script(
                    setUp: { note("setUp", $0.readiness.isReady, $0.state) },
                    initialize: { note("initialize", $0.readiness.isReady, $0.state) },
                    ready: { note("ready", $0.readiness.isReady, $0.state) },
                    run: { context in
                        note("run", context.readiness.isReady, context.state)
                        began.open()
                        try await Latch().wait()
                    },
                    willStop: { note("willStop", $0.readiness.isReady, $0.state) },
                    tearDown: { note("tearDown", $0.readiness.isReady, $0.state) }
                )
            )
        )
        note("before", test.hive.readiness.isReady, test.hive.state)
        try await test.hive.start()
        try await began.wait()
        note("after", test.hive.readiness.isReady, test.hive.state)
        try await test.hive.stop()
        note("end", test.hive.readiness.isReady, test.hive.state)
        let expected = [
            "before false created", "setUp false starting", "initialize false starting", "ready false starting",
            "run true running", "after true running", "willStop false stopping", "tearDown false stopping",
            "end false stopped",
        ]
        #expect(log.entries == expected)
        #expect(Self.told(test) == ["hive: ready", "hive: not ready"])
    }

    @Test("A request to stop withdraws readiness before it returns")
    func stopRequest() async throws {
        let test = TestHive()
        try await test.hive.start()
        #expect(test.hive.readiness.isReady)
        test.hive.requestStop()
        #expect(!test.hive.readiness.isReady)
        try await test.hive.stop()
        #expect(Self.told(test) == ["hive: ready", "hive: not ready"])
    }

    @Test("A hive that fails to start never is ready, and nobody is told")
    func failedStart() async throws {
        let test = try TestHive(module(Catalog.self, Script(ready: { _ in throw Broken() })))
        _ = try await hiveError { try await test.hive.start() }
        #expect(!test.hive.readiness.isReady)
        #expect(Self.told(test).isEmpty)
    }

    @Test("A module withholds readiness, also before the hive runs, saying why, until it restores it")
    func withholding() async throws {
        let (contexts, log) = (Latched<ModuleContext>(), Log())
        let test = try TestHive(
            module(Catalog.self, Script(setUp: { $0.withholdReadiness(because: "the catalog is read") })),
            Self.keeper(Cart.self, contexts, log)
        )
        try await test.hive.start()
        let context = try #require(contexts.value)
        #expect(!test.hive.readiness.isReady)
        #expect(context.readiness.withheld.map(\.module) == ["Catalog"])
        #expect("\(test.hive.readiness)" == "not ready, Catalog: the catalog is read")
        #expect(Self.told(test).isEmpty)

        // Any number of times: the last reason counts, and restoring once is enough.
        context.withholdReadiness(because: "no connection")
        context.withholdReadiness(because: "the connection is slow")
        #expect("\(test.hive.readiness)" == "not ready, Catalog: the catalog is read; Cart: the connection is slow")
        context.restoreReadiness()
        context.restoreReadiness()
        #expect("\(test.hive.readiness)" == "not ready, Catalog: the catalog is read")
        #expect(Self.told(test).isEmpty)

        // A module that leaves takes what it withholds along.
        try await test.hive.remove(Scripted<Catalog>.self)
        #expect(test.hive.readiness.isReady)
        try await test.hive.stop()
        #expect(Self.told(test) == ["Catalog: ready", "hive: not ready"])
        #expect(log.entries == ["ready", "not ready"])
    }

    @Test("Observers are told who withholds the readiness of a hive that runs, also from before, and each change of it")
    func reasons() async throws {
        let (contexts, log) = (Latched<ModuleContext>(), Log())
        let test = try TestHive(
            module(
                Catalog.self,
                Script(
                    setUp: {
                        $0.withholdReadiness(because: "it begins")
                        $0.withholdReadiness(because: "the catalog is read")
                    },
                    run: { _ in try await Latch().wait() }
                )
            ),
            Self.keeper(Cart.self, contexts, log)
        )
        let told = {
            test.recorder.observations(of: .readinessWithheld).map {
                "\($0.module ?? "hive"): \($0.subject, default: "")"
            }
        }
        try await test.hive.start()
        #expect(told() == ["hive: not ready, Catalog: the catalog is read"])
        let context = try #require(contexts.value)
        context.withholdReadiness(because: "no connection")
        context.withholdReadiness(because: "no connection")
        try await test.hive.remove(Scripted<Catalog>.self)
        let steps = [
            "hive: not ready, Catalog: the catalog is read",
            "Cart: not ready, Catalog: the catalog is read; Cart: no connection",
            "Catalog: not ready, Cart: no connection",
        ]
        #expect(told() == steps)
        context.restoreReadiness()
        context.restoreReadiness()
        context.withholdReadiness(because: "again")
        try await test.hive.stop()
        // A turn says its reasons itself, and of a hive that stops nobody has to be told why it is not ready.
        context.withholdReadiness(because: "too late")
        #expect(told() == steps)
        #expect(Self.told(test) == ["Cart: ready", "Cart: not ready, Cart: again"])
        #expect(log.entries == ["ready", "not ready, Cart: again"])
        let order = test.recorder.observations.filter { [.stateChanged, .readinessWithheld].contains($0.kind) }
        #expect(order.compactMap(\.subject).dropFirst().first == .state(.running))
    }

    @Test("Subscribers hear of each change once, in order, the stop's among what it delivers before willStop")
    func event() async throws {
        let (contexts, log) = (Latched<ModuleContext>(), Log())
        let every = Log()
        let test = try TestHive(
            Self.keeper(Catalog.self, contexts, log),
            module(
                Cart.self,
                Script(
                    setUp: { context in
                        try context.events.subscribeToEvery { event, _ in every.note("\(type(of: event))") }
                    },
                    willStop: { _ in log.note("willStop") }
                )
            )
        )
        try await test.hive.start()
        let context = try #require(contexts.value)
        context.withholdReadiness(because: "no connection")
        context.restoreReadiness()
        try await test.hive.stop()
        #expect(log.entries == ["ready", "not ready, Catalog: no connection", "ready", "not ready", "willStop"])
        #expect(every.entries.isEmpty)
    }

    @Test("A queue that is full takes the event all the same")
    func fullQueue() async throws {
        struct Other: HiveEvent {}
        let (contexts, log) = (Latched<ModuleContext>(), Log())
        let (began, release) = (Latch(), Latch())
        let test = TestHive(HiveOptions(eventQueueCapacity: 1))
        try test.hive.modules.register([Self.keeper(Catalog.self, contexts, log)])
        try await test.hive.start()
        let token = test.hive.events.subscribe(Other.self) { _, _ in
            began.open()
            await release.waitIgnoringCancellation()
        }
        // The queue may still be busy with the first change.
        try await test.recorder.wait(for: .step(.didTrigger))
        try test.hive.events.post(Other())
        try await began.wait()
        try test.hive.events.post(Other())
        #expect(throws: HiveError.self) { try test.hive.events.post(Other()) }
        try #require(contexts.value).withholdReadiness(because: "no connection")
        token.cancel()
        release.open()
        try await test.hive.stop()
        #expect(log.entries == ["ready", "not ready, Catalog: no connection"])
    }

    @Test("A module that is gone, and a hook that was abandoned, withhold nothing any more")
    func gone() async throws {
        let (contexts, log) = (Latched<ModuleContext>(), Log())
        let test = try TestHive(Self.keeper(Catalog.self, contexts, log), module(Cart.self))
        try await test.hive.start()
        let context = try #require(contexts.value)
        try await test.hive.remove(Scripted<Catalog>.self)
        context.withholdReadiness(because: "too late")
        #expect(test.hive.readiness.isReady)

        // One whose start fails, and which withheld before.
        let failing = module(
            Trade.self,
            Script(setUp: {
                $0.withholdReadiness(because: "it comes")
                throw Broken()
            })
        )
        _ = try await hiveError { try await test.hive.add(failing) }
        #expect(test.hive.readiness.isReady)
        #expect(Self.told(test).suffix(2) == ["Trade: not ready, Trade: it comes", "Trade: ready"])

        // One that hangs in its hook and is abandoned.
        let (cancelled, release) = (Latch(), Latch())
        let hanging = module(
            Home.self,
            Script(setUp: { context in
                context.withholdReadiness(because: "it hangs")
                await withTaskCancellationHandler {
                    await release.waitIgnoringCancellation()
                } onCancel: {
                    cancelled.open()
                }
                context.withholdReadiness(because: "it is back")
            })
        )
        let adding = Task { try await test.hive.add(hanging) }
        try await test.advance(until: .hookEnded(.setUp, of: "Home"))
        _ = try await hiveError { try await adding.value }
        #expect(test.hive.readiness.isReady)
        release.open()
        try await test.recorder.wait(for: .hookReturnedLate(.setUp, of: "Home"))
        #expect(test.hive.readiness.isReady)
        try await test.hive.stop()
    }

    @Test("Changes at the same time are told one by one, in order, and the last one is true", arguments: 0..<8)
    func races(_ seed: Int) async throws {
        let (contexts, log) = (Latched<ModuleContext>(), Log())
        let others = Latched<ModuleContext>()
        let test = try TestHive(
            Self.keeper(Catalog.self, contexts, log),
            Self.keeper(Cart.self, others, Log())
        )
        try await test.hive.start()
        let (first, second) = (try #require(contexts.value), try #require(others.value))
        await withTaskGroup { group in
            for context in [first, second, first, second] {
                group.addTask {
                    for number in 0..<100 {
                        context.withholdReadiness(because: "\(number)")
                        _ = test.hive.readiness.isReady
                        context.restoreReadiness()
                    }
                }
            }
            if seed.isMultiple(of: 2) { group.addTask { test.hive.requestStop() } }
        }
        try await test.hive.stop()
        let told = test.recorder.observations(of: .readinessChanged).map {
            $0.subject == .readiness(HiveReadiness(isReady: true))
        }
        // It begins with what the start makes true, ends with what the stop does, and no two that follow are alike.
        #expect(told.first == true)
        #expect(told.last == false)
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
        #expect(log.entries.map { $0 == "ready" } == told)
        #expect(!test.hive.readiness.isReady)
    }

    @Test("A stop that is asked for as soon as the hive runs is told after running, in order")
    func stopAtOnce() async throws {
        let hive = Latched<Hive>()
        let test = TestHive(
            HiveOptions(observers: [
                { observation in
                    // Whoever observes may ask for a stop at once, before the hive has said that it is ready.
                    if observation.subject == .state(.running) { hive.value?.requestStop() }
                }
            ])
        )
        hive.set(test.hive)
        try await test.hive.start()
        try await test.hive.stop()
        let steps = test.recorder.observations.filter { [.stateChanged, .readinessChanged].contains($0.kind) }
        #expect(
            steps.compactMap(\.subject?.description)
                == ["starting", "running", "ready", "not ready", "stopping", "stopped"]
        )
    }

    @Test("An observer that changes readiness inside a change is told of it afterwards")
    func reentrancy() async throws {
        let (contexts, log) = (Latched<ModuleContext>(), Log())
        let order = Log()
        let test = TestHive(
            HiveOptions(observers: [
                { observation in
                    guard observation.kind == .readinessChanged else { return }
                    order.note("begin \(observation.subject, default: "")")
                    if observation.module == "Catalog", observation.subject != .readiness(HiveReadiness(isReady: true))
                    {
                        contexts.value?.restoreReadiness()
                    }
                    order.note("end \(observation.subject, default: "")")
                }
            ])
        )
        try test.hive.modules.register([Self.keeper(Catalog.self, contexts, log)])
        try await test.hive.start()
        contexts.value?.withholdReadiness(because: "no connection")
        #expect(test.hive.readiness.isReady)
        let withheld = "not ready, Catalog: no connection"
        #expect(
            order.entries == [
                "begin ready", "end ready", "begin \(withheld)", "end \(withheld)", "begin ready", "end ready",
            ]
        )
        try await test.hive.stop()
    }
}
