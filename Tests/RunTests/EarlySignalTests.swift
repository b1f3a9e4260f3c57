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

/// Signals that come between the beginning of a process and the run of its hive.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct EarlySignalTests {
    // C8, C40, C41: a signal before the run is a stop before the start: no module is made, and that is a good end.
    @Test(arguments: [("early-terminate", "SIGTERM"), ("early-interrupt", "SIGINT"), ("early-hangup", "SIGHUP")])
    func signalBeforeTheRunStartsNothing(_ wish: String, _ name: String) async throws {
        let child = try Child("early", wish)
        // The run has given back what was there before the signals were caught: a handler of the program's own.
        #expect(try await child.end() == .exited(0))
        #expect(child.output == ["cancelled: 0", "stopped", "own handler"])
        #expect(await child.errorOutput() == "")
    }

    // C40, C41: main catches them before it makes the hive.
    @Test(arguments: [("early-terminate", "SIGTERM"), ("early-interrupt", "SIGINT"), ("early-hangup", "SIGHUP")])
    func signalWhileMainMakesTheHive(_ wish: String, _ name: String) async throws {
        let child = try Child(wish, "report")
        #expect(try await child.end() == .exited(0))
        #expect(child.output == ["report 0, HiveError, received \(name): stopped: received \(name)"])
        #expect(await child.errorOutput() == "")
    }

    // C40: what makes the hive is cancelled; whether it then returns or throws, the program ends well.
    @Test(arguments: [("make-waits", ["making", "cancelled"]), ("make-waits-and-throws", ["making"])])
    func signalCancelsWhatMakesTheHive(_ wish: String, _ output: [String]) async throws {
        let child = try Child(wish)
        try await child.wait(for: "making")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(child.output == output)
        #expect(await child.errorOutput() == "")
    }

    // C40: a program that cannot be cancelled there, or never runs a hive, can be ended.
    @Test(arguments: [("make-hangs", "making"), ("never-runs", "caught")])
    func secondSignalEndsAtOnce(_ wish: String, _ line: String) async throws {
        let child = try Child(wish)
        try await child.wait(for: line)
        child.send(SIGHUP)
        child.send(SIGTERM)
        child.send(SIGINT)
        let end = try await child.end()
        // The kernel may deliver them in either order.
        #expect(end == .exited(128 + SIGTERM) || end == .exited(128 + SIGINT))
        let report = await child.errorOutput()
        #expect(report.hasSuffix(" again: ending at once. No hive ran yet."))
    }

    // C40: the run goes on counting where the signals before it ended.
    @Test func secondSignalAfterAnEarlyOne() async throws {
        let child = try Child("early-terminate", "stop-at-once", "slow-exit")
        try await child.wait(for: "exiting")
        child.send(SIGINT)
        #expect(try await child.end() == .exited(128 + SIGINT))
    }

    // C40, C58: an early SIGHUP reloads once the hive runs, where that was asked for; a second one is the same.
    @Test func earlyHangUpReloadsOnceTheHiveRuns() async throws {
        let child = try Child("early", "early-hangup", "reload")
        try await child.wait(for: "reload")
        #expect(child.output.contains("running") || child.output.contains("Base is set up"))
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.count { $0 == "reload" } == 1)
        #expect(child.output.suffix(2) == ["stopped", "own handler"])
    }

    // C59: what was ignored when the process began is not caught early either.
    @Test func inheritedIgnoreIsRespected() async throws {
        let child = try Child("make-waits", ignoring: [SIGTERM])
        try await child.wait(for: "making")
        child.send(SIGTERM)
        child.send(SIGTERM)
        child.send(SIGINT)
        #expect(try await child.end() == .exited(0))
        #expect(child.output == ["making", "cancelled"])
    }
}
