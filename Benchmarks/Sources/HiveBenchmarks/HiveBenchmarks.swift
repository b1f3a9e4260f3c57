// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Foundation
import Measuring

/// The command.
@main struct HiveBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures Hive beside what cannot be done for less and what others offer.",
        subcommands: [Measure.self, Document.self, Memory.self],
        defaultSubcommand: Measure.self
    )

    /// Where results are kept between two commands.
    static let resultsFile = "benchmarks.json"
}

/// Runs benchmarks.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs benchmarks, prints a table and writes a JSON file.",
        discussion: """
            Exits with 1 when a series does not grow as it should, when a figure is refused because twice the work did \
            not take twice as long, or when a benchmark did other work than was asked for. A budget that is missed is \
            shown, and does not fail the run.
            """
    )

    @Flag(help: "Fewer and shorter rounds, for a first impression.")
    var quick = false

    @Flag(help: "One round, whose times mean nothing: does everything run, and do what it says?")
    var check = false

    @Flag(
        name: .customLong("guard"),
        help: "Quick rounds of what has budgets; fails where twice the budget is missed three times in a row."
    )
    var guardsBudgets = false

    @Flag(help: "Only list the benchmarks.")
    var list = false

    @Option(help: "Only benchmarks whose name contains this, in whichever case; may be given several times.")
    var filter: [String] = []

    @Option(help: "Where to write the results.")
    var json = HiveBenchmarks.resultsFile

    @Flag(help: "Print the table in Markdown.")
    var markdown = false

    func run() async throws {
        let chosen = Benchmark.all.filter { benchmark in
            filter.isEmpty
                ? benchmark.isQuick || !quick : filter.contains { benchmark.name.localizedCaseInsensitiveContains($0) }
        }
        guard !chosen.isEmpty else {
            let names = filter.map { "\"\($0)\"" }.joined(separator: " or ")
            throw ValidationError("No benchmark's name contains \(names).")
        }
        if list {
            for benchmark in chosen { print(benchmark.name) }
            return
        }
        if guardsBudgets { return try await BudgetGuard().run() }
        let runner = Runner(effort: check ? .check : quick ? .quick : .full)
        var results = Results(machine: .current(), rounds: runner.effort.rounds)
        // One that fails does not take the results of the others with it.
        var errors: [String] = []
        for benchmark in chosen {
            FileHandle.standardError.write(Data("\(benchmark.name) …\n".utf8))
            do {
                try await benchmark.run(runner, &results)
            } catch {
                errors.append("\(benchmark.name): \(error)")
            }
        }
        if check, errors.isEmpty {
            print("\(results.figures.count) benchmarks ran and did what they say.")
            return
        }
        FileHandle.standardOutput.write(Data((Report(results).whole(markdown ? .markdown : .terminal) + "\n").utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(results).write(to: URL(filePath: json))
        let failures = errors + results.failures
        for failure in failures { FileHandle.standardError.write(Data("error: \(failure)\n".utf8)) }
        if !failures.isEmpty { throw ExitCode.failure }
    }
}

/// Writes results into documents.
struct Document: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Rewrites the tables in Benchmarks/README.md from a JSON file."
    )

    @Option(help: "Where the results are.")
    var json = HiveBenchmarks.resultsFile

    @Option(help: "The root of the repository.", completion: .directory)
    var root = "."

    func run() throws {
        let data = try Data(contentsOf: URL(filePath: json))
        let report = Report(try JSONDecoder().decode(Results.self, from: data))
        try write(
            "Benchmarks/README.md",
            [
                "speed": try report.front(Headline.all), "budgets": report.short(.markdown),
                "benchmarks": report.whole(.markdown),
            ]
        )
    }

    private func write(_ path: String, _ sections: [String: String]) throws {
        let file = URL(filePath: root).appending(path: path)
        var text = try String(contentsOf: file, encoding: .utf8)
        for (name, content) in sections { text = try MarkedSection(name).replacing(with: content, in: text) }
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}

extension Machine {
    /// The machine at hand.
    static func current() -> Machine {
        let information = try? String(contentsOf: URL(filePath: "/proc/cpuinfo"), encoding: .utf8)
        let model = information?.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = model?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        let process = ProcessInfo.processInfo
        #if swift(>=6.4)
        let compiler = "Swift 6.4 or later"
        #else
        let compiler = "Swift 6.3"
        #endif
        var load = 0.0
        getloadavg(&load, 1)
        return Machine(
            processor: name ?? "unknown processor",
            cores: process.activeProcessorCount,
            system: process.operatingSystemVersionString,
            compiler: compiler,
            load: load
        )
    }
}
