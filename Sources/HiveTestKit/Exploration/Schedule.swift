// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
import Glibc

/// The order of one run: what is ready, what sleeps, and the virtual time; used by one thread.
// Sound: the process that has one runs everything on one thread, and what comes from another ends it.
final class Schedule: @unchecked Sendable {
    private struct Ready {
        let job: UnownedJob
        let isMain: Bool
        /// The task whose step it is: for an actor's turn, the one that asked for it.
        let task: UInt64
        let by: UInt64
        let isTurn: Bool
    }

    let memory: RunMemory
    /// Nil in the plain order.
    let seed: Int?
    private let policy: SchedulePolicy
    private var random: SeedGenerator
    private var ready: [Ready] = []
    private var sleeping: [(job: UnownedJob, time: Int64)] = []
    private var priorities: [UInt64: Int] = [:]
    private var changes: Set<Int> = []
    private var lowest = 0
    private var names: [UInt64: String] = [:]
    private(set) var now: Int64 = 0
    private(set) var steps = 0
    private var body: UInt64 = 0
    /// The last task that was made before the run.
    private var last: UInt64 = 0

    init(seed: Int?, memory: RunMemory) {
        self.seed = seed
        self.memory = memory
        policy = SchedulePolicy(seed: seed)
        random = SeedGenerator(seed: seed ?? 0)
        if case .priorities(let depth) = policy.order {
            for _ in 1..<depth { changes.insert(1 + random.below(max(1, memory.facts.lengthOfPlainRun))) }
        }
    }

    // MARK: What becomes ready

    func begin(with body: UnownedJob, after last: UnownedJob?) {
        self.body = JobIdentity(body).task
        self.last = last.map { JobIdentity($0).task } ?? self.body
        add(body, isMain: false)
    }

    func add(_ job: UnownedJob, isMain: Bool) {
        let task = JobIdentity(job).task
        let by = JobIdentity.current
        if by != 0, names[by] == nil { names[by] = Task.name ?? "" }
        ready.append(Ready(job: job, isMain: isMain, task: task == 0 ? by : task, by: by, isTurn: task == 0))
    }

    /// A job that becomes ready after a time.
    func add(_ job: UnownedJob, after nanoseconds: Int64) {
        sleeping.append((job, Self.sum(now, max(0, nanoseconds))))
    }

    // MARK: Running

    /// Takes one step; nothing is left to do when it returns false.
    func step() -> Bool {
        if policy.stepsTakeTime { now = Self.sum(now, Int64(random.below(200_000))) }
        if ready.isEmpty, let next = sleeping.lazy.map(\.time).min() { now = max(now, next) }
        wake()
        guard !ready.isEmpty else { return false }
        steps += 1
        let index = choose()
        let count = ready.count
        let next = ready.remove(at: index)
        note(next, index: index, of: count)
        ExplorationExecutors.run(next.job, isMain: next.isMain)
        return true
    }

    private func wake() {
        guard sleeping.contains(where: { $0.time <= now }) else { return }
        let due = sleeping.enumerated().filter { $0.element.time <= now }
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element.job)
        sleeping.removeAll { $0.time <= now }
        for job in due { add(job, isMain: false) }
    }

    private func choose() -> Int {
        switch policy.order {
        case .plain: return 0
        case .uniform: return random.below(ready.count)
        case .priorities:
            for entry in ready where priorities[entry.task] == nil {
                priorities[entry.task] = 1 + random.below(1_000_000_000)
            }
            var index = highest()
            if changes.contains(steps) {
                lowest -= 1
                priorities[ready[index].task] = lowest
                index = highest()
            }
            return index
        }
    }

    private func highest() -> Int {
        var (best, highest) = (0, Int.min)
        for (index, entry) in ready.enumerated() {
            let priority = priorities[entry.task] ?? 0
            if priority > highest { (best, highest) = (index, priority) }
        }
        return best
    }

    // MARK: Telling

    private func note(_ next: Ready, index: Int, of count: Int) {
        var facts = memory.facts
        for value in [UInt64(index), UInt64(count), number(next.task), UInt64(bitPattern: now)] {
            facts.order = (facts.order ^ value) &* 1_099_511_628_211
        }
        facts.steps = steps
        memory.facts = facts
        var entry = RunMemory.Entry(step: steps, task: number(next.task), by: number(next.by), time: now, ready: count)
        entry.isMain = next.isMain
        let name = names[next.task] ?? ""
        memory.add(entry, next.isTurn ? "turn of an actor" + (name.isEmpty ? "" : " for \(name)") : name)
    }

    func note(_ text: String) {
        memory.add(RunMemory.Entry(isNote: true, step: steps, task: number(JobIdentity.current), time: now), text)
    }

    /// Tasks are counted from the body's, which is 1.
    func number(_ task: UInt64) -> UInt64 {
        if task == body { return 1 }
        return task > last ? task - last + 1 : 0
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }
}
#endif
