// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Timeline {
    /// The chain of hooks that decided how long the start took, or has taken so far, in the order in which they ran;
    /// empty when no hook of it is known (C14).
    ///
    /// Each hook of it could not begin before the one before it had ended: because it follows it, depends on it, or
    /// stands behind the barrier at the end of a phase or level that it was the last to reach. Making any other hook
    /// faster does not make the start faster. Where older hooks found no room (``dropped``), the beginning may be
    /// lost.
    ///
    /// A start that failed has one too: it ends with the hook that ended last. What a rollback or a stop ran is no part
    /// of it, nor are modules that were added later.
    ///
    /// - Complexity: O(n).
    public var criticalPath: [Entry] { criticalIndices.map { entries[$0] } }

    /// The chain of hooks, and of work that was drained, that decided how long the stop took, or has taken so far;
    /// empty when there was none (C51).
    ///
    /// It is found as ``criticalPath`` is: of modules that are drained at the same time, it has those for which the
    /// rest of the stop had to wait.
    ///
    /// - Complexity: O(n).
    package var criticalPathOfStop: [Entry] { criticalIndicesOfStop.map { entries[$0] } }

    /// Where the hooks of the start's critical path are among the entries, in the order in which they ran.
    package var criticalIndices: [Int] { criticalIndices(of: 0..<max(stagesOfStart, 0)) }

    /// The same of the stop.
    package var criticalIndicesOfStop: [Int] { firstStageOfStop.map { criticalIndices(of: $0..<Int.max) } ?? [] }

    private func criticalIndices(of stages: Range<Int>) -> [Int] {
        // By stages and modules.
        var places: [Int: [String: Int]] = [:]
        var last: [Int: Int] = [:]
        for (index, entry) in entries.enumerated() where stages.contains(entry.stage) {
            places[entry.stage, default: [:]][entry.module] = index
            // Entries that end at one time may stand in either order; the later one was noted later.
            if let other = last[entry.stage], entries[other].ended > entry.ended { continue }
            last[entry.stage] = index
        }
        var path: [Int] = []
        var next = last.keys.max().flatMap { last[$0] }
        while let index = next {
            path.append(index)
            let entry = entries[index]
            if let module = entry.after {
                next = places[entry.stage]?[module]
            } else {
                next = last[entry.stage - 1]
            }
        }
        return path.reversed()
    }
}

/// What there is to say of a critical path.
extension [Timeline.Entry] {
    /// Whether the path reaches back to the start's first hook; false when older hooks found no room.
    package var isComplete: Bool { first.map { $0.stage == 0 && $0.after == nil } ?? false }

    /// From when the first hook began to when the last one ended, what lay between hooks included.
    package var wholeDuration: Duration {
        guard let first, let last else { return .zero }
        return last.ended - first.began
    }

    /// How long the path took, and the hooks that took at least a tenth of that.
    package var summary: String {
        let total = wholeDuration
        let large = filter { $0.duration > .zero && $0.duration >= total / 10 }
        let names = large.map { "\($0.name.onOneLine) \($0.duration.brief)" }
        let what = names.isEmpty ? "" : ", of which \(names.joined(separator: ", "))"
        return "\(total.brief) in \(count == 1 ? "1 hook" : "\(count) hooks")\(what)"
    }
}
