// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
import Glibc
import Hive

/// Runs the jobs of a process that explores.
// Sound: what is not behind the lock is used by the one thread that runs jobs; whoever else calls `add` is told apart
// before anything is touched.
final class ExplorationScheduler: @unchecked Sendable {
    private struct Waiting {
        let job: UnownedJob
        let isMain: Bool
    }

    private struct Request {
        let body: UnownedJob
        /// Runs the body in this process.
        let rehearsal: UnownedJob
        let continuation: CheckedContinuation<Void, Never>
    }

    let call: String
    private let thread = pthread_self()
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    /// What is to run before and after the seeds.
    private var waiting: [Waiting] = []
    private var asleep: [(time: Int64, job: UnownedJob)] = []
    private var request: Request?
    /// Whether the next job is kept for the seeds.
    private var isKeeping = false
    private var kept: UnownedJob?
    private var hasExplored = false
    private var hasRehearsed = false
    private var issues: RecordedIssues?
    private let hives = ExploredHives()
    private(set) var schedule: Schedule?

    init(call: String) {
        self.call = call
        lock = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    var isOnThread: Bool { pthread_equal(thread, pthread_self()) != 0 }

    // MARK: What becomes ready

    func add(_ job: UnownedJob, isMain: Bool) {
        if let schedule {
            guard isOnThread else { conclude(.outside, foreign(job)) }
            schedule.add(job, isMain: isMain)
        } else if isKeeping, isOnThread {
            (kept, isKeeping) = (job, false)
        } else {
            pthread_mutex_lock(lock)
            waiting.append(Waiting(job: job, isMain: isMain))
            pthread_cond_signal(changed)
            pthread_mutex_unlock(lock)
        }
    }

    func add(_ job: UnownedJob, after nanoseconds: Int64) {
        if let schedule {
            guard isOnThread else { conclude(.outside, foreign(job)) }
            schedule.add(job, after: nanoseconds)
        } else {
            pthread_mutex_lock(lock)
            asleep.append((Self.machineTime + nanoseconds, job))
            pthread_cond_signal(changed)
            pthread_mutex_unlock(lock)
        }
    }

    private func foreign(_ job: UnownedJob) -> String {
        let queue = String(cString: labelOfQueue(nil))
        let task = schedule?.number(JobIdentity(job).task) ?? 0
        let subject = task == 0 ? "An actor's turn" : "Task \(task)"
        return """
            \(subject) was made ready by another thread (queue '\(queue)'), which the schedule does not decide: a queue or a timer of Dispatch, a thread of its own, or an executor on one of these.
            """
    }

    // MARK: Before and after the seeds

    private static var machineTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func run(until condition: () -> Bool = { false }) {
        let main = ExplorationExecutors.main.asUnownedSerialExecutor()
        let pool = ExplorationExecutors.pool.asUnownedTaskExecutor()
        while !condition() {
            if let next = nextJob() {
                if next.isMain {
                    next.job.runSynchronously(on: main)
                } else {
                    next.job.runSynchronously(on: pool)
                }
            } else if let request {
                self.request = nil
                serve(request, main: main, pool: pool)
                request.continuation.resume()
            }
        }
    }

    /// The next job, after it has come; nil when the seeds' turn has.
    private func nextJob() -> Waiting? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            let now = Self.machineTime
            waiting += asleep.filter { $0.time <= now }.map { Waiting(job: $0.job, isMain: false) }
            asleep.removeAll { $0.time <= now }
            if !waiting.isEmpty { return waiting.removeFirst() }
            if request != nil { return nil }
            // At most so long, so that no sleep has to be reckoned with exactly.
            var limit = timespec()
            clock_gettime(CLOCK_REALTIME, &limit)
            limit.tv_nsec += 1_000_000
            if limit.tv_nsec >= 1_000_000_000 {
                limit.tv_sec += 1
                limit.tv_nsec -= 1_000_000_000
            }
            pthread_cond_timedwait(changed, lock, &limit)
        }
    }

    // MARK: The call that is sought

    /// Runs the body for the seeds that the other process sends, and returns when it has sent the last.
    func explore(_ body: @escaping @Sendable () async throws -> Void) async {
        guard !hasExplored else {
            RunMemory(file: ExploringProcess.memory)?.facts.isRepeated = true
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
        conclude(.succeeded, "")
    }

    /// Makes a copy of the process for each seed.
    ///
    /// Nothing here allocates memory, so that a copy is the same whichever seeds were before.
    private func serve(_ request: Request, main: UnownedSerialExecutor, pool: UnownedTaskExecutor) {
        guard let memory = RunMemory(file: ExploringProcess.memory) else { _exit(70) }
        fflush(nil)
        var command = ExploringProcess.Command.end
        let size = MemoryLayout.size(ofValue: command)
        while read(ExploringProcess.commands, &command, size) == size {
            var status: Int32 = -1
            switch command {
            case .end: return
            case .rehearse:
                rehearse(request.rehearsal, memory, main: main, pool: pool)
                status = 0
            case .run(let seed):
                let child = forkProcess()
                if child == 0 { runSeed(seed, request.body, memory, main: main, pool: pool) }
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
    private func rehearse(
        _ body: UnownedJob,
        _ memory: RunMemory,
        main: UnownedSerialExecutor,
        pool: UnownedTaskExecutor
    ) {
        let schedule = begin(nil, body, memory)
        while !hasRehearsed, schedule.steps < memory.facts.maximumSteps, schedule.step(main: main, pool: pool) {}
        self.schedule = nil
        fflush(nil)
    }

    private func begin(_ seed: Int?, _ body: UnownedJob, _ memory: RunMemory) -> Schedule {
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

    private func runSeed(
        _ seed: Int?,
        _ body: UnownedJob,
        _ memory: RunMemory,
        main: UnownedSerialExecutor,
        pool: UnownedTaskExecutor
    ) -> Never {
        // A step that never ends ends the process; whoever has started the test may have blocked or ignored the signal.
        signal(SIGALRM, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        alarm(60)
        issues = RecordedIssues(inEventsOf: ExploringProcess.events)
        let schedule = begin(seed, body, memory)
        while schedule.steps < memory.facts.maximumSteps {
            if !schedule.step(main: main, pool: pool) {
                waitForOthers()
                conclude(.deadlock, "Nothing can run and nothing sleeps, and the body has not returned." + hives.text)
            }
        }
        conclude(.tooManySteps, "The body has not returned after \(memory.facts.maximumSteps) steps." + hives.text)
    }

    /// Gives other threads, if there are any, the time to make something ready, which says more than a deadlock.
    private func waitForOthers() {
        guard let folder = opendir("/proc/self/task") else { return }
        defer { closedir(folder) }
        var threads = 0
        while let entry = readdir(folder) { threads += entry.pointee.d_name.0 == 46 ? 0 : 1 }
        if threads > 1 { usleep(500_000) }
    }

    private func installInHives() {
        let clock = VirtualClock(read: { self.schedule?.now ?? 0 }, wait: { try await self.schedule?.sleep(until: $0) })
        ExploredProcess.set { options in
            if options.clock is ContinuousClock || options.clock is SuspendingClock { options.clock = clock }
            let observer = self.hives.observer(named: options.context.name) { self.schedule?.note($0) }
            options.observers.insert(observer, at: 0)
        }
    }

    // MARK: The end of a run

    /// Ends the run of a seed, from whichever thread.
    func conclude(_ end: RunMemory.End, _ text: String) -> Never {
        pthread_mutex_lock(lock)  // For good: the first one tells.
        guard let memory = schedule?.memory else { _exit(70) }
        fflush(nil)
        memory.text = text
        memory.facts.end = end == .succeeded && issues?.holdFailure == true ? .recordedIssues : end
        _exit(0)
    }
}
#endif
