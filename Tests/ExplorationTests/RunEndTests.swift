// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HiveTestKit
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// However a run ends, its report says how (C68).
@Suite(.enabled(if: Exploration.isSupported)) struct RunEndTests {
    private static func failure(
        function: String = #function,
        line: Int = #line,
        column: Int = #column,
        maximumSteps: Int = 100_000,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> ExplorationFailure {
        let runs = try await exploredRuns(
            [1],
            function: function,
            line: line,
            column: column,
            maximumSteps: maximumSteps,
            body
        )
        return try #require(runs.failure)
    }

    @Test func anExpectationInTheBodyCounts() async throws {
        let failure = try await Self.failure {
            await Task.yield()
            #expect(1 + 1 == 3)
        }
        #expect(failure.reason == .recordedIssues)
        #expect(failure.description.contains("Expectation failed: (1 + 1"))
    }

    @Test func aKnownIssueDoesNot() async throws {
        let runs = try await exploredRuns([1, 2, 3]) {
            withKnownIssue { #expect(1 + 1 == 3) }
        }
        #expect(runs.failure == nil)
    }

    @Test func whatTheBodyThrowsIsShown() async throws {
        let failure = try await Self.failure { throw HiveError(.invalidState, "As it should.") }
        #expect(failure.reason == .threw)
        #expect(failure.description.contains("As it should."))
        #expect(failure.description.contains("This was in the plain order"))
    }

    @Test func aDeadlockSaysWhatEachHiveWaitsFor() async throws {
        let failure = try await Self.failure {
            let hive = Hive(HiveOptions(context: HiveContext(name: "Shop"), timeouts: HiveTimeouts(start: nil)))
            try hive.modules.register(WaitingModule.self)
            let never = Task { await Latch().waitForever() }
            try await hive.start()
            await never.value
        }
        #expect(failure.reason == .deadlock)
        #expect(failure.description.contains("hive 1, Shop"), "\(failure)")
        #expect(failure.description.contains("willRunHook WaitingModule setUp"), "\(failure)")
    }

    @Test func aRunTakesOnlySoManySteps() async throws {
        let failure = try await Self.failure(maximumSteps: 500) {
            while true { await Task.yield() }
        }
        #expect(failure.reason == .tooManySteps)
        #expect(failure.description.contains("after 500 steps"))
        #expect(failure.description.contains("   500"))
    }

    @Test func aTimerOfDispatchIsNotPartOfASchedule() async throws {
        let failure = try await Self.failure {
            await withCheckedContinuation { continuation in
                let queue = DispatchQueue(label: "the test's queue")
                queue.asyncAfter(deadline: .now() + .milliseconds(50)) { continuation.resume() }
            }
        }
        #expect(failure.reason == .outside)
        #expect(failure.description.contains("Task 1 was made ready by another thread (queue 'the test's queue')"))
    }

    #if canImport(Glibc)
    @Test func aThreadIsNotPartOfASchedule() async throws {
        let failure = try await Self.failure {
            await withCheckedContinuation { continuation in
                let context = Unmanaged.passRetained(Resumption(continuation)).toOpaque()
                var thread = pthread_t()
                pthread_create(
                    &thread,
                    nil,
                    { context in
                        usleep(50_000)
                        if let context { Unmanaged<Resumption>.fromOpaque(context).takeRetainedValue().resume() }
                        return nil
                    },
                    context
                )
            }
        }
        #expect(failure.reason == .outside)
        #expect(failure.description.contains("made ready by another thread (no queue's)"), "\(failure)")
    }

    // Whatever the thread that has started the process does with signals.
    @Test func aSignalEndsTheRun() async throws {
        let failure = try await Self.failure { raise(SIGTERM) }
        #expect(failure.reason == .crashed)
        #expect(failure.description.contains("The process has ended by signal 15."), "\(failure)")
    }

    @Test func aSocketOfTheNetworkIsNotPartOfASchedule() async throws {
        // Connected to nothing: it is what it might wait for that counts.
        let failure = try await Self.failure { close(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) }
        #expect(failure.reason == .outside)
        #expect(failure.description.contains("A socket of the network was made"))
    }

    @Test func aSocketOfTheOtherNetworkIsNotEither() async throws {
        let failure = try await Self.failure { close(socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)) }
        #expect(failure.reason == .outside)
    }

    // The system's libraries ask it for names of users and for time zones through these.
    @Test func aSocketOfTheMachineIs() async throws {
        try await explore(seeds: 1...2) { close(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) }
    }
    #endif

    @Test func aCrashIsShown() async throws {
        let failure = try await Self.failure {
            Exploration.note("before the crash")
            fatalError("As it should.")
        }
        #expect(failure.reason == .crashed)
        #expect(failure.description.contains("As it should."))
        #expect(failure.description.contains("before the crash"))
    }

    @Test func randomNumbersMakeNoOrder() async throws {
        let failure = try await Self.failure {
            // As many choices as let no two runs make the same ones by chance.
            for _ in 0..<64 { if .random() { await Task {}.value } else { await Task.yield() } }
        }
        #expect(failure.reason == .outside)
        #expect(failure.description.contains("no seed could be played again"))
    }

    @Test func signalsAreNotPartOfASchedule() async throws {
        let failure = try await Self.failure { try await Hive().run() }
        #expect(failure.reason == .threw)
        #expect(failure.description.contains("Signals are not part of a schedule"))
    }

    @Test func aRunExploresNothingItself() async throws {
        let failure = try await Self.failure { try await explore(seeds: 1...2) {} }
        #expect(failure.description.contains("A run explores nothing itself."))
    }

    @Test(.serialized, arguments: ["cart", "stock"]) func callsAreToldApartByName(_ name: String) async throws {
        let failure = await #expect(throws: ExplorationFailure.self) {
            try await explore(seeds: 1...2, named: name) { throw HiveError(.invalidState, "This is \(name).") }
        }
        #expect(failure?.description.contains("This is \(name).") == true)
    }

    @Test(arguments: [1, 2]) func callsThatAreNotToldApartAreRefused(_ number: Int) async throws {
        let failure = await #expect(throws: ExplorationFailure.self) {
            try await explore(seeds: 1...2) {}
        }
        #expect(failure?.reason == .unavailable)
        #expect(failure?.description.contains("Tell the calls apart with `named:`") == true)
    }
}

private final class WaitingModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func setUp(_ context: SetupContext) async throws { await Latch().waitForever() }
}

/// For a thread, which is given a pointer.
private final class Resumption: Sendable {
    private let continuation: CheckedContinuation<Void, Never>
    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
    func resume() { continuation.resume() }
}

extension Latch {
    fileprivate func waitForever() async { try? await wait() }
}
