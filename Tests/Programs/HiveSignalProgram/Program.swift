// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A program that the tests of signals and exit codes start and send signals to; its arguments say what goes wrong.

import Hive
import HiveCommands
import HiveControl

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@main struct Program {
    static func main() async throws {
        alarm(280)  // The program's own end, should the tests not come to it.
        let wishes = Set(CommandLine.arguments.dropFirst())
        if let asks = CommandLine.arguments.firstIndex(of: "asks") {
            let commands = HiveCommandLine(program: "program") { throw CancellationError() }
            let result = await commands.run(Array(CommandLine.arguments[(asks + 1)...]))
            for line in (result.output + result.errors).split(separator: "\n") { say(String(line)) }
            exit(result.exitCode)
        }
        if wishes.contains("restore") { return try await restore() }
        if wishes.contains("early") { return try await runLate(wishes) }
        if wishes.contains("never-runs") { await neverRun() }
        if wishes.contains("slow-exit") { sayWhenExiting() }
        if let word = wishes.first(where: { $0.hasPrefix("report") }) { await mainWithReport(word, wishes) }
        if wishes.contains("started-before") {
            await Hive.main {
                let hive = try makeHive(wishes)
                try await hive.start()
                return hive
            }
        }
        guard wishes.contains("pending-continue") else { await Hive.main { try await makeSlowly(wishes) } }
        // This thread keeps back what the other threads do; waiting for its queue, it would not.
        mask(SIG_SETMASK, SIGCONT)
        Task.detached { await Hive.main { try makeHive(wishes) } }
        while true { pause() }
    }

    /// Makes a hive, with what may come between the beginning of the process and the run.
    private static func makeSlowly(_ wishes: Set<String>) async throws -> Hive {
        sendEarly(wishes)
        if wishes.contains("closed-streams") { checkThatStreamsAreClosed() }
        if wishes.contains("make-hangs") {
            say("making")
            await hang()
        }
        if wishes.contains("make-waits") {
            say("making")
            await Gate().wait()
            say(Task.isCancelled ? "cancelled" : "not cancelled")
        }
        if wishes.contains("make-waits-and-throws") {
            say("making")
            await Gate().wait()
            throw Failure(name: "interrupted")
        }
        return try makeHive(wishes)
    }

    /// Ends the process when a standard stream leads anywhere, or something that is opened now becomes one.
    private static func checkThatStreamsAreClosed() {
        var byte: UInt8 = 0
        if read(STDIN_FILENO, &byte, 1) >= 0 || errno != EBADF { _exit(1) }
        if write(STDOUT_FILENO, &byte, 1) >= 0 || errno != EBADF { _exit(2) }
        if write(STDERR_FILENO, &byte, 1) >= 0 || errno != EBADF { _exit(3) }
        if open("/dev/null", O_RDWR) <= STDERR_FILENO { _exit(4) }
    }

    /// Sends the process the signals that were wished for; each has reached its handler when this returns.
    private static func sendEarly(_ wishes: Set<String>) {
        if wishes.contains("early-hangup") { receiveNow(SIGHUP) }
        if wishes.contains("early-hangup") { receiveNow(SIGHUP) }
        if wishes.contains("early-interrupt") { receiveNow(SIGINT) }
        if wishes.contains("early-terminate") { receiveNow(SIGTERM) }
    }

    private static func receiveNow(_ signal: Int32) {
        mask(SIG_UNBLOCK, signal)
        raise(signal)
    }

    /// Catches signals first, and runs a hive when some have come.
    private static func runLate(_ wishes: Set<String>) async throws {
        signal(SIGTERM) { _ in say("own handler") }
        Hive.catchSignals()
        Hive.catchSignals()
        sendEarly(wishes)
        let hive = try makeHive(wishes)
        do {
            try await hive.run()
        } catch let error as HiveError {
            say("\(error.code): \(error.exitCode)")
        }
        say("\(hive.state)")
        receiveNow(SIGTERM)
    }

    /// Catches signals for a hive that never comes.
    private static func neverRun() async -> Never {
        Hive.catchSignals()
        say("caught")
        await hang()
        fatalError("hang returned")
    }

    /// Says each report in a line of its own, in the way of the program.
    private static func mainWithReport(_ word: String, _ wishes: Set<String>) async -> Never {
        await Hive.main {
            try await makeSlowly(wishes)
        } report: { report in
            let code = report.exitCode.map { "\($0)" } ?? "none"
            let lines = report.text.split(separator: "\n")
            let error = report.error.map { ", \(type(of: $0))" } ?? ""
            let reason = report.reason.map { ", \($0)" } ?? ""
            if word == "report-hangs" { while true { pause() } }
            if word == "report-to-nobody" { _ = write(STDERR_FILENO, "x", 1) }
            say("report \(code)\(error)\(reason): \(lines.first ?? "")")
        }
    }

    static func makeHive(_ wishes: Set<String>) throws -> Hive {
        let isShort = wishes.contains("short")
        let timeout = Duration.seconds(240)
        var options = HiveOptions(
            timeouts: HiveTimeouts(start: timeout, stop: timeout, grace: isShort ? .milliseconds(50) : timeout),
            reloadsOnHangUp: wishes.contains("reload"),
            tellsSuspension: wishes.contains("suspension"),
            tellsMemoryPressure: wishes.contains("memory")
        )
        // What stands behind the word is for the hive.
        if let word = CommandLine.arguments.firstIndex(of: "arguments") {
            options.context.name = "Program"
            options.context.values.append(environment: ["PROGRAM_SUBJCT_PORT": "1"], prefix: "PROGRAM")
            if wishes.contains("own-help") { options.context.values.declare("help") }
            options.context.values.append(arguments: Array(CommandLine.arguments[(word + 1)...]))
        }
        if wishes.contains("doubtful") { options.context.disabledModules = ["BaseModul"] }
        // Tests send signals as fast as they can.
        options.signalRepetition = wishes.contains("sent-twice") ? .seconds(280) : .zero
        if let servers = try makeServers(wishes, options) { return servers }
        let hive = Hive(options)
        if wishes.contains("make-fails") { throw Failure(name: "no database") }
        try hive.modules.register(BaseModule.self)
        if wishes.contains("twice") { try hive.modules.register(BaseModule.self) }
        if wishes.contains("misconfigured") { try hive.modules.register(LonelyModule.self) }
        try hive.modules.register(SubjectModule.self) { SubjectModule(wishes) }
        if let word = CommandLine.arguments.firstIndex(of: "control") {
            let path = ConfigurationValue.string(CommandLine.arguments[word + 1])
            let options: ConfigurationValue = ["socket": path, "allows": ["reload"]]
            try hive.modules.register(ControlModule.self, options: options)
        }
        if wishes.contains("block") {
            try hive.modules.register(FirstBlocker.self)
            try hive.modules.register(SecondBlocker.self)
            try hive.modules.register(ThirdBlocker.self)
            try hive.modules.register(FourthBlocker.self)
        }
        return hive
    }

    /// The signals belong to somebody else before and after.
    private static func restore() async throws {
        signal(SIGTERM) { _ in say("own handler") }
        signal(SIGINT, SIG_IGN)
        try await makeHive(["stop-at-once"]).run()
        receive(SIGTERM)
        receive(SIGINT)
        do {
            try await makeHive(["fail-start"]).run()
        } catch let error as HiveError {
            say("\(error.code)")
        }
        receive(SIGTERM)
        signal(SIGINT, SIG_DFL)
        try await makeHive(["stop-at-once"]).run()
        receive(SIGINT)
    }

    /// What runs when the program exits takes as long as it likes.
    private static func sayWhenExiting() {
        atexit {
            say("exiting")
            while true { pause() }
        }
    }
}

/// Sends a signal to this thread, which keeps signals back otherwise, and returns when it was handled.
func receive(_ signal: Int32) {
    mask(SIG_UNBLOCK, signal)
    raise(signal)
}

/// Changes which signals this thread, and those that it starts, keep back.
func mask(_ how: Int32, _ signal: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(how, &set, nil)
}

/// Writes a line at once, also from a signal handler.
func say(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
}

struct Failure: Error, CustomStringConvertible {
    let name: String
    var description: String { "Failure: \(name)" }
}

/// A one-shot gate for one waiting task; a cancelled wait returns.
struct Gate: Sendable {
    private let stream = AsyncStream<Void>.makeStream()
    func open() { stream.continuation.finish() }
    func wait() async { _ = await stream.stream.first { _ in true } }
}

/// Never returns, whether its task is cancelled or not.
func hang() async { await Task.detached { await Gate().wait() }.value }
