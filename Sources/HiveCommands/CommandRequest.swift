// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// The questions that the commands answer.
enum Command: String, CaseIterable {
    case verify, list, order, services, actions, routes, graph, config, blame

    /// Whether modules have to be set up for it.
    var setsModulesUp: Bool {
        switch self {
        case .services, .actions, .routes, .blame: true
        case .verify, .list, .order, .graph, .config: false
        }
    }

    /// The options that it has beside `--json` and `--help`.
    var options: [String] {
        switch self {
        case .graph: ["--mermaid", "--dot"]
        case .config: ["--origin"]
        default: []
        }
    }
}

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

enum CommandHelp {
    /// What `--help` prints.
    static func text(_ program: String) -> String {
        """
        Says what the hive of this program is made of, and what is wrong with it.

        usage: \(program) hive COMMAND [--json]

        These create no module:
          verify            everything that is wrong or doubtful, and how each name in property lists was found
          list              every module, with the places that declare it
          order             the modules in boot order, the chain that decides how long a start takes, and its limit
          graph             which module depends on which, for Mermaid; with --dot for Graphviz
          config            what the property lists say, merged; with --origin also where each value stands

        These set the modules up, because that is when they register what they offer, and tear them down again:
          services          every service, with its module and the places that declare it
          actions           every target with its actions and their parameters
          routes            every route

        This one runs every hook of a start and a stop, and what a hook opens is opened:
          blame             the hooks of the start and the stop, the slowest first, and the critical path of the start

        No command begins the work of a module.

        --json prints one JSON object with stable keys instead of text. config shows •••• in place of an option that is a
        Secret or that no optionsType reads; values of the application are shown as they are.

        exit codes: 0 well, also with warnings; 64 wrong command line; 70 the start failed; 71 the stop failed;
        74 the answer could not be written; 75 a timeout passed; 78 something is wrong with the configuration

        """
    }
}
