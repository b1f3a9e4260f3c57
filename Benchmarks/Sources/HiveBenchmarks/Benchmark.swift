// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Measuring

/// A part of the run that can be chosen by name.
struct Benchmark: Sendable {
    let name: String
    /// Whether a quick run has it; one that was chosen by its name runs in any case.
    let isQuick: Bool
    let run: @Sendable (Runner, inout Results) async throws -> Void

    init(
        name: String,
        isQuick: Bool = true,
        run: @escaping @Sendable (Runner, inout Results) async throws -> Void
    ) {
        self.name = name
        self.isQuick = isQuick
        self.run = run
    }

    /// Measures contests of growing size and fits the series.
    static func series(
        _ name: String,
        sizes: [Int],
        expecting expectation: Growth.Expectation,
        fittedFrom minimumSize: Int = 1,
        _ contest: @escaping @Sendable (Int) async throws -> Contest
    ) -> Benchmark {
        Benchmark(name: name) { runner, results in
            for size in sizes {
                // Whoever only checks that all of it works need not wait for the largest.
                if !runner.effort.isTimed, size > 1000 { continue }
                results.figures += try await runner.run(try await contest(size))
            }
            if runner.effort.isTimed { results.fit(name, expecting: expectation, from: minimumSize) }
        }
    }

    /// What users would notice, and the gate guards: those whose budgets are ratios of one run.
    ///
    /// Property lists come first, as in a program: what has run before in the process makes their reading slower.
    static let guarded: [Benchmark] = {
        let names = [
            "Property list, XML", "Lookup", "Two threads", "Event", "Cold start and stop", "Start and stop", "Drain",
            "Memory",
        ]
        return names.flatMap { name in all.filter { $0.name == name } }
    }()

    /// Everything there is, in the order of the table.
    static let all: [Benchmark] = [
        // No program has more types of services than that, and the lists that readers search stay short.
        .series("Lookup", sizes: [1, 10, 1000], expecting: .constant, lookupContest),
        Benchmark(name: "Two threads") { $1.figures += try await $0.run(try await threadContest()) },
        Benchmark(name: "Transient service") { $1.figures += try await $0.run(try await transientContest()) },
        .series(
            "Registration of services",
            sizes: [100, 1000, 10_000],
            expecting: .linear,
            registrationContest
        ),
        .series("Event", sizes: [1, 10, 100, 1000, 10_000], expecting: .linear, fittedFrom: 100, eventContest),
        .series(
            "Registration of modules",
            sizes: [100, 1000, 10_000],
            expecting: .linear,
            moduleRegistrationContest
        ),
        Benchmark(name: "Link-time records") { $1.figures += try await $0.run(recordContest()) },
        ColdPrograms.benchmark,
        .series("Start and stop", sizes: [10, 100, 1000, 10_000], expecting: .linear, startStopContest),
        Benchmark(name: "Drain") { $1.figures += try await $0.run(drainContest()) },
        .series("Property list, XML", sizes: [10, 100, 1000, 10_000], expecting: .linear) {
            try propertyListContest($0, .xml)
        },
        .series("Property list, binary", sizes: [10, 100, 1000, 10_000], expecting: .linear) {
            try propertyListContest($0, .binary)
        },
        .series("JSON", sizes: [10, 100, 1000, 10_000], expecting: .linear) { try propertyListContest($0, .json) },
        Benchmark(name: "Routed call") { $1.figures += try await $0.run(try await routingContest()) },
        Benchmark(name: "Memory") { $1.figures += try memoryFigures() },
        Benchmark(name: "Static program") { runner, results in
            // Building them takes longer than everything else that only checks that all of it works.
            guard runner.effort.isTimed else { return }
            let programs = try Programs()
            results.figures += try programs.sizes()
            results.figures += try await runner.run(programs.startContest())
        },
        ClientBuild.benchmark,
    ]
}
