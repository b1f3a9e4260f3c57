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

/// How a program that uses `Hive.main` ends, and what it tells a person.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct ExitCodeTests {
    // C41: 78, and the report says what is wrong.
    @Test(arguments: [("misconfigured", "Nobody"), ("twice", "BaseModule")])
    func configurationThatCannotWork(_ wish: String, _ culprit: String) async throws {
        let child = try Child(wish)
        #expect(try await child.end() == .exited(78))
        #expect(child.output.isEmpty)
        let report = await child.errorOutput()
        #expect(report.hasPrefix("error: "))
        #expect(report.contains(culprit))
    }

    // C13: a warning goes to the standard error stream, once, before the first module is made.
    @Test func doubtfulConfiguration() async throws {
        let child = try Child("doubtful", "stop-at-once")
        #expect(try await child.end() == .exited(0))
        let text =
            "warning: the context disables \"BaseModul\", and no module has that name. Did you mean \"BaseModule\"?"
        #expect(await child.errorOutput() == text)
    }

    // C41: 70 for a start that fails, which is rolled back first.
    @Test func startThatFails() async throws {
        let child = try Child("fail-start")
        #expect(try await child.end() == .exited(70))
        #expect(child.output.suffix(2) == ["Subject is torn down", "Base is torn down: the start failed"])
        let report = await child.errorOutput()
        #expect(report.contains("module SubjectModule failed in initialize"))
        #expect(report.contains("no network"))
    }

    // C41: 70 for a hive that is never made.
    @Test func hiveThatCannotBeMade() async throws {
        let child = try Child("make-fails")
        #expect(try await child.end() == .exited(70))
        #expect(await child.errorOutput() == "error: Failure: no database")
    }

    // C41, C49: 70 for work that failed; everything is torn down.
    @Test func workThatThrows() async throws {
        let child = try Child("work-throws")
        #expect(try await child.end() == .exited(70))
        #expect(child.output.suffix(2).first == "Subject is torn down")
        let report = await child.errorOutput()
        #expect(report.contains("the work of SubjectModule failed"))
        #expect(report.contains("the socket closed"))
    }

    // C41: 71 for a stop that failed, also when it began with a signal.
    @Test func stopThatFails() async throws {
        let child = try Child("tearDown-throws")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(71))
        #expect(child.output.last == "Base is torn down: received SIGTERM")
        #expect(await child.errorOutput().contains("the disk is full"))
    }

    // C41: 71 for a start that was ended by a signal and did not come down well.
    @Test func rollbackThatFails() async throws {
        let child = try Child("hang-start", "tearDown-throws")
        try await child.wait(for: "starting")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(71))
        #expect(await child.errorOutput().contains("the disk is full"))
    }

    // C5, C41: 75 when a hook of the start takes too long.
    @Test func startThatHangs() async throws {
        let child = try Child("stubborn-start", "short")
        #expect(try await child.end() == .exited(75))
        #expect(await child.errorOutput().contains("SubjectModule took longer for initialize"))
    }

    // C38, C41: 75 when one of the stop does; the others are torn down all the same.
    @Test func stopThatHangs() async throws {
        let child = try Child("tearDown-hangs", "short")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(75))
        #expect(child.output.last == "Base is torn down: received SIGTERM")
        #expect(await child.errorOutput().contains("SubjectModule took longer for tearDown"))
    }

    // C4, C41: 75 when a rollback takes too long, also after a signal.
    @Test func rollbackThatHangs() async throws {
        let child = try Child("hang-start", "tearDown-hangs", "short")
        try await child.wait(for: "starting")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(75))
        #expect(await child.errorOutput().contains("SubjectModule took longer for tearDown"))
    }

    // C41: the report is for whoever reads; a stream that has no room keeps nobody from the exit code.
    @Test func reportThatFindsNoRoom() async throws {
        let child = try Child("fail-start", fillsError: true)
        #expect(try await child.end() == .exited(70))
    }

    // C7, C41: main starts the hive itself; one that runs already is stopped before the process ends.
    @Test func hiveThatWasStartedBeforeIsStopped() async throws {
        let child = try Child("started-before")
        #expect(try await child.end() == .exited(70))
        let text = "Hive.main starts the hive itself, and was given one that is running already."
        #expect(await child.errorOutput() == "error: \(text) Return the hive without starting it.")
        #expect(child.output.last?.hasPrefix("Base is torn down") == true)
    }

    // C40, C41: nor after a second signal.
    @Test func lastWordsThatFindNoRoom() async throws {
        let child = try Child("linger", fillsError: true)
        try await child.wait(for: "running")
        child.send(SIGTERM)
        try await child.wait(for: "lingering: received SIGTERM")
        child.send(SIGINT)
        #expect(try await child.end() == .exited(128 + SIGINT))
    }

    // C41: the report is for whoever reads; a stream that nobody holds does not change the code.
    @Test func reportThatNobodyReads() async throws {
        let child = try Child("fail-start", closesError: true)
        #expect(try await child.end() == .exited(70))
    }
}
