// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveReports

/// The graph of modules, whose names anybody may have chosen.
@Suite(.timeLimit(.minutes(5)))
struct ModuleGraphTests {
    private func graph(_ name: String, service: String) -> ModuleGraph {
        ModuleGraph(
            modules: [
                ModuleGraph.Module(name: name, level: .normal, isEnabled: true),
                ModuleGraph.Module(name: "Store", level: .normal, isEnabled: true),
            ],
            edges: [
                ModuleGraph.Edge(
                    module: 0,
                    dependency: 1,
                    service: service,
                    isOptional: false,
                    isDeclared: false,
                    origin: .code()
                )
            ]
        )
    }

    // By Characters, a quote with a combining mark behind it would be none, and end the label.
    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func noNameIsANodeOfItsOwn(_ mark: String) {
        let hostile = "\"\(mark)]; injected [label=\"x\\"
        let dot = graph(hostile, service: hostile).dot
        var quotes = 0
        var previous: Unicode.Scalar?
        for scalar in dot.unicodeScalars {
            if scalar == "\"", previous != "\\" { quotes += 1 }
            previous = scalar == "\\" && previous == "\\" ? nil : scalar
        }
        // Two for the label of each module, and two for the service's.
        #expect(quotes == 6, "\(dot)")
        let mermaid = graph(hostile, service: hostile).mermaid
        #expect(mermaid.unicodeScalars.count { $0 == "\"" } == 6, "\(mermaid)")
    }
}
