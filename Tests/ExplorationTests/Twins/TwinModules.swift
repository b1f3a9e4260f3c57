// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value that several tasks change.
///
/// A run has one thread, which the compiler does not know.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    var current: Value { value.withLock { $0 } }

    @discardableResult
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { value.withLock { body(&$0) } }
}

/// What a run has found that must not be, whatever the order of its steps.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless something holds.
func require(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw Broken(text()) }
}

/// Runs a body under 150 seeds.
///
/// Where `HIVE_PLAIN_RUNS` says how often, it is run so many times in the usual way instead, for at most 60 seconds: a
/// plain stress test, which `.ci/nightly/plant` compares with.
func explored(
    named name: String = "",
    fileID: String = #fileID,
    function: String = #function,
    line: Int = #line,
    column: Int = #column,
    _ body: @escaping @Sendable () async throws -> Void
) async throws {
    guard let count = ProcessInfo.processInfo.environment["HIVE_PLAIN_RUNS"].flatMap(Int.init) else {
        return try await explore(
            seeds: 1...150,
            named: name,
            fileID: fileID,
            function: function,
            line: line,
            column: column,
            body
        )
    }
    let began = ContinuousClock.now
    var runs = 0
    while runs < count, began.duration(to: .now) < .seconds(60) {
        try await body()
        runs += 1
    }
    print("\(runs) plain runs")
}

/// A number that the run's seed decides, another one for each purpose.
func chosen(_ range: Range<Int>, for purpose: Int) -> Int {
    guard Exploration.isExploringProcess else { return Int.random(in: range) }
    var numbers = SeedGenerator(seed: (Exploration.seed ?? 0) &* 64 &+ purpose)
    return Int.random(in: range, using: &numbers)
}

/// Gives way as often as the run's seed says, so that what follows happens at any moment.
func giveWay(upTo most: Int = 40, for purpose: Int) async {
    for _ in 0..<chosen(0..<most, for: purpose) { await Task.yield() }
}

/// What a module does, in closures.
struct Script: Sendable {
    var setUp: @Sendable (SetupContext) async throws -> Void = { _ in }
    var initialize: @Sendable (ModuleContext) async throws -> Void = { _ in }
    var ready: @Sendable (ModuleContext) async throws -> Void = { _ in }
    var tearDown: @Sendable (StopContext) async throws -> Void = { _ in }
    /// The work of a ``Worker`` or an ``Announcer``.
    var work: @Sendable (WorkContext) async throws -> Void = { await $0.waitForDrain() }
}

protocol Scripted: FactoryModule { var script: Script { get } }

extension Scripted {
    func setUp(_ context: SetupContext) async throws { try await script.setUp(context) }
    func initialize(_ context: ModuleContext) async throws { try await script.initialize(context) }
    func ready(_ context: ModuleContext) async throws { try await script.ready(context) }
    func tearDown(_ context: StopContext) async throws { try await script.tearDown(context) }
}

/// A module without work.
final class Guest: Scripted {
    static let manifest = ModuleManifest()
    let script: Script
    init(_ script: Script) { self.script = script }
}

/// One that stands beside it.
final class OtherGuest: Scripted {
    static let manifest = ModuleManifest()
    let script: Script
    init(_ script: Script) { self.script = script }
}

/// A module with work that is up at once.
final class Worker: Scripted, WorkingModule {
    static let manifest = ModuleManifest()
    let script: Script
    init(_ script: Script) { self.script = script }
    func run(_ context: WorkContext) async throws { try await script.work(context) }
}

/// A module with work that says when it is up.
final class Announcer: Scripted, WorkingModule {
    static let manifest = ModuleManifest(work: .announced)
    let script: Script
    init(_ script: Script) { self.script = script }
    func run(_ context: WorkContext) async throws { try await script.work(context) }
}

/// Makes a hive whose every step is recorded.
func recordedHive(_ options: HiveOptions = HiveOptions()) -> (hive: Hive, recorder: HiveRecorder) {
    let recorder = HiveRecorder()
    var options = options
    options.observers.append(recorder.observe)
    return (Hive(options), recorder)
}

extension HiveRecorder {
    /// Throws when steps have come in an order that the contract does not know.
    func checkOrder() throws {
        let states = observations(of: .stateChanged).map { "\($0.subject, default: "?")" }
        let lives = [
            ["starting", "running", "stopping", "stopped"], ["starting", "stopped"], ["starting", "failed"],
        ]
        try require(lives.contains { $0.starts(with: states) }, "The hive's states are \(states).")
        let turns = observations(of: .readinessChanged).map { $0.subject == .readiness(HiveReadiness(isReady: true)) }
        for (place, isReady) in turns.enumerated() {
            try require(isReady == place.isMultiple(of: 2), "The hive is told to be ready, or not, twice: \(turns).")
        }
        try require(turns.count.isMultiple(of: 2), "The hive has stopped, and is told to be ready.")
        var under: [String: Phase] = [:]
        var down: Set<String> = []
        for step in observations where step.kind == .willRunHook || step.kind == .didRunHook {
            guard let module = step.module, let phase = step.phase, phase != .drain else { continue }
            if step.kind == .didRunHook {
                try require(under[module] == phase, "\(module).\(phase) ends and has not begun.")
                under[module] = nil
                if phase == .tearDown { down.insert(module) }
            } else {
                try require(under[module] == nil, "\(module).\(phase) begins beside another hook.")
                try require(phase == .setUp || !down.contains(module), "\(module).\(phase) comes after tearDown.")
                if phase == .setUp { down.remove(module) }
                under[module] = phase
            }
        }
        try require(under.isEmpty, "These hooks have not ended: \(under).")
    }
}
