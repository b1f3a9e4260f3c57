// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// A command line that was understood.
struct CommandRequest {
    /// What is wrong with a command line; a person reads it.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// Nil when only help is wanted.
    private(set) var command: Command?
    private(set) var wantsJSON = false
    private(set) var wantsDot = false
    private(set) var wantsOrigins = false

    /// Reads a command and its options, in any order.
    init(_ arguments: [String]) throws(Mistake) {
        if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return }
        let words = arguments.filter { !$0.hasPrefix("-") }
        guard let word = words.first else { throw Mistake(description: "a command is missing.") }
        guard let command = Command(rawValue: word) else {
            throw Self.unknown("command", word, among: Command.allCases.map(\.rawValue))
        }
        if words.count > 1 {
            let text = "\(command) takes no further word, and there is \(words[1].quoted(limit: 80))."
            throw Mistake(description: text)
        }
        let known = command.options + ["--json", "--help"]
        var given: Set<String> = []
        for option in arguments where option.hasPrefix("-") {
            guard known.contains(option) else { throw Self.unknown("option of \(command)", option, among: known) }
            given.insert(option)
        }
        let forms = given.intersection(["--json", "--mermaid", "--dot"]).sorted()
        if forms.count > 1 {
            throw Mistake(description: "\(forms.joined(separator: " and ")) exclude each other.")
        }
        self.command = command
        wantsJSON = given.contains("--json")
        wantsDot = given.contains("--dot")
        wantsOrigins = given.contains("--origin")
    }

    private static func unknown(_ kind: String, _ word: String, among known: [String]) -> Mistake {
        let end = nearestName(to: word, among: known).map { "; did you mean \($0)?" } ?? "."
        return Mistake(description: "there is no \(kind) \(word.quoted(limit: 80))\(end)")
    }
}
