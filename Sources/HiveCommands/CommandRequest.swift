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
    /// What is asked about; nil for the whole hive.
    private(set) var subject: String?
    /// The form of the answer; nil for text.
    private(set) var form: String?
    /// The further options that were given.
    private(set) var options: Set<String> = []
    /// Arguments that the program itself reads, such as `--environment=production`.
    private(set) var programArguments: [String] = []
    /// The words of the question itself, which are no arguments of the program: `hive`, `verify`, `--json`.
    private(set) var words: Set<String> = ["hive"]

    var wantsJSON: Bool { form == "--json" }

    /// Reads a command and its options, in any order.
    init(_ arguments: [String]) throws(Mistake) {
        if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return }
        let words = arguments.filter { !$0.begins(with: "-") }
        guard let word = words.first else { throw Mistake(description: "a command is missing.") }
        guard let command = Command(rawValue: word) else {
            throw Self.unknown("command", word, among: Command.allCases.map(\.rawValue))
        }
        var forms: Set<String> = []
        for option in arguments where option.begins(with: "-") {
            if command.forms.contains(option) {
                forms.insert(option)
            } else if command.options.contains(option) {
                options.insert(option)
            } else if Self.isOfProgram(option) {
                programArguments.append(option)
            } else {
                throw Self.unknown(
                    "option of \(command)",
                    option,
                    among: command.forms + command.options + ["--help"],
                    otherwise: " What the program itself reads is written --name=value."
                )
            }
        }
        if forms.count > 1 {
            throw Mistake(description: "\(forms.sorted().joined(separator: " and ")) exclude each other.")
        }
        let most = command.subject == nil ? 1 : 2
        if words.count > most {
            let text = "\(command) takes no further word, and there is \(words[most].quoted(limit: 80))."
            throw Mistake(description: text)
        }
        if let subject = command.subject, words.count == 1, !command.mayBeAboutAll {
            throw Mistake(description: "\(command) needs \(subject).")
        }
        self.command = command
        self.words.formUnion(words + forms + options)
        subject = words.dropFirst().first
        form = forms.first
    }

    /// Whether an argument has the form of those that a context reads: a key with a value, or an option of a module.
    private static func isOfProgram(_ argument: String) -> Bool {
        argument.begins(with: "--") && argument.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ".") }
    }

    /// Refuses arguments for the program that it does not read, because the answer would be another one than was asked
    /// for.
    func check(_ context: HiveContext) throws(Mistake) {
        let read = Set(context.arguments)
        guard let unread = programArguments.first(where: { !read.contains($0) }) else { return }
        let text =
            "the program does not read \(unread.head(before: "=").quoted(limit: 80)): its hive has no such argument."
        throw Mistake(description: "\(text) HiveContext.process(name:prefix:) reads those of the process.")
    }

    private static func unknown(
        _ kind: String,
        _ word: String,
        among known: [String],
        otherwise advice: String = ""
    ) -> Mistake {
        let end = nearestName(to: word, among: known).map { "; did you mean \($0)?" } ?? ".\(advice)"
        return Mistake(description: "there is no \(kind) \(word.quoted(limit: 80))\(end)")
    }
}
