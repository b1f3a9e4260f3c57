// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
import Dispatch
import Glibc
import Hive
import Synchronization

/// Runs the jobs of a process that explores.
// Sound: what is not behind the lock is used by the one thread that runs jobs; whoever else calls `add` is told apart
// before anything is touched.
final class ExplorationScheduler: @unchecked Sendable {
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

    let call: String
    private let memory: RunMemory
    private let thread = pthread_self()
    private let waiting = Mutex(Waiting())
    private let changed = DispatchSemaphore(value: 0)
    private let end = Mutex(())
    private var request: Request?
    /// Whether the next job is kept for the seeds.
    private var isKeeping = false
    private var kept: UnownedJob?
    private var hasExplored = false
    private var hasRehearsed = false
    private var issues: RecordedIssues?
    private let hives = ExploredHives()
    private(set) var schedule: Schedule?

    init(call: String, memory: RunMemory) { (self.call, self.memory) = (call, memory) }

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
            changed.signal()
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
        let task = schedule?.number(JobIdentity(job).task) ?? 0
        let subject = task == 0 ? "An actor's turn" : "Task \(task)"
        return """
            \(subject) was made ready by another thread (\(place)), which the schedule does not decide: a queue or a timer of Dispatch, a thread of its own, or an executor on one of these.
            """
    }

    // MARK: Before and after the seeds

    func run(until condition: () -> Bool = { false }) {
        while !condition() {
            if let next = nextJob() {
                ExplorationExecutors.run(next.job, isMain: next.isMain)
            } else if let request {
                self.request = nil
                serve(request)
                request.continuation.resume()
            } else {
                // At most so long, so that no sleep has to be reckoned with exactly.
                _ = changed.wait(timeout: .now() + .milliseconds(1))
            }
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
            memory.facts.isRepeated = true
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
        let hasIssues = issues?.holdFailure == true
        conclude(hasIssues ? .recordedIssues : nil, "Issues were recorded; the output says which.")
    }

    /// Makes a copy of the process for each seed.
    ///
    /// Nothing here allocates memory, so that a copy is the same whichever seeds were before.
    private func serve(_ request: Request) {
        fflush(nil)
        var command = ExploringProcess.Command.end
        let size = MemoryLayout.size(ofValue: command)
        while read(ExploringProcess.commands, &command, size) == size {
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
            if write(ExploringProcess.commands, &status, 4) != 4 { break }
        }
        _exit(0)
    }

    /// Runs the body in this process, in the plain order, in which it has succeeded.
    ///
    /// What the runtime makes of types and conformances the first time that they are used, most of what a run takes
    /// otherwise, each copy has then.
    private func rehearse(_ body: UnownedJob) {
        let schedule = begin(nil, body)
        while !hasRehearsed, schedule.steps < memory.facts.maximumSteps, schedule.step() {}
        alarm(0)
        self.schedule = nil
        fflush(nil)
    }

    private func begin(_ seed: Int?, _ body: UnownedJob) -> Schedule {
        // A step that never ends ends the process; whoever has started the test may have ignored the signal.
        signal(SIGALRM, SIG_DFL)
        alarm(60)
        memory.clear()
        hives.clear()
        // The tasks of the run are counted from here.
        let last = keep {}
        let schedule = Schedule(seed: seed, memory: memory)
        self.schedule = schedule
        installInHives()
        schedule.begin(with: body, after: last)
        return schedule
    }

    private func runSeed(_ seed: Int?, _ body: UnownedJob) -> Never {
        refuseSockets { _ in ExploringProcess.current?.conclude(.outside, ExplorationScheduler.socketMade) }
        issues = RecordedIssues(inEventsOf: ExploringProcess.events)
        let schedule = begin(seed, body)
        while schedule.steps < memory.facts.maximumSteps {
            if !schedule.step() {
                waitForOthers()
                conclude(.deadlock, "Nothing can run and nothing sleeps, and the body has not returned." + hives.text)
            }
        }
        conclude(.tooManySteps, "The body has not returned after \(memory.facts.maximumSteps) steps." + hives.text)
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
            memory.text = text
            memory.facts.failure = failure
            _exit(0)
        }
    }
}
#endif
