// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// Steps of which some run beside others, and wait for some of them.
@Suite(.timeLimit(.minutes(5)))
final class StepPlaceTests: Sendable {
    private let fixture = PhaseFixture()
    private var engine: Engine { fixture.engine }

    private func runner(_ places: [StepPlace], _ body: @escaping @Sendable (Int) async -> Void) -> PhaseRunner {
        let host = PhaseRunnerTests.Host(count: places.count)
        return PhaseRunner(.drain, places, in: engine, for: host.host, policy: .goOn) { step throws(Handover) in
            let place = step.place
            try await step.run { await body(place) }
        }
    }

    /// Some steps, each of which waits for some of those before it, now and then for one twice.
    private func places(_ count: Int, _ random: inout SeedGenerator) -> [StepPlace] {
        (0..<count).map { step in
            let earlier = (0..<step).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            let soft = (0..<step).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            let isTwice = Int.random(in: 0..<4, using: &random) == 0
            return StepPlace(
                isConcurrent: Int.random(in: 0..<4, using: &random) > 0,
                dependencies: isTwice ? earlier + earlier.suffix(1) : earlier,
                softDependencies: soft
            )
        }
    }

    // C14: every step runs once, and none before what it waits for has ended.
    @Test(arguments: 0..<30)
    func stepsRunOnceAndAfterWhatTheyWaitFor(seed: UInt64) async {
        var random = SeedGenerator(seed: seed)
        let places = places(Int.random(in: 1..<60, using: &random), &random)
        let order = TestMutex<(ended: Set<Int>, begun: [Int])>(([], []))
        let failed = await runner(places) { step in
            order.withLock { order in
                order.begun.append(step)
                #expect(order.ended.isSuperset(of: places[step].dependencies + places[step].softDependencies))
            }
            await Task.yield()
            order.withLock { _ = $0.ended.insert(step) }
        }.run()
        #expect(failed.isEmpty)
        #expect(order.withLock { $0.begun.sorted() } == Array(places.indices))
    }

    // C51: steps that are told at any time to let none end first still wait for what they depend on, and run once.
    @Test(arguments: 0..<30)
    func stepsThatLetNoneEndFirstStillWaitForWhatTheyDependOn(seed: UInt64) async {
        var random = SeedGenerator(seed: seed)
        let places = places(Int.random(in: 2..<60, using: &random), &random)
        let drops = (0..<places.count).map { _ in Int.random(in: 0..<places.count, using: &random) }
        let order = TestMutex<(ended: Set<Int>, begun: [Int])>(([], []))
        let current = TestMutex<PhaseRunner?>(nil)
        let runner = runner(places) { step in
            order.withLock { order in
                order.begun.append(step)
                #expect(order.ended.isSuperset(of: places[step].dependencies))
            }
            current.withLock { $0 }?.dropSoftDependencies(of: drops[step])
            await Task.yield()
            order.withLock { _ = $0.ended.insert(step) }
        }
        current.withLock { $0 = runner }
        runner.dropSoftDependencies(of: drops[0])
        #expect(await runner.run().isEmpty)
        current.withLock { $0 = nil }
        #expect(order.withLock { $0.begun.sorted() } == Array(places.indices))
    }

    // C51: a step that lets another one end first begins as soon as it is told not to.
    @Test func stepThatLetsNoneEndFirstBeginsAtOnce() async {
        let (began, release) = (Gate(), Gate())
        let runner = runner([
            .init(isConcurrent: true, dependencies: []),
            .init(isConcurrent: true, dependencies: [], softDependencies: [0]),
        ]) { step in
            if step == 1 { return release.open() }
            began.open()
            await release.wait()
        }
        async let failed = runner.run()
        await began.wait()
        runner.dropSoftDependencies(of: 1)
        runner.dropSoftDependencies(of: 1)
        #expect(await failed.isEmpty)
        #expect(engine.timeline.timeline.entries.map(\.module).sorted() == ["M0", "M1"])
    }

    // C51, C61: what runs nothing ends with what it waits for, however long the chain is, also where that is nothing.
    @Test func jointsRunNothingAndEndWithWhatTheyWaitFor() async {
        // Each link waits for its turn behind whatever else runs, which takes long where everything is slow.
        #if HIVE_THREAD_SANITIZER || HIVE_ADDRESS_SANITIZER
        let count = 500
        #else
        let count = 30_000
        #endif
        var places: [StepPlace] = [.init(isConcurrent: true, dependencies: [])]
        for link in 1...count {
            places.append(.init(isConcurrent: true, isJoint: true, dependencies: [link - 1]))
        }
        places.append(.init(isConcurrent: true, isJoint: true, dependencies: []))
        places.append(.init(isConcurrent: true, dependencies: [count, count + 1]))
        // Nobody waits for this one.
        places.append(.init(isConcurrent: true, isJoint: true, dependencies: [count + 2]))
        let steps = TestMutex<[Int]>([])
        #expect(await runner(places) { step in steps.withLock { $0.append(step) } }.run().isEmpty)
        #expect(steps.withLock { $0 } == [0, count + 2])
    }
}
