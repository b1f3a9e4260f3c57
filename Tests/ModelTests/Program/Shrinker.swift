// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Makes a program that shows something as short as it can be.
struct Shrinker {
    /// Whether a program still shows it.
    let shows: (Program) async -> Bool

    func shrink(_ program: Program) async -> Program {
        var best = program
        var hasShrunk = true
        while hasShrunk {
            hasShrunk = false
            var position = 0
            while true {
                let candidates = Self.smaller(best)
                guard position < candidates.count else { break }
                // After a success the same position is another candidate, smaller than the last one.
                if candidates[position] != best, await shows(candidates[position]) {
                    best = candidates[position]
                    hasShrunk = true
                } else {
                    position += 1
                }
            }
        }
        return best
    }

    /// Programs with one thing less.
    private static func smaller(_ program: Program) -> [Program] {
        var result: [Program] = []
        func add(_ change: (inout Program) -> Void) {
            var copy = program
            change(&copy)
            if copy != program { result.append(copy) }
        }
        for position in program.operations.indices.reversed() { add { $0.operations.remove(at: position) } }
        for position in program.modules.indices.reversed() {
            add { program in
                let index = program.modules.remove(at: position).index
                for other in program.modules.indices { program.modules[other].needs.removeAll { $0.target == index } }
                program.changeLists { entries in
                    entries.removeAll { $0.index == index }
                    for entry in entries.indices { entries[entry].needs?.removeAll { $0.target == index } }
                }
            }
        }
        for position in program.operations.indices {
            guard case .reload(let entries) = program.operations[position] else { continue }
            for entry in entries.indices {
                func change(_ change: (inout [Entry]) -> Void) {
                    var entries = entries
                    change(&entries)
                    add { $0.operations[position] = .reload(entries) }
                }
                change { $0.remove(at: entry) }
                change { $0[entry].number = 1 }
                change { $0[entry].level = nil }
                change { $0[entry].needs = nil }
            }
        }
        for position in program.modules.indices {
            for place in Place.allCases {
                for step in (program.modules[position].actions[place] ?? []).indices {
                    add { program in
                        program.modules[position].actions[place]?.remove(at: step)
                        if program.modules[position].actions[place]?.isEmpty == true {
                            program.modules[position].actions[place] = nil
                        }
                    }
                }
            }
            for need in program.modules[position].needs.indices {
                add { $0.modules[position].needs.remove(at: need) }
                add { $0.modules[position].needs[need].isOptional = false }
                add { $0.modules[position].needs[need].isService = false }
            }
            add { $0.modules[position].isListed = false }
            add { $0.modules[position].isReconfigurable = false }
            add { $0.modules[position].work = .none }
            add { $0.modules[position].workMayEnd = false }
            add { $0.modules[position].offer = .nothing }
            add { $0.modules[position].isSubscriber = false }
            add { $0.modules[position].isConcurrent = false }
            add { $0.modules[position].level = 1 }
            add { $0.modules[position].priority = 0 }
        }
        add { $0.queueCapacity = 16 }
        return result
    }
}

extension Program {
    /// Changes every property list that is reloaded.
    fileprivate mutating func changeLists(_ change: (inout [Entry]) -> Void) {
        for position in operations.indices {
            guard case .reload(var entries) = operations[position] else { continue }
            change(&entries)
            operations[position] = .reload(entries)
        }
    }
}
