// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Synchronization

// Modules whose work announces itself and drains; the arguments say which of them there are, and what goes wrong.

/// Makes a hive of servers, where one was wished for.
func makeServers(_ wishes: Set<String>, _ options: HiveOptions) throws -> Hive? {
    let hive = Hive(options)
    try hive.modules.register(BaseModule.self)
    if wishes.contains("work-returns") {
        if wishes.contains("announced") {
            try hive.modules.register(EarlyServer.self)
        } else if wishes.contains("unawaited") {
            try hive.modules.register(ForgetfulServer.self)
        } else {
            try hive.modules.register(JobModule.self)
        }
        if wishes.contains("beside-others") { try hive.modules.register(LastingModule.self) }
    } else if wishes.contains("looks") {
        try hive.modules.register(LookingModule.self)
    } else if wishes.contains("two-servers") {
        let (first, second) = (Gate(), Gate())
        try hive.modules.register(FirstServer.self) { FirstServer(began: first, other: second) }
        try hive.modules.register(SecondServer.self) { SecondServer(began: second, other: first) }
    } else if wishes.contains("dependents") {
        try hive.modules.register(FrontModule.self)
        try hive.modules.register(BackModule.self)
    } else if wishes.contains("falls") {
        try hive.modules.register(FallingModule.self)
        try hive.modules.register(NeedyModule.self)
        try hive.modules.register(LostModule.self)
    } else if wishes.contains("withholds") {
        try hive.modules.register(WaitingModule.self)
    } else if wishes.contains("drain-hangs") {
        try hive.modules.register(StubbornServer.self)
    } else if let step = wishes.first(where: { $0.hasPrefix("pause-") }) {
        try hive.modules.register(SteppingModule.self) { try await SteppingModule(String(step.dropFirst(6))) }
        try hive.modules.register(LaterModule.self)
    } else {
        return nil
    }
    return hive
}

/// Work that is done.
final class JobModule: WorkingModule {
    static let manifest = ModuleManifest()
    init() {}
    func run(_ context: WorkContext) async throws { say("the job is done") }
    func tearDown(_ context: StopContext) async throws { say("Job is torn down: \(context.reason)") }
}

/// Says that it is up, and goes on in a task that nobody waits for, as a server might by mistake.
final class EarlyServer: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)
    init() {}
    func run(_ context: WorkContext) async throws { await context.announceReady() }
}

/// The same without the readiness that makes the start wait.
final class ForgetfulServer: WorkingModule {
    static let manifest = ModuleManifest()
    init() {}
    func run(_ context: WorkContext) async throws { await context.announceReady() }
}

/// Keeps the hive from being ready when it runs, for two reasons, and once more.
final class WaitingModule: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)
    init() {}
    func run(_ context: WorkContext) async throws {
        context.withholdReadiness(because: "the database is not there")
        await context.announceReady()
        context.withholdReadiness(because: "the database is\nslow")
        context.restoreReadiness()
        context.withholdReadiness(because: "the database is away")
        say("it waits")
        await context.waitForDrain()
    }
}

/// Looks whether it drains, and does not say that it does.
final class LookingModule: WorkingModule {
    static let manifest = ModuleManifest()
    init() {}
    func run(_ context: WorkContext) async throws {
        let ends = AsyncStream<Void>.makeStream()
        if !context.isDraining { say("looks") }
        // Until it is cancelled.
        for await _ in ends.stream {}
    }
}

/// Work that goes on until it is asked to end.
final class LastingModule: WorkingModule {
    static let manifest = ModuleManifest()
    init() {}
    func run(_ context: WorkContext) async throws { await context.waitForDrain() }
}

final class FirstServer: FactoryModule, WorkingModule {
    static let manifest = ModuleManifest(work: .announced)
    private let pair: Pair
    init(began: Gate, other: Gate) { pair = Pair(began: began, other: other) }
    func run(_ context: WorkContext) async throws { await pair.run(context, "First") }
}

final class SecondServer: FactoryModule, WorkingModule {
    static let manifest = ModuleManifest(work: .announced)
    private let pair: Pair
    init(began: Gate, other: Gate) { pair = Pair(began: began, other: other) }
    func run(_ context: WorkContext) async throws { await pair.run(context, "Second") }
}

/// Drains when somebody else does: of two that do so one after the other, neither ends.
private struct Pair {
    let began: Gate
    let other: Gate

    func run(_ context: WorkContext, _ name: String) async {
        let isAsked = Gate()
        await withDrainHandler {
            await context.announceReady()
            say("\(name) runs")
            await isAsked.wait()
            await other.wait()
            say("\(name) has drained")
        } onDrain: {
            began.open()
            isAsked.open()
        }
    }
}

protocol Backend: Sendable {
    func answer(_ question: Int) async -> Int
}

/// Answers as long as its work goes on.
final class BackModule: WorkingModule, Backend {
    static let manifest = ModuleManifest(provides: [(any Backend).self], work: .announced)
    private let questions = AsyncStream<(Int, CheckedContinuation<Int, Never>)>.makeStream()

    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Backend).self, instance: self)
    }

    func run(_ context: WorkContext) async throws {
        await withDrainHandler {
            await context.announceReady()
            for await (question, asker) in questions.stream { asker.resume(returning: 2 * question) }
            say("Back has drained")
        } onDrain: { [questions] in
            questions.continuation.finish()
        }
    }

    /// After the end of the work, nobody answers, and the asker waits for good.
    func answer(_ question: Int) async -> Int {
        await withCheckedContinuation { questions.continuation.yield((question, $0)) }
    }
}

/// Needs answers to finish what it has in hand.
final class FrontModule: WorkingModule {
    static let manifest = ModuleManifest(needs: [.service((any Backend).self)], work: .announced)

    init() {}

    func run(_ context: WorkContext) async throws {
        let backend = try context.service((any Backend).self)
        await context.announceReady()
        say("Front runs")
        await context.waitForDrain()
        for question in 1...3 { say("Back answers \(await backend.answer(question))") }
        say("Front has drained")
    }
}

/// Never ends.
final class StubbornServer: WorkingModule {
    static var manifest: ModuleManifest {
        ModuleManifest(
            // Short where the drain is to be cut.
            drainTimeout: CommandLine.arguments.contains("short") ? .milliseconds(100) : nil,
            work: .announced
        )
    }

    init() {}

    func run(_ context: WorkContext) async throws {
        await context.announceReady()
        say("running")
        await context.waitForDrain()
        say("draining")
        await hang()
    }
}

/// Waits in the step of the start that is named, until that is cancelled.
final class SteppingModule: FactoryModule, WorkingModule {
    static let manifest = ModuleManifest(work: .announced)
    private let step: String

    init(_ step: String) async throws {
        self.step = step
        try await pause("create")
    }

    func setUp(_ context: SetupContext) async throws { try await pause("setUp") }
    func initialize(_ context: ModuleContext) async throws { try await pause("initialize") }
    func ready(_ context: ModuleContext) async throws { try await pause("ready") }

    func run(_ context: WorkContext) async throws {
        try await pause("bind")
        await context.announceReady()
        if step == "announced", !context.isDraining { say("announced early") }
        await context.waitForDrain()
        say("Stepping has drained")
    }

    func tearDown(_ context: StopContext) async throws { say("Stepping is torn down: \(context.reason)") }

    private func pause(_ name: String) async throws {
        guard step == name else { return }
        say("paused")
        await Gate().wait()
        try Task.checkCancellation()
    }
}

/// Comes after ``SteppingModule``, which has announced itself when this one is made ready.
final class LaterModule: HiveModule {
    static let manifest = ModuleManifest(level: 5)

    init() {}

    func ready(_ context: ModuleContext) async throws {
        guard CommandLine.arguments.contains("pause-announced") else { return }
        say("paused")
        await Gate().wait()
        try Task.checkCancellation()
    }

    func willStop(_ context: StopContext) async throws { say("Later is told: \(context.reason)") }
}

/// Its work throws at once, in the first instance.
final class FallingModule: WorkingModule {
    static let manifest = ModuleManifest(onFailure: .restart)
    private static let count = Mutex(0)

    func run(_ context: WorkContext) async throws {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        if number == 1 { throw Failure(name: "fallen") }
        say("it works")
        await context.waitForDrain()
    }
}

final class NeedyModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(FallingModule.self)])
}

final class LostModule: HiveModule {
    static let manifest = ModuleManifest(onFailure: .leaveOut)
    func setUp(_ context: SetupContext) async throws { throw Failure(name: "lost") }
}
