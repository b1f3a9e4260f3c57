// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The questions that the commands answer.
enum Command: String, CaseIterable {
    case verify, list, order, graph, config, options, schema, diff, why, page, convert
    case services, actions, routes
    case blame, timeline, health
    case status, reload, restart, stop

    /// What has to be done with the modules before the question can be answered.
    enum Need {
        case nothing, setUp, hooks
        /// There is nothing to be done: the hive has to run.
        case running
    }

    var need: Need {
        switch self {
        case .verify, .list, .order, .graph, .config, .options, .schema, .diff, .why, .page, .convert: .nothing
        case .services, .actions, .routes: .setUp
        case .blame, .timeline, .health: .hooks
        case .status, .reload, .restart, .stop: .running
        }
    }

    /// What the word behind it names; nil for a command that is about the whole hive.
    var subject: String? {
        switch self {
        case .why: "the name of a module, a service or an option"
        case .options: "the name of a module or an option"
        case .schema: "a file: \(ConfigurationSchema.File.names)"
        case .diff: "the path of a folder"
        case .convert: "the path of a file"
        case .restart: "the name of a module"
        default: nil
        }
    }

    /// Whether it is about the whole hive where nothing is named.
    var mayBeAboutAll: Bool { self == .options }

    /// Whether it is about files, for whoever writes them.
    var asksNoRunningHive: Bool { [.convert, .schema, .diff].contains(self) }

    /// The forms of its answer, of which one can be asked for, beside text.
    var forms: [String] {
        switch self {
        case .graph: ["--json", "--mermaid", "--dot"]
        case .timeline: ["--json", "--trace", "--svg"]
        case .page, .convert, .schema: []
        default: ["--json"]
        }
    }

    /// Whether it changes what runs, which the program has to allow.
    var isOperation: Bool { need == .running && self != .status }

    /// Its further options.
    var options: [String] {
        switch self {
        case .config: ["--origin"]
        case .status: ["--watch"]
        default: []
        }
    }
}
