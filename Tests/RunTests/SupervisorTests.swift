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

/// What terminals, shells and supervisors do with signals, in processes of their own.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct SupervisorTests {
    // C40, C59: a terminal that closes, or a supervisor that makes sure, never turns a stop into a kill.
    @Test(arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"), (SIGHUP, "SIGHUP")])
    func hangUpDuringAStopEndsNothing(_ signal: Int32, _ name: String) async throws {
        let child = try Child("linger-until-told")
        try await child.wait(for: "running")
        child.send(signal)
        try await child.wait(for: "lingering: received \(name)")
        child.send(SIGHUP)
        child.send(SIGHUP)
        child.send(SIGUSR1)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.suffix(2) == ["Subject is torn down", "Base is torn down: received \(name)"])
        #expect(await child.errorOutput() == "")
    }

    // C40, C59: nor does the first signal after a hang-up; it is the first of its kind.
    @Test(arguments: [SIGTERM, SIGINT])
    func firstSignalAfterAHangUpIsTheFirst(_ signal: Int32) async throws {
        let child = try Child("linger-until-told")
        try await child.wait(for: "running")
        child.send(SIGHUP)
        try await child.wait(for: "lingering: received SIGHUP")
        child.send(signal)
        child.send(SIGUSR1)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.last == "Base is torn down: received SIGHUP")
    }

    // C40: the second one of that kind ends the process, whatever came between.
    @Test func hangUpsAreNotCounted() async throws {
        let child = try Child("linger")
        try await child.wait(for: "running")
        child.send(SIGHUP)
        try await child.wait(for: "lingering: received SIGHUP")
        child.send(SIGHUP)
        child.send(SIGTERM)
        child.send(SIGINT)
        let end = try await child.end()
        // The kernel may deliver them in either order.
        #expect(end == .exited(128 + SIGTERM) || end == .exited(128 + SIGINT))
        #expect(await child.errorOutput().contains(" again: ending at once."))
    }

    // C59: what was ignored when the process began stays ignored, as `nohup` and `cmd &` in a shell script want it.
    @Test(arguments: [
        (SIGHUP, SIGTERM, "SIGTERM"), (SIGINT, SIGTERM, "SIGTERM"), (SIGTERM, SIGINT, "SIGINT"),
    ])
    func inheritedIgnoreIsRespected(_ ignored: Int32, _ other: Int32, _ name: String) async throws {
        let child = try Child("linger", ignoring: [ignored])
        try await child.wait(for: "running")
        child.send(ignored)
        child.send(ignored)
        child.send(other)
        // Had an ignored one been heard, it would be the reason.
        try await child.wait(for: "lingering: received \(name)")
        child.send(ignored)
        child.send(ignored)
        child.send(other)
        #expect(try await child.end() == .exited(128 + other))
    }

    // C40, C41: between the stop and the end of the process, signals are still Hive's: the code tells what happened.
    @Test func signalWhileTheProgramExitsHasItsCode() async throws {
        let child = try Child("slow-exit")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        try await child.wait(for: "exiting")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(128 + SIGTERM))
        #expect(await child.errorOutput() == "SIGTERM again: ending at once. No module was left.")
    }

    // C40: one that comes first when everything is down already changes nothing.
    @Test func firstSignalWhileTheProgramExitsIsTheFirst() async throws {
        let child = try Child("stop-at-once", "slow-exit")
        try await child.wait(for: "exiting")
        child.send(SIGHUP)
        child.send(SIGTERM)
        child.send(SIGINT)
        let end = try await child.end()
        #expect(end == .exited(128 + SIGTERM) || end == .exited(128 + SIGINT))
    }

    // C40, C41: at whichever moment of the end the second signal comes.
    @Test func secondSignalAroundTheEndNeverKills() async throws {
        for _ in 0..<10 {
            let child = try Child()
            try await child.wait(for: "running")
            child.send(SIGTERM)
            try await child.wait(for: "Base is torn down: received SIGTERM")
            child.send(SIGTERM)
            let end = try await child.end()
            #expect(end == .exited(0) || end == .exited(128 + SIGTERM))
        }
    }
}
