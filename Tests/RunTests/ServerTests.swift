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

/// How processes whose modules are servers start, drain and end.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct ServerTests {
    // C49, C41: work that has returned stops the hive, in order, and that is a good end.
    @Test func workThatReturnsStopsTheHive() async throws {
        let child = try Child("work-returns", "report")
        #expect(try await child.end() == .exited(0))
        #expect(child.output.contains("the job is done"))
        #expect(child.output.contains { $0.hasPrefix("Job is torn down: ") && $0.contains("JobModule") })
        #expect(child.output.last?.hasPrefix("report 0, ") == true, "\(child.output)")
        #expect(child.output.last?.contains("JobModule") == true, "\(child.output)")
    }

    // C41, C49: a program that does one thing and has done it says nothing; one that ends the work of others says why,
    // and so does one whose work had said that it is up.
    @Test(arguments: [
        ("alone", ""), ("beside-others", "stopped: the work of JobModule has ended"),
        ("announced", "stopped: the work of EarlyServer has ended"),
    ])
    func workThatReturnsBesideOthersIsSaid(_ company: String, _ words: String) async throws {
        let child = try Child("work-returns", company)
        #expect(try await child.end() == .exited(0))
        #expect(await child.errorOutput() == words)
    }

    // C49: the work of a server returns, and its module does not say that somebody waits for it to be up.
    @Test func announcementThatNobodyWaitedForIsSaid() async throws {
        let child = try Child("work-returns", "unawaited")
        #expect(try await child.end() == .exited(0))
        #expect(
            await child.errorOutput() == """
                warning: The work of ForgetfulServer called announceReady(), and the start had not waited for it. Write \
                ModuleManifest(work: .announced) in the module, or leave out the call.
                stopped: the work of ForgetfulServer has ended
                """
        )
    }

    // C63, C64: who has failed while the program goes on, and with whom; and that it is well again.
    @Test func failuresThatAreSurvivedAreSaid() async throws {
        let child = try Child("falls")
        try await child.wait(for: "it works")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        let output = await child.errorOutput()
        let expected = """
            warning: LostModule is left out: Failure: lost
            warning: FallingModule is restarting (attempt 1): Failure: fallen; down with it: NeedyModule
            FallingModule is up again
            """
        #expect(output == expected, "\(output)")
    }

    // C53: why a program that runs gets no requests; once for all reasons.
    @Test func whatKeepsTheHiveFromBeingReadyIsSaid() async throws {
        let child = try Child("withholds")
        try await child.wait(for: "it waits")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        let output = await child.errorOutput()
        let expected = """
            warning: not ready, WaitingModule: the database is not there
            ready
            warning: not ready, WaitingModule: the database is away
            """
        #expect(output == expected, "\(output)")
    }

    // C51: work that is cancelled although it looks whether it drains is named.
    @Test func workThatIsCutOffIsSaid() async throws {
        let child = try Child("looks")
        try await child.wait(for: "looks")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        let output = await child.errorOutput()
        #expect(output.hasPrefix("warning: The work of LookingModule was cancelled, perhaps in the"), "\(output)")
    }

    // C51: independent servers drain together. Each waits for the other's drain: one after the other, they never ended.
    @Test func serversDrainAtTheSameTime() async throws {
        let child = try Child("two-servers")
        try await child.wait(for: "Second runs")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(Set(child.output.suffix(3).prefix(2)) == ["First has drained", "Second has drained"])
    }

    // C51: a dependent drains first, and what it depends on answers until then.
    @Test func dependencyAnswersWhileItsDependentDrains() async throws {
        let child = try Child("dependents")
        try await child.wait(for: "Front runs")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        let expected = ["Back answers 2", "Back answers 4", "Back answers 6", "Front has drained", "Back has drained"]
        #expect(Array(child.output.suffix(6).prefix(5)) == expected, "\(child.output)")
    }

    // C8, C40, C49: a signal ends the start, in whichever step it is; what had come up goes down, and that is a good
    // end.
    @Test(arguments: ["create", "setUp", "initialize", "ready", "bind", "announced"])
    func signalEndsEachStepOfTheStart(_ step: String) async throws {
        for signal in [SIGTERM, SIGINT] {
            let child = try Child("pause-\(step)", "report")
            try await child.wait(for: "paused")
            child.send(signal)
            #expect(try await child.end() == .exited(0))
            let name = signal == SIGTERM ? "SIGTERM" : "SIGINT"
            #expect(child.output.last == "report 0, HiveError, received \(name): stopped: received \(name)")
            let isSetUp = step != "create" && step != "setUp"
            #expect(child.output.contains("Stepping is torn down: received \(name)") == isSetUp, "\(child.output)")
            #expect(child.output.contains("Stepping has drained") == (step == "announced"), "\(child.output)")
            // It never ran.
            #expect(!child.output.contains { $0.hasPrefix("Later is told") || $0 == "announced early" })
            #expect(await child.errorOutput() == "")
        }
    }

    // C40, C51: a second signal ends a drain at once, and says who is at work.
    @Test func secondSignalEndsADrain() async throws {
        let child = try Child("drain-hangs")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        try await child.wait(for: "draining")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(128 + SIGTERM))
        let printed = await child.errorOutput()
        #expect(printed.hasPrefix("SIGTERM again: ending at once. Left: BaseModule, StubbornServer."), "\(printed)")
        #expect(printed.contains("StubbornServer.drain "), "\(printed)")
    }

    // C51, C41: a drain that does not end is cut, named, and 75.
    @Test func drainThatDoesNotEndIsCut() async throws {
        let child = try Child("drain-hangs", "short")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(75))
        #expect(child.output.last?.hasPrefix("Base is torn down") == true)
        #expect(await child.errorOutput().contains("StubbornServer"))
    }
}
