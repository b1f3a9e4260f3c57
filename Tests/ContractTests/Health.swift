// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

/// What the contract says of C53: how the modules of a hive are, and the whole.
@Suite("C53 Health", .timeLimit(.minutes(5)))
struct HealthContract {
    /// A check that a test lets go on.
    private final class Held: Sendable {
        let count = Atomic<Int>(0)
        let began = Latch()
        let cancelled = Latch()
        let release = Latch()
        let returned = Latch()

        /// Answers when it is released, and ignores that it is cancelled.
        func answer(_ health: ModuleHealth = .healthy) async -> ModuleHealth {
            count.add(1, ordering: .relaxed)
            began.open()
            await withTaskCancellationHandler {
                await release.waitIgnoringCancellation()
            } onCancel: {
                cancelled.open()
            }
            returned.open()
            return health
        }

        var calls: Int { count.load(ordering: .relaxed) }
    }

    private static func lines(_ health: HiveHealth) -> [String] { health.answers.map { "\($0.module): \($0.health)" } }

    @Test("Every module that is up is asked and answered for, in boot order, and so is the whole")
    func answers() async throws {
        let state = Latched<ModuleHealth>()
        let test = try TestHive(
            module(Catalog.self, Script(health: { _ in .degraded(because: "the replica is behind") })),
            module(Cart.self),
            module(Home.self, Script(health: { _ in throw Broken(number: 3) })),
            module(Trade.self, Script(health: { _ in state.value ?? .healthy }))
        )
        try await test.hive.start()
        test.clock.advance(by: .seconds(10))
        let health = try await test.hive.health()
        let home = "unhealthy: Broken(number: 3)"
        #expect(
            Self.lines(health)
                == ["Catalog: degraded: the replica is behind", "Cart: healthy", "Home: \(home)", "Trade: healthy"]
        )
        #expect(health.answers[2].error as? Broken == Broken(number: 3))
        #expect(!health.isWell)
        #expect(health.overall == .unhealthy(because: "Home: Broken(number: 3)"))
        #expect("\(health)" == "Catalog: degraded: the replica is behind; Home: \(home)")
        // Health changes no readiness.
        #expect(test.hive.readiness.isReady)

        // Since when: the time of the first of the answers in a row that were alike.
        state.set(.unhealthy(because: "first"))
        test.clock.advance(by: .seconds(10))
        _ = try await test.hive.health()
        state.set(.unhealthy(because: "second"))
        test.clock.advance(by: .seconds(10))
        let later = try await test.hive.health()
        #expect(later.answers.map(\.since) == [.seconds(10), .seconds(10), .seconds(10), .seconds(20)])
        #expect(later.answers[3].health == .unhealthy(because: "second"))
        state.set(.healthy)
        test.clock.advance(by: .seconds(10))
        #expect(try await test.hive.health().answers[3].since == .seconds(40))

        // Observers are told when an answer is of another kind than the one before.
        let changes = test.recorder.observations(of: .healthChanged).map {
            "\($0.module ?? "") \($0.subject, default: "")"
        }
        #expect(Set(changes.prefix(2)) == ["Catalog degraded: the replica is behind", "Home \(home)"])
        #expect(changes.dropFirst(2) == ["Trade unhealthy: first", "Trade healthy"])
        try await test.hive.stop()
    }

    @Test("A hive that is well says so, also one without modules")
    func well() async throws {
        let test = TestHive()
        try await test.hive.start()
        let health = try await test.hive.health()
        #expect(health.isWell)
        #expect(health.answers.isEmpty)
        #expect(health.overall == .healthy)
        #expect("\(health)" == "healthy")
        try await test.hive.stop()
    }

    @Test("All are asked at the same time; a check that hangs costs itself, is cancelled, and is not begun again")
    func hanging() async throws {
        let (first, second) = (Held(), Held())
        let test = try TestHive(
            module(Catalog.self, Script(health: { _ in await first.answer(.degraded(because: "late")) })),
            module(Cart.self, Script(health: { _ in await second.answer() })),
            module(Home.self),
            timeouts: HiveTimeouts(health: .seconds(2))
        )
        try await test.hive.start()
        let asking = Task { try await test.hive.health() }
        // The second one begins although the first one has not answered.
        try await first.began.wait()
        try await second.began.wait()
        second.release.open()
        try await second.returned.wait()
        try await Self.advance(test, until: first.cancelled)
        let health = try await asking.value
        #expect(
            Self.lines(health)
                == ["Catalog: unhealthy: it did not answer within 2 s", "Cart: healthy", "Home: healthy"]
        )
        #expect((health.answers[0].error as? HiveError)?.code == .timedOut)
        #expect(health.answers[0].duration >= .seconds(2))

        // Whoever asks now is told at once, and the others are asked.
        test.clock.advance(by: .seconds(60))
        let again = try await test.hive.health()
        #expect(first.calls == 1)
        #expect(second.calls == 2)
        #expect(again.answers[0].since == health.answers[0].since)
        #expect(again.answers[0].duration >= .seconds(62))
        #expect(Self.lines(again)[0].hasPrefix("Catalog: unhealthy: it has not answered for "))
        #expect(Self.lines(again).dropFirst() == ["Cart: healthy", "Home: healthy"])

        // When it has returned at last, it is asked again; what it said too late counts for nothing.
        first.release.open()
        var last = again
        while first.calls == 1 {
            last = try await test.hive.health()
            await Task.yield()
        }
        #expect(Self.lines(last)[0] == "Catalog: degraded: late")
        try await test.hive.stop()
    }

    @Test("Who asks during a check is given its answer, and it is begun once")
    func joining() async throws {
        let held = Held()
        let test = try TestHive(
            module(Catalog.self, Script(health: { _ in await held.answer(.degraded(because: "x")) }))
        )
        try await test.hive.start()
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await test.hive.health() } }
            try await held.began.wait()
            held.release.open()
            return try await group.reduce(into: []) { $0.append("\($1)") }
        }
        #expect(Set(answers) == ["Catalog: degraded: x"])
        #expect(held.calls <= 8)
        try await test.hive.stop()
    }

    @Test("Before it runs and when it has stopped, a hive cannot be asked; while it drains and stops, it can")
    func states() async throws {
        let log = Log()
        let draining = Latch()
        let test = try TestHive(
            module(Catalog.self),
            module(
                Cart.self,
                Script(
                    initialize: { context in
                        do { _ = try await context.health() } catch {
                            log.note("\((error as? HiveError)?.code as Any)")
                        }
                    },
                    run: { context in
                        try? await Latch().wait()
                        log.note("run: \(try await context.health().answers.map(\.module))")
                        draining.open()
                    },
                    willStop: { log.note("willStop: \(try await $0.health().answers.map(\.module))") },
                    // What it depends on is up still; it is itself no longer asked.
                    tearDown: { log.note("tearDown: \(try await $0.health().answers.map(\.module))") }
                )
            )
        )
        let early = try await hiveError { try await test.hive.health() }
        #expect(early.code == .invalidState)
        #expect(early.message.contains("created"))
        try await test.hive.start()
        try await test.hive.stop()
        #expect(draining.isOpen)
        #expect(
            log.entries == [
                "Optional(Hive.HiveErrorCode.invalidState)", "willStop: [\"Catalog\", \"Cart\"]",
                "run: [\"Catalog\", \"Cart\"]", "tearDown: [\"Catalog\"]",
            ]
                || log.entries.dropFirst() == [
                    "willStop: [\"Catalog\", \"Cart\"]", "run: [\"Catalog\", \"Cart\"]", "tearDown: [\"Catalog\"]",
                ]
        )
        #expect(log.entries.first?.contains("invalidState") == true)
        let late = try await hiveError { try await test.hive.health() }
        #expect(late.code == .invalidState)
        #expect(late.message.contains("stopped"))
    }

    @Test("A module that is only coming is not asked, and one that has gone neither")
    func comingAndGoing() async throws {
        let test = try TestHive(module(Catalog.self))
        try await test.hive.start()
        let (began, release) = (Latch(), Latch())
        let coming = module(
            Cart.self,
            Script(initialize: { _ in
                began.open()
                try await release.wait()
            })
        )
        let adding = Task { try await test.hive.add(coming) }
        try await began.wait()
        #expect(try await test.hive.health().answers.map(\.module) == ["Catalog"])
        release.open()
        try await adding.value
        #expect(try await test.hive.health().answers.map(\.module) == ["Catalog", "Cart"])
        try await test.hive.remove(Scripted<Catalog>.self)
        #expect(try await test.hive.health().answers.map(\.module) == ["Cart"])
        try await test.hive.stop()
    }

    @Test("A check under way is cancelled and awaited before tearDown, and whoever waits for it goes on without it")
    func leaving() async throws {
        let held = Held()
        let log = Log()
        let test = try TestHive(
            module(
                Catalog.self,
                Script(
                    health: { _ in
                        let answer = await held.answer()
                        log.note("checked")
                        return answer
                    },
                    tearDown: { _ in log.note("tearDown") }
                )
            ),
            module(Cart.self)
        )
        try await test.hive.start()
        let asking = Task { try await test.hive.health() }
        try await held.began.wait()
        let removing = Task { try await test.hive.remove(Scripted<Catalog>.self) }
        try await held.cancelled.wait()
        #expect(Self.lines(try await asking.value) == ["Cart: healthy"])
        held.release.open()
        try await removing.value
        #expect(log.entries == ["checked", "tearDown"])
        try await test.hive.stop()
    }

    @Test("A check that never returns holds a stop up no longer than its time, and is named")
    func hangingAtTheStop() async throws {
        let held = Held()
        let test = try TestHive(
            module(Catalog.self, Script(health: { _ in await held.answer() })),
            timeouts: HiveTimeouts(stop: .seconds(4))
        )
        try await test.hive.start()
        let asking = Task { try await test.hive.health() }
        try await Self.advance(test, until: held.cancelled)
        #expect(try await !asking.value.isWell)
        let stopping = Task { try await test.hive.stop() }
        try await test.advance(until: .state(.stopped))
        let error = try await hiveError { try await stopping.value }
        #expect(error.exitCode == 75)
        #expect(error.failures.map(\.step) == ["health check"])
        #expect("\(error)".contains("its health check"))
        held.release.open()
        try await test.recorder.wait(for: .step(.hookReturnedLate, of: "Catalog"))
    }

    // C18
    @Test("From within a check, stop only asks, and the health of the hive cannot be asked")
    func reentrancy() async throws {
        let hive = Latched<Hive>()
        let log = Log()
        let test = try TestHive(
            module(
                Catalog.self,
                Script(health: { context in
                    do { _ = try await context.health() } catch {
                        log.note("\((error as? HiveError)?.code.description ?? "")")
                    }
                    try await hive.value?.stop()
                    return .healthy
                })
            )
        )
        hive.set(test.hive)
        try await test.hive.start()
        _ = try await test.hive.health()
        try await test.hive.stop()
        #expect(log.entries == ["invalidState"])
    }

    @Test("Checks, removals and a stop at the same time leave nobody waiting")
    func races() async throws {
        let test = try TestHive(
            module(
                Catalog.self,
                Script(health: { _ in
                    await Task.yield()
                    return .degraded(because: "busy")
                })
            ),
            module(Cart.self),
            module(Home.self)
        )
        try await test.hive.start()
        await withTaskGroup { group in
            for number in 0..<6 {
                group.addTask {
                    for _ in 0..<40 { _ = try? await test.hive.health() }
                    if number == 0 { test.hive.requestStop() }
                }
            }
            group.addTask { try? await test.hive.remove(Scripted<Home>.self) }
        }
        try await test.hive.stop()
    }

    @Test("Nothing of a module is kept by a check that has ended")
    func leaks() async throws {
        struct Token: Error { let kept: Latch }
        weak var kept: Latch?
        do {
            let latch = Latch()
            kept = latch
            let test = try TestHive(module(Catalog.self, Script(health: { _ in throw Token(kept: latch) })))
            try await test.hive.start()
            _ = try await test.hive.health()
            try await test.hive.stop()
        }
        #expect(kept == nil)
    }

    /// Moves the clock until a check is told that its time is up.
    private static func advance(_ test: TestHive, until latch: Latch) async throws {
        while !latch.isOpen {
            try Task.checkCancellation()
            test.clock.advance(by: .milliseconds(500))
            await Task.yield()
        }
    }
}
