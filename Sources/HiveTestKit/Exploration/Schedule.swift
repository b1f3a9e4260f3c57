// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
import Hive

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

    let memory: UnsafeMutablePointer<RunMemory>
    /// Nil in the plain order.
    let seed: Int?
    private let policy: SchedulePolicy
    private var random: SeedGenerator
    private var ready: [Ready] = []
    /// In the order in which they end.
    private var sleeping: [(job: UnownedJob, time: Int64)] = []
    private var priorities: [UInt64: Int] = [:]
    private var changes: Set<Int> = []
    private var lowest = 0
    private var names: [UInt64: String] = [:]
    private(set) var now: Int64 = 0
    var steps: Int { memory.pointee.run.steps }
    private let body: UInt64
    /// The last task that was made before the run.
    private let last: UInt64

    init(seed: Int?, memory: UnsafeMutablePointer<RunMemory>, body: UnownedJob, after last: UnownedJob?) {
        self.seed = seed
        self.memory = memory
        policy = SchedulePolicy(seed: seed)
        random = SeedGenerator(seed: seed ?? 0)
        self.body = taskNumber(of: body)
        self.last = last.map(taskNumber(of:)) ?? self.body
        if case .priorities(let depth) = policy.order {
            for _ in 1..<depth { changes.insert(1 + random.below(max(1, memory.pointee.facts.lengthOfPlainRun))) }
        }
        add(body, isMain: false)
    }

    // MARK: What becomes ready

    func add(_ job: UnownedJob, isMain: Bool) {
        let task = taskNumber(of: job)
        let by = currentTaskNumber
        if by != 0, names[by] == nil { names[by] = Task.name ?? "" }
        ready.append(Ready(job: job, isMain: isMain, task: task == 0 ? by : task, by: by, isTurn: task == 0))
    }

    /// A job that becomes ready after a time.
    func add(_ job: UnownedJob, after nanoseconds: Int64) {
        let time = Self.sum(now, max(0, nanoseconds))
        sleeping.insert((job, time), at: sleeping.partitionPoint { $0.time <= time })
    }

    // MARK: Running

    /// Takes one step; nothing is left to do when it returns false.
    func step() -> Bool {
        if policy.stepsTakeTime { now = Self.sum(now, Int64(random.below(200_000))) }
        if ready.isEmpty, let next = sleeping.first { now = max(now, next.time) }
        let due = sleeping.prefix { $0.time <= now }
        sleeping.removeFirst(due.count)
        for sleeper in due { add(sleeper.job, isMain: false) }
        guard !ready.isEmpty else { return false }
        memory.pointee.run.steps += 1
        let index = choose()
        let count = ready.count
        let next = ready.remove(at: index)
        note(next, index: index, of: count)
        ExploringProcess.run(next.job, isMain: next.isMain)
        return true
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

    /// The first of those whose task has the highest priority.
    private func highest() -> Int {
        let all = ready.map { priorities[$0.task] ?? 0 }
        return all.max().flatMap { all.firstIndex(of: $0) } ?? 0
    }

    // MARK: Telling

    private func note(_ next: Ready, index: Int, of count: Int) {
        for value in [UInt64(index), UInt64(count), number(next.task), UInt64(bitPattern: now)] {
            memory.pointee.run.order = (memory.pointee.run.order ^ value) &* 1_099_511_628_211
        }
        var entry = RunMemory.Entry(step: steps, task: number(next.task), by: number(next.by), time: now, ready: count)
        entry.isMain = next.isMain
        let name = names[next.task] ?? ""
        entry.text = RunMemory.Text(next.isTurn ? "turn of an actor" + (name.isEmpty ? "" : " for \(name)") : name)
        memory.pointee.add(entry)
    }

    func note(_ text: String) {
        var entry = RunMemory.Entry(isNote: true, step: steps, task: number(currentTaskNumber), time: now)
        entry.text = RunMemory.Text(text)
        memory.pointee.add(entry)
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
