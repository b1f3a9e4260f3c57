// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
import Glibc
import Hive

/// A process that explores, as its parent has it: the test's program, started again for one call.
final class ExplorationLane {
    private let call: ExploredCall
    private let process: pid_t
    private let memory: UnsafeMutablePointer<RunMemory>
    /// What the process prints.
    private let output = MemoryFile()
    private let commands: Int32
    private let hasFixedAddresses: Bool

    init(_ call: ExploredCall, maximumSteps: Int) throws(ExplorationFailure) {
        self.call = call
        // So that what is printed after the file was emptied is at its beginning.
        _ = fcntl(output.descriptor, F_SETFL, O_APPEND)
        let (shared, events) = (MemoryFile().descriptor, MemoryFile().descriptor)
        var pair: [Int32] = [-1, -1]
        // The process has its own. As nobody else has that end of the commands, its own end is seen.
        defer { for file in [shared, events, pair[1]] { close(file) } }
        let streams = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard ftruncate(shared, MemoryLayout<RunMemory>.size) == 0, let memory = RunMemory.mapped(from: shared),
            socketpair(AF_UNIX, streams, 0, &pair) == 0
        else { throw .unavailable("The system has no memory or no descriptors left.") }
        memory.pointee.facts.maximumSteps = maximumSteps
        (self.memory, commands) = (memory, pair[0])
        // Above what the process is given them as.
        let theirs = fcntl(pair[1], F_DUPFD_CLOEXEC, 64)
        defer { close(theirs) }
        let files = [output.descriptor, output.descriptor, shared, theirs, events]
        (hasFixedAddresses, process) = fixAddressesOfChildren { ($0, Self.spawn(call, files)) }
        guard process > 0 else { throw .unavailable("The test's program could not be started again.") }
    }

    deinit {
        if process > 0 {
            kill(process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        close(commands)
        close(output.descriptor)
        munmap(memory, MemoryLayout<RunMemory>.size)
    }

    /// Starts the test's program with these files from 1 on.
    private static func spawn(_ call: ExploredCall, _ files: [Int32]) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (number, file) in zip(STDOUT_FILENO..., files) { posix_spawn_file_actions_adddup2(&actions, file, number) }
        _ = addCloseFrom(&actions, ExploringProcess.eventFile + 1)
        // A queue of Dispatch starts it, whose threads have all signals blocked.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = [
            CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", call.filter,
            "--event-stream-output-path", "/proc/self/fd/\(ExploringProcess.eventFile)", "--event-stream-version", "0",
        ]
        let own = ["HIVE_SEED=", "HIVE_SEEDS=", "SWIFT_DETERMINISTIC_HASHING=", ExploringProcess.variable + "="]
        var environment = environmentEntries().filter { entry in !own.contains { entry.utf8.starts(with: $0.utf8) } }
        environment += ["SWIFT_DETERMINISTIC_HASHING=1", "\(ExploringProcess.variable)=\(call.description)"]
        // A report is read by somebody who looks for a line of the sources.
        if getenv("SWIFT_BACKTRACE") == nil { environment.append("SWIFT_BACKTRACE=registers=none,images=none") }
        var process: pid_t = 0
        let words = (arguments.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
        defer { for word in words.0 + words.1 { free(word) } }
        guard posix_spawn(&process, "/proc/self/exe", &actions, &attributes, words.0, words.1) == 0 else { return -1 }
        return process
    }

    private static func environmentEntries() -> [String] {
        var entries: [String] = []
        var entry = environ
        while let text = entry.pointee {
            entries.append(String(cString: text))
            entry += 1
        }
        return entries
    }

    // MARK: Runs

    var order: UInt64 { memory.pointee.run.order }

    func noteLengthOfPlainRun() { memory.pointee.facts.lengthOfPlainRun = memory.pointee.run.steps }

    /// Runs a seed.
    ///
    /// - Throws: When the run has failed, or the process is gone.
    func run(seed: Int?) throws(ExplorationFailure) {
        guard send(.run(seed: seed)), let status = receiveStatus() else { throw unavailable(Self.notStarted) }
        guard let reason = memory.pointee.run.failure else {
            // What a run has printed is for its report; a million of them would fill the memory.
            _ = ftruncate(output.descriptor, 0)
            return
        }
        let signal = status & 0x7f
        let text =
            switch reason {
            case .crashed where signal == SIGALRM:
                "The run has not ended within 60 seconds: a step blocks, or never ends."
            case .crashed: "The process has ended " + (signal == 0 ? "with \(status >> 8)." : "by signal \(signal).")
            default: memory.pointee.text.string
            }
        throw failure(reason, seed: seed, text)
    }

    /// Runs the body in the process that is copied for each seed, after it has succeeded in a copy.
    func rehearse() throws(ExplorationFailure) {
        guard send(.rehearse), receiveStatus() != nil else {
            throw unavailable("The body has failed when it was run a second time in one process.")
        }
    }

    private func send(_ command: ExploringProcess.Command) -> Bool {
        var command = command
        let size = MemoryLayout.size(ofValue: command)
        return Glibc.send(commands, &command, size, Int32(MSG_NOSIGNAL)) == size
    }

    /// How a command has ended, after it has; nil when the process is gone.
    private func receiveStatus() -> Int32? {
        var status: Int32 = 0
        return recv(commands, &status, 4, Int32(MSG_WAITALL)) == 4 ? status : nil
    }

    private static let notStarted = """
        The test did not come to this call of explore when its program was started again. That needs a test of Swift \
        Testing, which calls explore itself, or passes on its own file, function, line and column.
        """

    /// Lets the test go on after the call, and tells whether it makes it a second time.
    func finishTest() throws(ExplorationFailure) {
        guard send(.end) else { return }
        // Ends when the process does; its rest is not what is explored, so that it is not waited for any longer.
        var poller = pollfd(fd: commands, events: Int16(POLLIN), revents: 0)
        _ = poll(&poller, 1, 10_000)
        guard memory.pointee.facts.isRepeated else { return }
        throw .unavailable(
            "The test makes this call of explore more than once. Tell the calls apart with `named:`, by the argument of "
                + "the test for example."
        )
    }

    // MARK: The report

    private func unavailable(_ text: String) -> ExplorationFailure {
        .unavailable(([text, "", "Printed:"] + printed).joined(separator: "\n"))
    }

    func failure(_ reason: ExplorationFailure.Reason, seed: Int?, _ text: String) -> ExplorationFailure {
        var lines = [text]
        if let seed {
            lines[0] = "Seed \(seed): \(text)"
            lines.append("Again: HIVE_SEED=\(seed) swift test --filter \(call.shortFilter)")
            lines.append("The order was that of \(SchedulePolicy(seed: seed)).")
        } else {
            lines.append("This was in the plain order, before any seed: what becomes ready first runs first.")
        }
        if !hasFixedAddresses {
            lines.append(
                "The same seed may give another order: addresses could not be fixed, which a container may forbid."
            )
        }
        lines += ["", "The last of \(memory.pointee.run.steps) steps:"] + Self.lines(of: memory.pointee.entries)
        let printed = printed
        if !printed.isEmpty { lines += ["", "Printed:"] + printed }
        return ExplorationFailure(reason: reason, seed: seed, description: lines.joined(separator: "\n"))
    }

    private static func lines(of entries: [RunMemory.Entry]) -> [String] {
        let first = (entries.last?.step ?? 0) - 40
        return entries.filter { $0.step > first }.map { entry in
            let text = entry.text.string
            guard !entry.isNote else { return "             \(text)" }
            let milliseconds = entry.time / 1_000_000 + (entry.time % 1_000_000 < 500_000 ? 0 : 1)
            let task = entry.task == 0 ? "" : "task \(entry.task)"
            let subject = [task, text].filter { !$0.isEmpty }.joined(separator: ", ")
            let parts = [
                subject.isEmpty ? "a task of the test" : subject,
                entry.isMain ? "main actor" : "",
                entry.by == 0 || entry.by == entry.task ? "" : "by task \(entry.by)",
                entry.ready > 1 ? "1 of \(entry.ready)" : "",
            ]
            let (number, time) = ("\(entry.step)".rightAligned(in: 6), "\(milliseconds) ms".rightAligned(in: 10))
            return "\(number) \(time)  " + parts.filter { !$0.isEmpty }.joined(separator: "; ")
        }
    }

    /// The first and the last lines that were printed: of a crash, the message and where it was.
    private var printed: [String] {
        let lines = output.lines()
        return lines.count <= 40 ? lines : lines.prefix(20) + ["..."] + lines.suffix(20)
    }
}
#endif
