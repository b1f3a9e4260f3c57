// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
import Glibc
import Hive
import Synchronization
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// The process that explores: the test's program, started again for one call of `explore`.
///
/// One thread runs everything: in the order in which it comes until that call, and then, in a copy of the process for
/// each seed, as the seed says.
// Sound: what is not behind the lock is used by the one thread that runs jobs; whoever else calls `add` is told apart
// before anything is touched.
final class ExploringProcess: @unchecked Sendable {
    /// Names the call; set for a process that explores only.
    static let variable = "HIVE_EXPLORATION"
    // The files that it has from the process that has started it.
    static let memoryFile: Int32 = 3
    static let commandFile: Int32 = 4
    static let eventFile: Int32 = 5

    /// What the process is told to do next.
    enum Command: BitwiseCopyable {
        /// To run the body in a copy of itself: as a seed says, or in the plain order.
        case run(seed: Int?)
        /// To run the body itself.
        case rehearse
        /// To go on with the test.
        case end
    }

    // Sound: written once, before `main`, and then read.
    nonisolated(unsafe) fileprivate(set) static var current: ExploringProcess?

    /// What is to run before and after the seeds.
    private struct Waiting {
        var ready: [(job: UnownedJob, isMain: Bool)] = []
        var asleep: [(job: UnownedJob, end: ContinuousClock.Instant)] = []
    }

    private struct Request {
        let body: UnownedJob
        /// Runs the body in this process.
        let rehearsal: UnownedJob
        let continuation: CheckedContinuation<Void, Never>
    }

    /// The call that is sought.
    let call: String
    private let memory: UnsafeMutablePointer<RunMemory>
    private let thread = pthread_self()
    private let waiting = Mutex(Waiting())
    private let end = Mutex(())
    private var request: Request?
    /// Whether the next job is kept for the seeds.
    private var isKeeping = false
    private var kept: UnownedJob?
    private var hasExplored = false
    private var hasRehearsed = false
    /// Where what the testing library tells of a run begins in its file.
    private var firstEvent = 0
    private let hives = ExploredHives()
    private(set) var schedule: Schedule?

    init(call: String, memory: UnsafeMutablePointer<RunMemory>) { (self.call, self.memory) = (call, memory) }

    var isOnThread: Bool { pthread_equal(thread, pthread_self()) != 0 }

    // MARK: What becomes ready

    func add(_ job: UnownedJob, isMain: Bool) {
        if let schedule {
            guard isOnThread else { conclude(.outside, foreign(job)) }
            schedule.add(job, isMain: isMain)
        } else if isKeeping, isOnThread {
            (kept, isKeeping) = (job, false)
        } else {
            waiting.withLock { $0.ready.append((job, isMain)) }
        }
    }

    func add(_ job: UnownedJob, after nanoseconds: Int64) {
        if let schedule {
            guard isOnThread else { conclude(.outside, foreign(job)) }
            schedule.add(job, after: nanoseconds)
        } else {
            waiting.withLock { $0.asleep.append((job, .now + .nanoseconds(nanoseconds))) }
        }
    }

    private func foreign(_ job: UnownedJob) -> String {
        let queue = String(cString: labelOfQueue(nil))
        // Dispatch calls every thread so that is none of its own.
        let place = queue == "com.apple.root.default-qos.overcommit" ? "no queue's" : "queue '\(queue)'"
        let task = schedule?.number(taskNumber(of: job)) ?? 0
        let subject = task == 0 ? "An actor's turn" : "Task \(task)"
        return """
            \(subject) was made ready by another thread (\(place)), which the schedule does not decide: a queue or a timer of Dispatch, a thread of its own, or an executor on one of these.
            """
    }

    // MARK: Before and after the seeds

    func run(until condition: () -> Bool = { false }) {
        while !condition() {
            if let next = nextJob() {
                Self.run(next.job, isMain: next.isMain)
            } else if let request {
                self.request = nil
                serve(request)
                request.continuation.resume()
            } else {
                // For something to end that sleeps, or for another thread.
                usleep(1_000)
            }
        }
    }

    static func run(_ job: UnownedJob, isMain: Bool) {
        if isMain {
            job.runSynchronously(on: ExplorationExecutors.mainExecutor.asUnownedSerialExecutor())
        } else {
            job.runSynchronously(on: ExplorationExecutors.defaultExecutor.asUnownedTaskExecutor())
        }
    }

    private func nextJob() -> (job: UnownedJob, isMain: Bool)? {
        waiting.withLock { waiting in
            let now = ContinuousClock.now
            waiting.ready += waiting.asleep.filter { $0.end <= now }.map { ($0.job, false) }
            waiting.asleep.removeAll { $0.end <= now }
            return waiting.ready.isEmpty ? nil : waiting.ready.removeFirst()
        }
    }

    // MARK: The call that is sought

    /// Runs the body for the seeds that the other process sends, and returns when it has sent the last.
    func explore(_ body: @escaping @Sendable () async throws -> Void) async {
        guard !hasExplored else {
            memory.pointee.facts.isRepeated = true
            return
        }
        hasExplored = true
        guard let run = keep({ await self.runBody(body) }),
            let rehearsal = keep({
                try? await body()
                self.hasRehearsed = true
            })
        else { return }
        await withCheckedContinuation { request = Request(body: run, rehearsal: rehearsal, continuation: $0) }
    }

    /// Makes a task that does not run before it is told to.
    private func keep(_ operation: @escaping @Sendable () async -> Void) -> UnownedJob? {
        isKeeping = true
        Task { await operation() }
        defer { kept = nil }
        return kept
    }

    @Sendable private func runBody(_ body: @Sendable () async throws -> Void) async {
        do {
            try await body()
        } catch {
            conclude(.threw, "The body has thrown: \(error)")
        }
        let hasFailed = MemoryFile(Self.eventFile).lines(from: firstEvent).contains { line in
            line.contains(#""kind":"issueRecorded""#) && !line.contains(#""isKnown":true"#)
                && !line.contains(#""isFailure":false"#)
        }
        conclude(hasFailed ? .recordedIssues : nil, "Issues were recorded; the output says which.")
    }

    /// Makes a copy of the process for each seed.
    ///
    /// Nothing here allocates memory, so that a copy is the same whichever seeds were before.
    private func serve(_ request: Request) {
        fflush(nil)
        var command = Command.end
        let size = MemoryLayout.size(ofValue: command)
        while read(Self.commandFile, &command, size) == size {
            var status: Int32 = -1
            switch command {
            case .end: return
            case .rehearse:
                rehearse(request.rehearsal)
                status = 0
            case .run(let seed):
                let child = forkProcess()
                if child == 0 { runSeed(seed, request.body) }
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
            }
            if write(Self.commandFile, &status, 4) != 4 { break }
        }
        _exit(0)
    }

    /// Runs the body in this process, in the plain order, in which it has succeeded.
    ///
    /// What the runtime makes of types and conformances the first time that they are used, most of what a run takes
    /// otherwise, each copy has then.
    private func rehearse(_ body: UnownedJob) {
        let schedule = begin(nil, body)
        while !hasRehearsed, schedule.steps < memory.pointee.facts.maximumSteps, schedule.step() {}
        alarm(0)
        self.schedule = nil
        fflush(nil)
    }

    private func begin(_ seed: Int?, _ body: UnownedJob) -> Schedule {
        // A step that never ends ends the process; whoever has started the test may have ignored the signal.
        signal(SIGALRM, SIG_DFL)
        alarm(60)
        memory.pointee.run = RunMemory.Run()
        hives.clear()
        // The tasks of the run are counted from here.
        let last = keep {}
        let schedule = Schedule(seed: seed, memory: memory, body: body, after: last)
        self.schedule = schedule
        installInHives()
        return schedule
    }

    private func runSeed(_ seed: Int?, _ body: UnownedJob) -> Never {
        refuseSockets { _ in ExploringProcess.current?.conclude(.outside, ExploringProcess.socketMade) }
        firstEvent = MemoryFile(Self.eventFile).size
        let schedule = begin(seed, body)
        let most = memory.pointee.facts.maximumSteps
        while schedule.steps < most {
            if !schedule.step() {
                waitForOthers()
                conclude(.deadlock, "Nothing can run and nothing sleeps, and the body has not returned." + hives.text)
            }
        }
        conclude(.tooManySteps, "The body has not returned after \(most) steps." + hives.text)
    }

    private static let socketMade = """
        A socket of the network was made, and the schedule does not decide what comes through it, or when. Put something \
        in the place of the client or the server that gives way where the real one waits.
        """

    /// Gives other threads, if there are any, the time to make something ready, which says more than a deadlock.
    private func waitForOthers() {
        // One that Dispatch is about to begin may not be there yet.
        for _ in 0..<100 where threadCount == 1 { usleep(20_000) }
        // A machine that is busy takes its time; who makes something ready ends the run at once.
        if threadCount > 1 { sleep(10) }
    }

    /// How many threads the process has; 0 where nobody knows.
    private var threadCount: Int {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) { count += entry.pointee.d_name.0 == 46 ? 0 : 1 }
        return count
    }

    private func installInHives() {
        let clock = VirtualClock { self.schedule?.now ?? 0 }
        ExploredProcess.set { options in
            if options.clock is ContinuousClock || options.clock is SuspendingClock { options.clock = clock }
            let observer = self.hives.observer(named: options.context.name) { self.schedule?.note($0) }
            options.observers.insert(observer, at: 0)
        }
    }

    // MARK: The end of a run

    /// Ends the run of a seed, from whichever thread.
    func conclude(_ failure: ExplorationFailure.Reason?, _ text: String) -> Never {
        // The lock is never let go: the first one tells.
        end.withLock { _ in
            fflush(nil)
            memory.pointee.text = RunMemory.Text(text)
            memory.pointee.run.failure = failure
            _exit(0)
        }
    }
}

// Runs before `main`, so that nothing has used the usual executors yet.
@section(".init_array") @used private let takeOver: @convention(c) () -> Void = {
    // Without the memory it is somebody else who has set the variable.
    guard let call = getenv(ExploringProcess.variable),
        let memory = RunMemory.mapped(from: ExploringProcess.memoryFile)
    else { return }
    ExploringProcess.current = ExploringProcess(call: String(cString: call), memory: memory)
    // What it starts itself is started as ever.
    unsetenv(ExploringProcess.variable)
    _createExecutors(factory: ExplorationExecutors.self)
}
#endif
