// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What `run()` does about real signals, in processes of its own.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct SignalTests {
    // C40, C41: the first signal stops, and that is a good end.
    @Test(arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"), (SIGHUP, "SIGHUP")])
    func firstSignalStops(_ signal: Int32, _ name: String) async throws {
        let child = try Child()
        try await child.wait(for: "running")
        child.send(signal)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.suffix(2) == ["Subject is torn down", "Base is torn down: received \(name)"])
        #expect(await child.errorOutput() == "")
    }

    // C8, C40, C41: also during the start, which is rolled back.
    @Test(arguments: [SIGTERM, SIGINT])
    func firstSignalEndsTheStart(_ signal: Int32) async throws {
        let child = try Child("hang-start")
        try await child.wait(for: "starting")
        child.send(signal)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.filter { $0.contains("torn down") }.count == 2)
        #expect(!child.output.contains("running"))
        #expect(await child.errorOutput() == "")
    }

    // C40: a second signal ends the process at once, after naming what was left.
    @Test(arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")])
    func secondSignalEndsAtOnce(_ signal: Int32, _ name: String) async throws {
        let child = try Child("linger")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        try await child.wait(for: "lingering: received SIGTERM")
        child.send(signal)
        #expect(try await child.end() == .exited(128 + signal))
        let report = await child.errorOutput()
        #expect(report.hasPrefix("\(name) again: ending at once. Left: BaseModule, SubjectModule."))
        #expect(report.contains("Still at work: SubjectModule.willStop for "))
        #expect(!child.output.contains { $0.contains("torn down") })
    }

    // C40: some programs send one signal twice; another signal is a second one all the same.
    @Test(arguments: [(SIGTERM, SIGINT), (SIGINT, SIGTERM)])
    func signalThatIsSentTwiceIsOne(_ signal: Int32, _ other: Int32) async throws {
        let child = try Child("linger", "sent-twice")
        try await child.wait(for: "running")
        child.send(signal)
        try await child.wait(for: "lingering: received \(signal == SIGTERM ? "SIGTERM" : "SIGINT")")
        for _ in 0..<100 { child.send(signal) }
        child.send(other)
        #expect(try await child.end() == .exited(128 + other))
    }

    // C40: a second signal during a start that does not let itself be cancelled.
    @Test func secondSignalEndsAStubbornStart() async throws {
        let child = try Child("stubborn-start")
        try await child.wait(for: "starting")
        child.send(SIGINT)
        child.send(SIGTERM)
        let end = try await child.end()
        // The kernel may deliver them in either order.
        #expect(end == .exited(128 + SIGTERM) || end == .exited(128 + SIGINT))
        #expect(await child.errorOutput().contains("SubjectModule.initialize for "))
    }

    // C19, C40: hooks that block every thread of the program cannot keep it from ending.
    @Test func secondSignalEndsAProgramWhoseThreadsAreBlocked() async throws {
        let child = try Child("block")
        // As many as there are threads begin; one is certain.
        try await child.wait(for: "blocking")
        child.send(SIGTERM)
        child.send(SIGINT)
        let end = try await child.end()
        #expect(end == .exited(128 + SIGTERM) || end == .exited(128 + SIGINT))
        #expect(await child.errorOutput().contains("Blocker.initialize for "))
    }

    // C40, C41: nobody who reads the report may change the exit code.
    @Test func secondSignalEndsWithItsCodeWhenNobodyReads() async throws {
        let child = try Child("linger", closesError: true)
        try await child.wait(for: "running")
        child.send(SIGTERM)
        try await child.wait(for: "lingering: received SIGTERM")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(128 + SIGTERM))
    }

    // C40: where it was asked for, SIGHUP reloads, as often as it comes.
    @Test func hangUpReloadsWhereAsked() async throws {
        let child = try Child("reload")
        try await child.wait(for: "running")
        child.send(SIGHUP)
        try await child.wait(for: "reload")
        child.send(SIGHUP)
        try await child.wait(for: "reload")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
    }

    // C40, B10: suspension is told before it happens, and afterwards.
    @Test func suspensionIsToldWhereAsked() async throws {
        let child = try Child("suspension")
        try await child.wait(for: "running")
        for _ in 0..<2 {
            child.send(SIGTSTP)
            #expect(try await child.change() == .stopped)
            try await child.wait(for: "suspend")
            child.send(SIGCONT)
            #expect(try await child.change() == .continued)
            try await child.wait(for: "resume")
        }
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
    }

    // C40: a SIGCONT that comes while modules are being told calls the suspension off, as it does for the kernel.
    @Test func continuingCallsASuspensionOff() async throws {
        let child = try Child("suspension", "slow-suspend")
        try await child.wait(for: "running")
        child.send(SIGTSTP)
        try await child.wait(for: "resume")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
    }

    // C40: so does one that has been sent and has not reached a handler.
    @Test func continuingThatIsPendingCallsASuspensionOff() async throws {
        let child = try Child("suspension", "pending-continue")
        try await child.wait(for: "running")
        child.send(SIGTSTP)
        try await child.wait(for: "slow suspend")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
    }

    // C40: where nobody asked, SIGTSTP is the kernel's.
    @Test func suspensionIsNotToldOtherwise() async throws {
        let child = try Child()
        try await child.wait(for: "running")
        child.send(SIGSTOP)  // SIGTSTP itself is ignored in a process group without a terminal.
        #expect(try await child.change() == .stopped)
        child.send(SIGCONT)
        #expect(try await child.change() == .continued)
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(!child.output.contains("suspend") && !child.output.contains("resume"))
    }

    // C40: however many come, each is an event or the process ends; none is mistaken for another.
    @Test func burstOfReloadsLosesNoStop() async throws {
        let child = try Child("reload")
        try await child.wait(for: "running")
        for _ in 0..<500 { child.send(SIGHUP) }
        // Of signals that are pending together, the kernel delivers any first.
        try await child.wait(for: "reload")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.last == "Base is torn down: received SIGTERM")
    }

    // C40: a burst of stops is a first and a second signal.
    @Test func burstOfStopsEndsAtOnce() async throws {
        let child = try Child("linger")
        try await child.wait(for: "running")
        for _ in 0..<500 {
            child.send(SIGTERM)
            child.send(SIGINT)
        }
        let end = try await child.end()
        #expect(end == .exited(128 + SIGTERM) || end == .exited(128 + SIGINT))
    }

    // C40: handlers are as they were, after a good run and after a start that failed.
    @Test func handlersAreRestored() async throws {
        let child = try Child("restore")
        #expect(try await child.end() == .killed(SIGINT))
        #expect(child.output.count { $0 == "own handler" } == 2)
        #expect(child.output.contains("startFailed"))
    }

    // C40, B10: whether the kernel offers news of memory or not, a hive that asks for it runs and stops.
    @Test func watchingMemoryKeepsNothingUp() async throws {
        let child = try Child("memory")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
    }
}
