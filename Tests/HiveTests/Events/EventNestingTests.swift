// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

@Suite(.timeLimit(.minutes(5)))
struct EventNestingTests {
    // C33
    @Test func aNestedTriggerIsDeliveredAtOnceDepthFirst() async throws {
        let journal = Journal()
        let outer = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { _, context in
                journal.write("first before")
                _ = try await context.trigger(Pong())
                journal.write("first after")
            }
            try context.events.subscribe(Pong.self) { _, _ in journal.write("first pong") }
        })
        let inner = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { _, _ in journal.write("second") }
            try context.events.subscribe(Pong.self) { _, _ in journal.write("second pong") }
        })
        try await withHive(first: outer, second: inner) { hive in
            _ = try await hive.events.trigger(Ping())
        }
        #expect(journal.entries == ["first before", "first pong", "second pong", "first after", "second"])
    }

    // C33
    @Test func broadcastsDeeperThan32AreAnErrorThatNamesTheChain() async throws {
        let deepest = Locked(0)
        let failure = Locked<HiveError?>(nil)
        try await withHive { hive in
            _ = hive.events.subscribe(Ping.self) { _, context in _ = try await context.trigger(Pong()) }
            _ = hive.events.subscribe(Pong.self) { _, context in
                deepest.with { $0 = max($0, ActivityScope.current.depth(of: hive.engine.identity)) }
                do {
                    _ = try await context.trigger(Ping())
                } catch {
                    failure.with { $0 = error as? HiveError }
                }
            }
            #expect(await hive.handlerCount(of: Ping()) == 1)
            // Nothing is left behind: the next one gets as deep.
            #expect(await hive.handlerCount(of: Pong()) == 1)
        }
        #expect(deepest.current == EventCenter.maximumDepth)
        let error = try #require(failure.current)
        #expect(error.code == .nestedTooDeeply)
        #expect(error.message.contains("Ping -> Pong -> Ping"))
    }

    // C33, C35
    @Test func theChainNamesNamedEventsByTheirNames() async throws {
        let messages = Journal()
        let script = EventScript(setUp: { context in
            try context.events.bind("again") { event, context in
                do {
                    return try await context.scope.hive.events.trigger(event).handlerCount
                } catch {
                    messages.write("\(error)")
                    return 0
                }
            }
        })
        try await withHive(first: script) { hive in
            _ = try await hive.events.trigger(NamedEvent("again"))
        }
        #expect(messages.entries.count == 1)
        #expect(messages.entries.first?.contains(#""again" -> "again""#) == true)
    }

    // C33
    @Test func tasksThatABroadcastLeftBehindDoNotCount() async throws {
        let depths = Locked<[Int]>([])
        let isOver = Gate()
        let isDone = Gate()
        try await withHive { hive in
            _ = hive.events.subscribe(Ping.self) { _, context in
                Task {
                    await isOver.wait()
                    _ = try await context.trigger(Pong())
                    isDone.open()
                }
            }
            _ = hive.events.subscribe(Pong.self) { _, _ in
                depths.with { $0.append(ActivityScope.current.depth(of: hive.engine.identity)) }
            }
            _ = try await hive.events.trigger(Ping())
            isOver.open()
            await isDone.wait()
        }
        #expect(depths.current == [1])
    }

    // C33: each broadcast begins while the one before it still runs, and ends long before the chain does.
    @Test func aChainOfTasksKeepsNothingOfTheBroadcastsThatHaveEnded() async throws {
        let known = Locked<[Int]>([])
        let isDone = Gate()
        try await withHive { hive in
            _ = hive.events.subscribe(Ping.self) { event, context in
                known.with { $0.append(ActivityScope.current.marks.count) }
                guard event.id < 1000 else { return isDone.open() }
                let hasBegun = Gate()
                Task {
                    await ActivityScope.run(hive.engine.identity) {
                        hasBegun.open()
                        _ = try? await context.trigger(Ping(id: event.id + 1))
                    }
                }
                await hasBegun.wait()
            }
            _ = try await hive.events.trigger(Ping())
            await isDone.wait()
        }
        #expect(known.current.count == 1001)
        #expect(try #require(known.current.max()) <= 2 * EventCenter.maximumDepth)
    }

    // C33: two hives do not count each other's broadcasts.
    @Test func depthIsCountedForEachHive() async throws {
        let depths = Locked<[Int]>([])
        try await withHive { other in
            _ = other.events.subscribe(Pong.self) { _, _ in
                depths.with { $0.append(ActivityScope.current.depth(of: other.engine.identity)) }
            }
            try await withHive { hive in
                _ = hive.events.subscribe(Ping.self) { _, _ in _ = try await other.events.trigger(Pong()) }
                _ = try await hive.events.trigger(Ping())
            }
        }
        #expect(depths.current == [1])
    }
}
