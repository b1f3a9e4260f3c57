// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a program has to lead to: lines, of which some come before others.
struct Expectation: Sendable {
    /// A line, which is a step of the hive, of a module, or an answer.
    struct Line: Sendable {
        let text: String
        /// The lines that come before it, beside all of the operations before.
        var after: [Int]
        /// The lines that time has to bring before it comes, although it need not come after them.
        var gates: Set<Int> = []
        let operation: Int
        /// How far the clock has to go for the line to come; nil when it comes by itself.
        var time: Duration?
    }

    var lines: [Line] = []
    /// How many lines there are when each operation is over.
    var ends: [Int] = []
    var reached: Set<Branch> = []

    /// Why the contract does not say what happens; the program then shows nothing.
    struct Undecided: Error { let reason: String }

    /// The lines of an operation that come before any more time passes, given those that time has brought.
    func beforeTime(operation: Int, seen: Set<String>) -> (count: Int, due: [Int]) {
        let first = operation == 0 ? 0 : ends[operation - 1]
        var waits = Set<Int>()
        var due: [Int] = []
        for index in first..<ends[operation] {
            let line = lines[index]
            if line.after.contains(where: waits.contains) || !line.gates.isDisjoint(with: waits) {
                waits.insert(index)
            } else if line.time != nil, !seen.contains(line.text) {
                waits.insert(index)
                due.append(index)
            }
        }
        return (ends[operation] - waits.count, due)
    }

    /// What is different in a run that has come to the end of an operation.
    func differences(from actual: [String], until last: Int = .max) -> [String] {
        let lines = lines.filter { $0.operation <= last }
        var problems: [String] = []
        var positions: [String: Int] = [:]
        for (position, text) in actual.enumerated() { positions[text] = position }
        let expected = Set(lines.map(\.text))
        problems += lines.filter { positions[$0.text] == nil }.map { "missing: \($0.text)" }
        problems += actual.filter { !expected.contains($0) }.map { "not expected: \($0)" }
        var floor = -1
        var highest = -1
        var operation = 0
        for line in lines {
            if line.operation != operation {
                (operation, floor) = (line.operation, highest)
            }
            guard let position = positions[line.text] else { continue }
            highest = max(highest, position)
            if position < floor { problems.append("too early: \(line.text)") }
            for other in line.after {
                if let before = positions[lines[other].text], before > position {
                    problems.append("\(line.text) came before \(lines[other].text)")
                }
            }
        }
        return problems
    }
}

/// The lines of a run, which come from any thread: lines that are alike are numbered.
struct Numbering {
    private var counts: [String: Int] = [:]

    mutating func unique(_ text: String) -> String {
        let count = (counts[text] ?? 0) + 1
        counts[text] = count
        return count == 1 ? text : "\(text) (\(count))"
    }
}
