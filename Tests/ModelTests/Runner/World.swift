// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization

#if HIVE_THREAD_SANITIZER
/// The stand-in of `Hive`, because the thread sanitizer misreports the standard library's lock.
typealias TestMutex = SanitizedMutex
#else
/// The standard library's lock.
typealias TestMutex = Synchronization.Mutex
#endif

/// What modules throw.
struct Broken: Error {}

/// The events of programs.
struct Ping: HiveEvent {
    typealias Reply = String
    var number: Int
}

/// What handlers of pings trigger.
struct Pong: HiveEvent {
    typealias Reply = String
    var number: Int
}

/// A hive that a program runs on, and what its modules and observers have noted.
final class World: Sendable {
    private struct State {
        var trace: [String] = []
        var seen: Set<String> = []
        var numbering = Numbering()
        var generations: [Int: Int] = [:]
        var instances: [Int: Instance] = [:]
        var contexts: [Int: ModuleContext] = [:]
        var madeServices = 0
        var held: [Latch] = []
    }

    let program: Program
    let clock = ManualClock()
    /// Whether anybody has moved the clock.
    var hasMovedTime: Bool { clock.now.offset > .zero }
    private let state = TestMutex(State())
    private let hiveStorage = TestMutex<Hive?>(nil)
    private let operation = TestMutex<Task<Void, Never>?>(nil)
    var hive: Hive? { hiveStorage.withLock { $0 } }

    init(_ program: Program) { self.program = program }

    /// Makes the hive.
    func build() throws -> Hive {
        var options = HiveOptions(eventQueueCapacity: program.queueCapacity, clock: clock)
        options.restartsOnReload = program.restartsOnReload
        options.chance = { 0 }
        options.observers = [{ [weak self] in self?.observe($0) }]
        let hive = Hive(options)
        hiveStorage.withLock { $0 = hive }
        let code = program.modules.filter { $0.isRegistered && !$0.isListed }
        try hive.modules.register(code.map(declaration))
        try hive.modules.register(composition(program.list).modules)
        return hive
    }

    /// Lets go of the hive and of everything that waits.
    func close() {
        release()
        let old = hiveStorage.withLock { hive in
            let old = hive
            hive = nil
            return old
        }
        withExtendedLifetime(old) {}
    }

    // MARK: The operation that is under way

    func keep(_ task: Task<Void, Never>) { operation.withLock { $0 = task } }

    func cancelOperation() {
        let task = operation.withLock { $0 }
        task?.cancel()
    }

    // MARK: The trace

    func note(_ text: String) {
        state.withLock { state in
            let text = state.numbering.unique(text)
            state.trace.append(text)
            state.seen.insert(text)
        }
    }

    var trace: [String] { state.withLock { $0.trace } }
    var count: Int { state.withLock { $0.trace.count } }
    func has(_ text: String) -> Bool { state.withLock { $0.seen.contains(text) } }
    var seen: Set<String> { state.withLock { $0.seen } }

    private func observe(_ step: HiveObservation) {
        let module = step.module ?? "hive"
        let subject = "\(step.subject, default: "")"
        switch step.kind {
        case .stateChanged: note("state \(subject)")
        case .readinessChanged: note("\(module) makes it \(Self.sorted(subject))")
        case .readinessWithheld: note("\(module) withholds it: \(Self.sorted(subject))")
        // The hive's own steps, such as the delivery of its queue, are none of a module.
        case .willRunHook:
            guard module != "hive", !isDrainOfEnding(step) else { return }
            note("\(module).\(step.phase.map { "\($0)" } ?? "?") begins")
        case .didRunHook:
            guard module != "hive", !isDrainOfEnding(step) else { return }
            let error = step.error.map { ": \(Answer.kind($0))" } ?? ""
            note("\(module).\(step.phase.map { "\($0)" } ?? "?") ends\(error)")
        case .serviceRegistered: note("\(module) registers")
        case .serviceEvicted: note("\(module)'s service is evicted")
        case .workEnded: note("\(module)'s work returns")
        case .workFailed: note("\(module)'s work fails")
        case .willReload: note("reload begins")
        case .didReload: note("reload ends\(step.error.map { ": \(Answer.kind($0))" } ?? "")")
        case .handlerFailed: note("\(module)'s handler fails")
        case .operationFailed: note("\(module) fails: \(step.error.map(Answer.kind) ?? "")")
        case .healthChanged: note("\(module)'s health is \(subject.prefix { $0 != ":" })")
        default: break
        }
    }

    /// Whether a stop has met work that ends by itself: whether it still waits for that, nobody has said.
    private func isDrainOfEnding(_ step: HiveObservation) -> Bool {
        guard step.phase == .drain, step.error == nil else { return false }
        return program.modules.first { $0.name == step.module }.flatMap { instance($0.index) }?.isEnding == true
    }

    /// The reasons of a readiness come in no order that matters.
    private static func sorted(_ readiness: String) -> String {
        guard readiness.hasPrefix("not ready, ") else { return readiness }
        let reasons = readiness.dropFirst("not ready, ".count).split(separator: "; ").sorted()
        return "not ready, \(reasons.joined(separator: "; "))"
    }

    // MARK: Modules

    func begin(_ part: Part) -> Instance {
        state.withLock { state in
            let number = (state.generations[part.index] ?? 0) + 1
            state.generations[part.index] = number
            let instance = Instance(part, number, self)
            state.instances[part.index] = instance
            return instance
        }
    }

    func instance(_ index: Int) -> Instance? { state.withLock { $0.instances[index] } }

    func keep(_ context: ModuleContext, of index: Int) { state.withLock { $0.contexts[index] = context } }

    func context(_ index: Int) -> ModuleContext? { state.withLock { $0.contexts[index] } }

    func nextService() -> Int {
        state.withLock { state in
            state.madeServices += 1
            return state.madeServices
        }
    }

    /// Opens when everything that ignores its cancellation is let go of.
    func hold() -> Latch {
        let latch = Latch()
        state.withLock { $0.held.append(latch) }
        return latch
    }

    func release() {
        let held = state.withLock { state in
            let held = state.held
            state.held = []
            return held
        }
        for latch in held { latch.open() }
    }
}

/// Answers as the model words them.
enum Answer {
    /// What kind of error it is.
    static func kind(_ error: any Error) -> String {
        switch error {
        case let error as HiveError: "\(error.code)"
        case is Broken: "broken"
        case is CancellationError: "cancelled"
        default: "\(error)"
        }
    }

    static func text(_ error: any Error) -> String {
        guard let error = error as? HiveError else { return kind(error) }
        if error.code == .invalidConfiguration {
            return "\(error.code) \(Set(error.problems.errors.map { "\($0.code)" }).sorted())"
        }
        let failures = texts(error.failures)
        if error.code == .reloadFailed {
            // Only the first has a place; the others are what else went wrong.
            return "\(error.code) \(failures.prefix(1)), then \(failures.dropFirst().sorted())"
        }
        if let start = error.start {
            return "\(error.code) in \(start.phase) of \(start.module ?? "-") \(failures), started \(start.started), "
                + "abandoned \(start.abandoned), not \(start.notStarted), "
                + "rolling back \(texts(start.rollbackFailures)), undelivered \(start.undeliveredEvents.count)"
        }
        return failures.isEmpty ? "\(error.code)" : "\(error.code) \(failures)"
    }

    static func texts(_ failures: [HiveError.Failure]) -> [String] {
        failures.map { "\($0.module ?? "hive").\($0.step): \(kind($0.error))" }
    }

    /// What a call answers.
    static func of(_ call: () async throws -> String) async -> String {
        do {
            return try await call()
        } catch {
            return text(error)
        }
    }
}
