// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The questions that the commands answer.
enum Command: String, CaseIterable {
    case verify, list, order, graph, config, why, page, convert, services, actions, routes, blame, timeline, health

    /// What has to be done with the modules before the question can be answered.
    enum Need {
        case nothing, setUp, hooks
    }

    var need: Need {
        switch self {
        case .verify, .list, .order, .graph, .config, .why, .page, .convert: .nothing
        case .services, .actions, .routes: .setUp
        case .blame, .timeline, .health: .hooks
        }
    }

    /// What the word behind it names; nil for a command that is about the whole hive.
    var subject: String? {
        switch self {
        case .why: "the name of a module, a service or an option"
        case .convert: "the path of a file"
        default: nil
        }
    }

    /// The forms of its answer, of which one can be asked for, beside text.
    var forms: [String] {
        switch self {
        case .graph: ["--json", "--mermaid", "--dot"]
        case .timeline: ["--json", "--trace", "--svg"]
        case .page, .convert: []
        default: ["--json"]
        }
    }

    /// Its further options.
    var options: [String] { self == .config ? ["--origin"] : [] }
}
