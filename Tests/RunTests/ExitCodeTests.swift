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

    // C41, C54: 64 for arguments that nothing reads, before the first module is made.
    @Test func argumentsThatNothingReads() async throws {
        let child = try Child("arguments", "banana", "--prot", "hunter2", "--port=\u{301}hunter2")
        #expect(try await child.end() == .exited(64))
        #expect(child.output.isEmpty)
        let report = await child.errorOutput()
        #expect(
            report.hasPrefix("error: The hive cannot start: 4 things are wrong with its arguments.\n  --port: error:")
        )
        #expect(!report.contains("hunter2"))
    }

    // C41: a program without a parser says what it is, and does not start.
    @Test(arguments: [
        ("--help", "Program runs 2 modules."),
        ("-h", "Program runs 2 modules."),
        ("--version", "Program does not say which version it is."),
    ])
    func standardQuestions(_ question: String, _ answer: String) async throws {
        let child = try Child("arguments", question)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.first == answer)
        #expect(await child.errorOutput() == "")
        let own = try Child("own-help", "stop-at-once", "arguments", "--help")
        #expect(try await own.end() == .exited(0))
        #expect(own.output.first != answer)
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

    // C40, C41: streams that are closed from the beginning stay closed; nothing that the process or its libraries open
    // gets their numbers, so that nothing is printed into it.
    @Test func streamsThatAreClosedStayClosed() async throws {
        let child = try Child("closed-streams", "fail-start", isWithoutStreams: true)
        #expect(try await child.end() == .exited(70))
    }

    // C41: the report is for whoever reads; a stream that nobody holds does not change the code.
    @Test func reportThatNobodyReads() async throws {
        let child = try Child("fail-start", closesError: true)
        #expect(try await child.end() == .exited(70))
    }
}
