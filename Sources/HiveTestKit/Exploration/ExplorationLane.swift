// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
import Glibc

/// A process that explores, as its parent has it: the test's program, started again for one call.
final class ExplorationLane {
    private let call: ExploredCall
    private let process: pid_t
    private let memory: RunMemory
    /// What the process prints.
    private let output: Int32
    private let commands: Int32
    private let hasFixedAddresses: Bool
    private var files: [Int32] = []
    private var hasEnded = false

    init(_ call: ExploredCall, maximumSteps: Int) throws(ExplorationFailure) {
        self.call = call
        let (shared, output, events) = (Self.memoryFile(), Self.memoryFile(), Self.memoryFile())
        // So that what is printed after the file was emptied is at its beginning.
        _ = fcntl(output, F_SETFL, O_APPEND)
        var pair: [Int32] = [-1, -1]
        let streams = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard ftruncate(shared, RunMemory.size) == 0, let memory = RunMemory(file: shared),
            socketpair(AF_UNIX, streams, 0, &pair) == 0
        else { throw .unavailable("The system has no memory or no descriptors left.") }
        // Above what the process is given them as.
        let theirs = fcntl(pair[1], F_DUPFD_CLOEXEC, 64)
        close(pair[1])
        memory.facts.maximumSteps = maximumSteps
        self.memory = memory
        self.output = output
        commands = pair[0]
        files = [output, commands, shared, events, theirs]
        let isFixedAndProcess = fixAddressesOfChildren { isFixed in
            (isFixed, Self.spawn(call, output: output, shared: shared, commands: theirs, events: events))
        }
        (hasFixedAddresses, process) = isFixedAndProcess
        // Closed here, so that the end of the process is seen.
        close(theirs)
        files.removeLast()
        guard process > 0 else {
            hasEnded = true
            throw .unavailable("The test's program could not be started again.")
        }
    }

    deinit {
        for file in files { close(file) }
        memory.unmap()
    }

    private static func memoryFile() -> Int32 {
        let file = makeMemoryFile("hive-exploration", 1)  // MFD_CLOEXEC
        defer { close(file) }
        return fcntl(file, F_DUPFD_CLOEXEC, 64)
    }

    private static func spawn(
        _ call: ExploredCall,
        output: Int32,
        shared: Int32,
        commands: Int32,
        events: Int32
    ) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, shared, ExploringProcess.memory)
        posix_spawn_file_actions_adddup2(&actions, commands, ExploringProcess.commands)
        posix_spawn_file_actions_adddup2(&actions, events, ExploringProcess.events)
        _ = addCloseFrom(&actions, ExploringProcess.events + 1)
        // A queue of Dispatch starts it, whose threads have all signals blocked.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = [
            CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", call.filter,
            "--event-stream-output-path", "/proc/self/fd/\(ExploringProcess.events)", "--event-stream-version", "0",
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

    var order: UInt64 { memory.facts.order }
    var steps: Int { memory.facts.steps }

    func noteLengthOfPlainRun() { memory.facts.lengthOfPlainRun = memory.facts.steps }

    /// Runs a seed.
    ///
    /// - Throws: When the run has failed, or the process is gone.
    func run(seed: Int?) throws(ExplorationFailure) {
        guard send(.run(seed: seed)), let status = receiveStatus() else { throw unavailable(Self.notStarted) }
        guard let reason = memory.facts.failure else {
            // What a run has printed is for its report; a million of them would fill the memory.
            _ = ftruncate(output, 0)
            return
        }
        let signal = status & 0x7f
        let text =
            switch reason {
            case .crashed where signal == SIGALRM:
                "The run has not ended within 60 seconds: a step blocks, or never ends."
            case .crashed: "The process has ended " + (signal == 0 ? "with \(status >> 8)." : "by signal \(signal).")
            default: memory.text
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
        guard memory.facts.isRepeated else { return }
        throw .unavailable(
            "The test makes this call of explore more than once. Tell the calls apart with `named:`, by the argument of "
                + "the test for example."
        )
    }

    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
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
        lines += ["", "The last of \(steps) steps:"] + Self.lines(of: memory.entries)
        let printed = printed
        if !printed.isEmpty { lines += ["", "Printed:"] + printed }
        return ExplorationFailure(reason: reason, seed: seed, description: lines.joined(separator: "\n"))
    }

    private static func lines(of entries: [(RunMemory.Entry, text: String)]) -> [String] {
        let first = (entries.last?.0.step ?? 0) - 40
        return entries.filter { $0.0.step > first }.map { entry, text in
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
            let number = "\(entry.step)"
            let time = "\(milliseconds) ms"
            let left = String(repeating: " ", count: max(0, 6 - number.utf8.count)) + number
            let middle = String(repeating: " ", count: max(1, 11 - time.utf8.count)) + time
            return "\(left)\(middle)  " + parts.filter { !$0.isEmpty }.joined(separator: "; ")
        }
    }

    /// The first and the last lines that were printed: of a crash, the message and where it was.
    private var printed: [String] {
        var status = stat()
        guard fstat(output, &status) == 0 else { return [] }
        let count = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = max(0, pread(output, buffer.baseAddress, count, 0))
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        return lines.count <= 40 ? lines : lines.prefix(20) + ["..."] + lines.suffix(20)
    }
}
#endif
