// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What is asked of a hive that is not to run.
@Suite("Questions", .timeLimit(.minutes(5)))
struct Questions {
    @Suite("C57 Questions start nothing")
    struct C57 {
        private let log = Log()

        /// A server that must never listen, beside a module that registers something.
        private func test(_ script: Script, _ timeouts: HiveTimeouts = HiveTimeouts()) throws -> TestHive {
            let log = log
            return try TestHive(
                server(Home.self, Script(run: { _ in log.note("listens") })),
                module(Cart.self, script),
                timeouts: timeouts
            )
        }

        private static let setUpHooks = ["Cart.setUp", "Cart.tearDown", "Home.setUp", "Home.tearDown"]

        @Test("Asking after setUp runs no further hook and no work, and a stop that a module wants changes nothing")
        func afterSetUp() async throws {
            let script = Script(
                setUp: { context in
                    try context.services.register(SMTPMailer.self) { _ in SMTPMailer() }
                    context.requestStop()
                },
                run: { [log] _ in log.note("runs") }
            )
            for _ in 0..<20 {
                let test = try test(script)
                let (answer, failure) = try await test.hive.askAfterSetUp { $0.services.descriptions.map(\.type) }
                #expect(answer == [_typeName(SMTPMailer.self)])
                #expect(failure == nil)
                #expect(test.hooks.sorted() == Self.setUpHooks)
                #expect(test.hive.state == .stopped)
            }
            #expect(log.entries == [])
        }

        @Test("Asking about hooks runs all of them, waits for no work that announces itself, and begins none")
        func hooks() async throws {
            let script = Script(
                initialize: { $0.requestStop() },
                ready: { $0.requestStop() },
                run: { [log] _ in log.note("runs") }
            )
            for _ in 0..<20 {
                let test = try test(script)
                #expect(await test.hive.runHooks() == nil)
                #expect(test.hooks.count == 10)
                #expect(test.hive.timeline.entries.count == 10)
                #expect(test.hive.state == .stopped)
            }
            #expect(log.entries == [])
        }

        @Test("A module that hangs ends by its timeout, and so does the question")
        func hanging() async throws {
            for asksAfterSetUp in [true, false] {
                let test = try test(
                    Script(setUp: { _ in try await Latch().wait() }),
                    HiveTimeouts(start: .seconds(3))
                )
                let asked = Task {
                    try await hiveError {
                        if asksAfterSetUp {
                            _ = try await test.hive.askAfterSetUp { _ in }
                        } else if let failure = await test.hive.runHooks() {
                            throw failure
                        }
                    }
                }
                try await test.advance(until: .hookEnded(.setUp, of: "Cart"))
                let error = try await asked.value
                #expect(error.exitCode == 75)
                #expect(error.start?.module == "Cart")
                #expect(test.hive.state == .failed)
            }
            #expect(log.entries == [])
        }

        @Test("What a module throws ends the question; hooks that ran before are in the timeline")
        func throwing() async throws {
            let test = try test(Script(initialize: { _ in throw Broken() }))
            let failure = await test.hive.runHooks() as? HiveError
            #expect(failure?.exitCode == 70)
            #expect(
                test.hive.timeline.entries.contains { $0.module == "Cart" && $0.phase == .initialize && $0.hasFailed }
            )
            // What comes after setUp is not what the other question is about.
            let other = try self.test(Script(initialize: { _ in throw Broken() }))
            #expect(try await other.hive.askAfterSetUp { _ in 42 }.answer == 42)
        }

        @Test("The rest creates no module")
        func nothing() throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            var declaration = module(Cart.self)
            declaration.factory = {
                Issue.record("A module was created.")
                throw Broken()
            }
            try hive.modules.register([declaration])
            #expect(hive.verify() == [])
            #expect(hive.modules.descriptors.map(\.name) == ["Cart"])
            #expect(hive.plan.turns == [0])
        }
    }
}
