// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The questions that the commands answer.
enum Command: String, CaseIterable {
    case verify, list, order, services, actions, routes, graph, config, blame, health

    /// Whether modules have to be set up for it.
    var setsModulesUp: Bool {
        switch self {
        case .services, .actions, .routes, .blame, .health: true
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
