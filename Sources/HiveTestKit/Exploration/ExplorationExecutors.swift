// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

// What the runtime gives every job to in a process that explores.

enum ExplorationExecutors: ExecutorFactory {
    static let mainExecutor: any MainExecutor = ExplorationMainExecutor()
    static let defaultExecutor: any TaskExecutor = ExplorationPool()
}

final class ExplorationPool: TaskExecutor, SchedulingExecutor {
    func enqueue(_ job: consuming ExecutorJob) { ExploringProcess.current?.add(UnownedJob(job), isMain: false) }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        at instant: C.Instant,
        tolerance: C.Duration?,
        clock: C
    ) {
        let wait = clock.now.duration(to: instant) as? Duration ?? .zero
        ExploringProcess.current?.add(UnownedJob(job), after: wait.recovered)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        after delay: C.Duration,
        tolerance: C.Duration?,
        clock: C
    ) {
        ExploringProcess.current?.add(UnownedJob(job), after: (delay as? Duration ?? .zero).roundedUpNanoseconds)
    }
}

extension Duration {
    /// The nanoseconds of a wait that was reckoned by the machine's clock: some of it has passed meanwhile.
    fileprivate var recovered: Int64 {
        let exact = roundedUpNanoseconds
        let unit: Int64 = exact < 1_000_000_000 ? 100_000 : exact < 10_000_000_000 ? 1_000_000 : 10_000_000
        guard exact > 0, exact < .max - unit else { return exact }
        return (exact + unit - 1) / unit * unit
    }
}

final class ExplorationMainExecutor: MainExecutor {
    func enqueue(_ job: consuming ExecutorJob) { ExploringProcess.current?.add(UnownedJob(job), isMain: true) }
    func checkIsolated() {
        precondition(ExploringProcess.current?.isOnThread == true, "This is not the main actor's thread.")
    }
    func run() throws { ExploringProcess.current?.run() }
    func runUntil(_ condition: () -> Bool) throws { ExploringProcess.current?.run(until: condition) }
    func stop() {}
}
#endif
