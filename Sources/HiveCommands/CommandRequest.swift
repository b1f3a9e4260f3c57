// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

/// A command line that was understood.
struct CommandRequest {
    /// What is wrong with a command line; a person reads it.
    struct Mistake: Error, CustomStringConvertible {
        let description: String

        /// A name that nothing has.
        static func unknown(
            _ kind: String,
            _ name: String,
            limit: Int = 80,
            among known: [String],
            otherwise end: String = "."
        ) -> Mistake {
            let end = nearestName(to: name, among: known).map { "; did you mean \($0.onOneLine)?" } ?? end
            return Mistake(description: "there is no \(kind) \(name.quoted(limit: limit))\(end)")
        }
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
    /// The words of the question itself, which are no arguments of the program: `hive`, `verify`, `--json`; those of a
    /// question to another process are none.
    private(set) var words: Set<String> = ["hive"]
    /// Whether the hive that runs is asked, in another process.
    private(set) var isLive = false
    /// Where that one is asked; nil for the standard places.
    private(set) var socket: String?

    var wantsJSON: Bool { form == "--json" }
    /// Whether changes are told as they come.
    var isWatch: Bool { command == .status && options.contains("--watch") }

    /// Reads a command and its options, in any order.
    init(_ arguments: [String]) throws(Mistake) {
        if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return }
        let arguments = try takeLiveOptions(arguments)
        let words = arguments.filter { !$0.begins(with: "-") }
        guard let word = words.first else { throw Mistake(description: "a command is missing.") }
        guard let command = Command(rawValue: word) else {
            throw Mistake.unknown("command", word, among: Command.allCases.map(\.rawValue))
        }
        isLive = isLive || command.need == .running
        if isLive, command.asksNoRunningHive {
            throw Mistake(description: "\(command) asks no hive that runs, so --live means nothing.")
        }
        var forms: Set<String> = []
        for option in arguments where option.begins(with: "-") {
            if command.forms.contains(option) {
                forms.insert(option)
            } else if command.options.contains(option) {
                options.insert(option)
            } else if Self.isOfProgram(option), !isLive {
                programArguments.append(option)
            } else if Self.isOfProgram(option) {
                let name = option.head(before: "=").quoted(limit: 80)
                throw Mistake(description: "\(name) has no place here: the hive that runs has its own arguments.")
            } else {
                throw Mistake.unknown(
                    "option of \(command)",
                    option,
                    among: command.forms + command.options + ["--help"],
                    otherwise: ". What the program itself reads is written --name=value."
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
        if let subject = command.subject, words.dropFirst().first?.isEmpty ?? !command.mayBeAboutAll {
            throw Mistake(description: "\(command) needs \(subject).")
        }
        self.command = command
        self.words = isLive ? [] : self.words.union(words + forms + options)
        subject = words.dropFirst().first
        form = forms.first
    }

    /// Takes out what says which hive is asked.
    private mutating func takeLiveOptions(_ arguments: [String]) throws(Mistake) -> [String] {
        var rest: [String] = []
        var words = arguments[...]
        while let word = words.popFirst() {
            if word == "--live" {
                isLive = true
            } else if word == "--socket" || word.begins(with: "--socket=") {
                guard let path = word.tail(behind: "=") ?? words.popFirst(), !path.isEmpty else {
                    throw Mistake(description: "--socket needs the path of a socket.")
                }
                (isLive, socket) = (true, path)
            } else {
                rest.append(word)
            }
        }
        return rest
    }

    /// The question as a line of the protocol.
    func line(_ command: Command) -> String {
        // The form of a status is made here, where it is known how wide a line may be.
        let form = command == .status ? nil : form
        let arguments = [subject, form].compactMap(\.self) + options.sorted()
        let entries: [String: ConfigurationValue] = [
            "version": .integer(ControlProtocol.version), "command": .string(command.rawValue),
            "arguments": .list(arguments),
        ]
        return ConfigurationValue.dictionary(entries.filter { $0.value != [] }).json
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
}
