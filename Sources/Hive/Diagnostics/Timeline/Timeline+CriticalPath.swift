// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Timeline {
    /// The chain of hooks that decided how long a start took (C14).
    ///
    /// Each hook of it could not begin before the one before it had ended: because it follows it, depends on it, or stands
    /// behind the barrier at the end of a phase or level that it was the last to reach. Making any other hook faster does
    /// not make the start faster.
    public struct CriticalPath: Hashable, Sendable, CustomStringConvertible {
        /// The hooks, in the order in which they ran.
        public let entries: [Entry]
        /// Whether the chain reaches back to the start's first hook; false when older hooks found no room.
        public let isComplete: Bool

        /// From when its first hook began to when its last one ended, what lay between hooks included.
        public var duration: Duration {
            guard let first = entries.first, let last = entries.last else { return .zero }
            return last.ended - first.began
        }

        /// How long it took, and the hooks that took at least a tenth of that.
        public var description: String {
            let total = duration
            let large = entries.filter { $0.duration > .zero && $0.duration >= total / 10 }
            let names = large.map { "\($0.name.onOneLine) \($0.duration.brief)" }
            let what = names.isEmpty ? "" : ", of which \(names.joined(separator: ", "))"
            return "\(total.brief) in \(entries.count) hooks\(what)"
        }
    }

    /// The chain of hooks that decided how long the start took, or has taken so far; nil when no hook of it is known.
    ///
    /// A start that failed has one too: it ends with the hook that ended last. What a rollback or a stop ran is no part of
    /// it, nor are modules that were added later.
    ///
    /// - Complexity: O(n).
    public var criticalPath: CriticalPath? {
        let (indices, isComplete) = criticalIndices
        return indices.isEmpty ? nil : CriticalPath(entries: indices.map { entries[$0] }, isComplete: isComplete)
    }

    /// Where the critical path's hooks are among the entries, in the order in which they ran.
    package var criticalIndices: (indices: [Int], isComplete: Bool) {
        struct Place: Hashable {
            let stage: Int
            let module: String
        }
        var places: [Place: Int] = [:]
        var last: [Int: Int] = [:]
        for (index, entry) in entries.enumerated() where entry.stage < stagesOfStart {
            places[Place(stage: entry.stage, module: entry.module)] = index
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
                next = places[Place(stage: entry.stage, module: module)]
            } else {
                next = last[entry.stage - 1]
            }
        }
        let isComplete = path.last.map { entries[$0].stage == 0 && entries[$0].after == nil } ?? false
        return (path.reversed(), isComplete)
    }
}
