// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The questions that the commands answer.
enum Command: String, CaseIterable {
    case verify, list, order, graph, config, why, page, services, actions, routes, blame, timeline, health

    /// What has to be done with the modules before the question can be answered.
    enum Need {
        case nothing, setUp, hooks
    }

    var need: Need {
        switch self {
        case .verify, .list, .order, .graph, .config, .why, .page: .nothing
        case .services, .actions, .routes: .setUp
        case .blame, .timeline, .health: .hooks
        }
    }

    /// Whether it is about one thing, which the word behind it names.
    var needsSubject: Bool { self == .why }

    /// The forms of its answer, of which one can be asked for, beside text.
    var forms: [String] {
        switch self {
        case .graph: ["--json", "--mermaid", "--dot"]
        case .timeline: ["--json", "--trace", "--svg"]
        case .page: []
        default: ["--json"]
        }
    }

    /// Its further options.
    var options: [String] { self == .config ? ["--origin"] : [] }
}
