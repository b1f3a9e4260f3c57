// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Every fault of the work of every module of several graphs, ended by a stop or by the way back after a failed start.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct DrainSweepTests {
    // C3, C5, C49, C51, C52
    @Test(arguments: DrainSweepCase.all)
    func invariantsHold(sweep: DrainSweepCase) async throws {
        let scene = Scene()
        let problems = try await sweep.play(scene) + scene.leaks().map { "\($0) is still in memory" }
        #expect(problems.isEmpty, "\(sweep): \(problems.joined(separator: "; "))")
    }
}

/// What goes wrong in the work of one module.
enum WorkFault: CaseIterable, Sendable {
    case throwsBeforeItIsUp, returnsBeforeItIsUp, neverAnnounces, ignoresCancellationBeforeItIsUp
    case throwsWhileItRuns, returnsWhileItRuns
    case throwsWhileItDrains, ignoresTheDrain, ignoresEverything, none

    /// Whether the start fails.
    var failsTheStart: Bool {
        switch self {
        case .throwsBeforeItIsUp, .returnsBeforeItIsUp, .neverAnnounces, .ignoresCancellationBeforeItIsUp: true
        default: false
        }
    }

    /// Whether only time ends it.
    var takesTime: Bool {
        [.neverAnnounces, .ignoresCancellationBeforeItIsUp, .ignoresTheDrain, .ignoresEverything].contains(self)
    }

    /// Whether it does not end when it is cancelled.
    var isAbandoned: Bool { self == .ignoresCancellationBeforeItIsUp || self == .ignoresEverything }

    /// The code of the error that the start or the stop throws.
    var code: HiveErrorCode? {
        if failsTheStart { return .startFailed }
        switch self {
        case .throwsWhileItRuns: return .workFailed
        case .throwsWhileItDrains, .ignoresTheDrain, .ignoresEverything: return .stopFailed
        default: return nil
        }
    }
}

struct DrainSweepCase: Sendable, CustomStringConvertible {
    let graph: Graph
    let module: Int
    let fault: WorkFault

    var description: String { "\(graph): \(name(module)) \(fault)" }

    static let all = Graph.all.filter { ["chain", "diamond", "levels"].contains($0.description) }.flatMap { graph in
        graph.nodes.indices.flatMap { module in
            WorkFault.allCases.map { DrainSweepCase(graph: graph, module: module, fault: $0) }
        }
    }

    private func name(_ module: Int) -> String { Graph.types[module].moduleName }

    /// Whether a module's work may be asked only when that of another one has ended.
    private func waits(_ module: Int, for other: Int) -> Bool {
        needs(other, module) || graph.nodes[module].level < graph.nodes[other].level
    }

    private func needs(_ module: Int, _ target: Int) -> Bool {
        graph.nodes[module].dependencies.contains { dependency in
            let next = graph.nodes.indices.first { name($0) == dependency }
            return next.map { $0 == target || needs($0, target) } ?? false
        }
    }

    // MARK: Playing

    private struct Latches: Sendable {
        let began = Latch(), asked = Latch(), cancelled = Latch(), release = Latch()
    }

    /// The work of a module.
    private func work(_ place: Int, _ log: Log, _ latches: Latches) -> @Sendable (WorkContext) async throws -> Void {
        let (name, fault) = (name(place), place == module ? fault : .none)
        return { context in
            log.note("begins \(name)")
            latches.began.open()
            defer { log.note("ended \(name)") }
            switch fault {
            case .throwsBeforeItIsUp: throw Broken()
            case .returnsBeforeItIsUp: return
            case .neverAnnounces: try await Latch().wait()
            case .ignoresCancellationBeforeItIsUp: return await latches.release.waitIgnoringCancellation()
            default: break
            }
            await withDrainHandler {
                await context.announceReady()
                if fault == .throwsWhileItRuns || fault == .returnsWhileItRuns { return }
                await latches.asked.waitIgnoringCancellation()
                log.note("asked \(name)")
                await withTaskCancellationHandler {
                    if fault == .ignoresTheDrain { await latches.cancelled.waitIgnoringCancellation() }
                    if fault == .ignoresEverything { await latches.release.waitIgnoringCancellation() }
                } onCancel: {
                    latches.cancelled.open()
                }
            } onDrain: {
                latches.asked.open()
            }
            if fault == .throwsWhileItDrains || fault == .throwsWhileItRuns { throw Broken() }
        }
    }

    private func declaration<Tag>(_ tag: Tag.Type, _ place: Int, _ log: Log, _ latches: [Latches]) -> ModuleDeclaration
    {
        let node = graph.nodes[place]
        return server(
            tag,
            level: node.level,
            needs: node.dependencies.map { .named($0) },
            Script(
                run: work(place, log, latches[place]),
                willStop: { _ in log.note("willStop \(String(describing: tag))") },
                tearDown: { _ in log.note("tearDown \(String(describing: tag))") }
            )
        )
    }

    /// Plays the case, and returns what is wrong.
    func play(_ scene: Scene) async throws -> [String] {
        let log = Log()
        let latches = graph.nodes.map { _ in Latches() }
        let test = TestHive()
        scene.watch("the hive", test.hive)
        let all = [
            declaration(P.self, 0, log, latches), declaration(Q.self, 1, log, latches),
            declaration(R.self, 2, log, latches), declaration(S.self, 3, log, latches),
        ]
        try test.hive.modules.register(Array(all.prefix(graph.nodes.count)))
        let life = Task { () -> HiveError? in
            do {
                try await test.hive.start()
                // What stops the hive by itself is waited for.
                if [.throwsWhileItRuns, .returnsWhileItRuns].contains(fault) {
                    try await test.recorder.wait(for: .state(.stopping))
                }
                try await test.hive.stop()
                return nil
            } catch {
                return error as? HiveError
            }
        }
        if fault.takesTime { try await drive(test, latches[module]) }
        let error = await life.value
        latches[module].release.open()
        if fault.isAbandoned {
            let phase = fault.failsTheStart ? Phase.ready : .drain
            try await test.recorder.wait(for: .hookReturnedLate(phase, of: name(module)))
            try await test.recorder.wait(for: .hookEnded(.tearDown, of: name(module)))
        }
        return problems(log.entries, error, test)
    }

    /// Lets the time of the fault end when nothing else runs.
    private func drive(_ test: TestHive, _ latches: Latches) async throws {
        if fault.failsTheStart {
            try await latches.began.wait()
            test.clock.advance(by: .seconds(30))
            guard fault.isAbandoned else { return }
            // The grace counts from the cancellation, which nothing tells.
            return try await test.advance(until: .hookEnded(.ready, of: name(module)))
        }
        try await latches.asked.wait()
        for other in graph.nodes.indices where other != module && !waits(other, for: module) {
            try await test.recorder.wait(for: .hookEnded(.drain, of: name(other)))
        }
        test.clock.advance(by: .seconds(20))
        guard fault.isAbandoned else { return }
        try await latches.cancelled.wait()
        while test.recorder.count(of: .hookEnded(.drain, of: name(module))) == 0 {
            // Nothing else has begun, because everything that is left waits for this.
            test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
    }

    // MARK: Invariants

    private func problems(_ entries: [String], _ error: HiveError?, _ test: TestHive) -> [String] {
        var problems: [String] = []
        func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
            if !holds { problems.append("\(text()): \(entries), \(error.map { "\($0)" } ?? "no error")") }
        }
        func count(_ entry: String) -> Int { entries.count { $0 == entry } }
        expect(error?.code == fault.code, "another error")
        expect(test.hive.state == (fault.failsTheStart ? .failed : .stopped), "the state is \(test.hive.state)")
        expect(test.recorder.count(of: .state(.running)) == (fault.failsTheStart ? 0 : 1), "it ran")
        for place in graph.nodes.indices {
            let name = name(place)
            expect(count("begins \(name)") == count("ended \(name)"), "the work of \(name) has not ended once")
            expect(count("tearDown \(name)") == 1, "\(name) was not torn down once")
            expect(count("willStop \(name)") == (fault.failsTheStart ? 0 : 1), "willStop of \(name)")
            guard !fault.isAbandoned, let asked = entries.firstIndex(of: "asked \(name)") else { continue }
            for other in graph.nodes.indices where waits(place, for: other) {
                let before = entries[..<asked]
                let isOver = before.contains("ended \(self.name(other))") || count("begins \(self.name(other))") == 0
                expect(isOver, "\(name) was asked before \(self.name(other)) had ended")
            }
        }
        let firstTearDown = entries.firstIndex { $0.hasPrefix("tearDown") } ?? entries.endIndex
        let lastAsked = entries.lastIndex { $0.hasPrefix("asked") } ?? 0
        expect(lastAsked < firstTearDown, "somebody was asked after a tearDown")
        if let code = error?.exitCode {
            let isLate = fault.takesTime
            expect(code == (isLate ? 75 : fault == .throwsWhileItDrains ? 71 : 70), "the exit code is \(code)")
        }
        if let error { expect(error.everyFailure.contains { $0.module == name(module) }, "the module is not named") }
        return problems
    }
}
