// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Foundation
import Measuring

/// The command.
@main struct InstructionCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts the instructions of hot paths and holds them against thresholds and against their growth."
    )

    @Option(help: "The folder with the thresholds, a file for each version of Swift.")
    var thresholds: String

    @Flag(help: "Write down what was counted.")
    var update = false

    func run() async throws {
        var counts = try await count(Loop.points)
        var faults = growthFaults(counts)
        // Types lie elsewhere in each run, and now and then one has a long way to its place in a table: a growth that
        // is real is there each time.
        for _ in 0..<2 where !faults.isEmpty {
            let again = try await count(Loop.points.filter { point in faults.contains { $0.loop == point.loop.name } })
            counts.merge(again) { min($0, $1) }
            faults = growthFaults(counts)
        }
        for point in Loop.points {
            print(point.text(counts[point.title] ?? 0))
        }
        let gauges = Loop.points.filter { $0.loop.thresholds.contains($0.size) }.map(\.title)
        let gauged = counts.filter { gauges.contains($0.key) }
        let file = URL(filePath: thresholds).appending(path: "\(swiftVersion).json")
        var known = Thresholds()
        if FileManager.default.fileExists(atPath: file.path()) {
            known = try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: file))
        }
        if update {
            known.update(gauged, on: architecture)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (encoder.encode(known) + Data("\n".utf8)).write(to: file)
        }
        let findings = known.findings(gauged, on: architecture)
        for finding in findings { print("\(finding.isFault ? "error" : "note"): \(finding)") }
        for fault in faults { print("error: \(fault.loop) \(fault.text)") }
        if !faults.isEmpty || findings.contains(where: \.isFault) { throw ExitCode.failure }
    }

    /// Counts points, two at a time.
    private func count(_ some: [Loop.Point]) async throws -> [String: Double] {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "InstructionLoops")
        let callgrind = Callgrind(program: program)
        // The dearest first, so that both cores are busy until the end.
        let points = Array(some.reversed())
        return try await withThrowingTaskGroup(of: (String, Double).self) { group in
            var counts: [String: Double] = [:]
            for (number, point) in points.enumerated() {
                if number >= 2, let (title, count) = try await group.next(isolation: #isolation) {
                    counts[title] = count
                }
                group.addTask { (point.title, try callgrind.cost(of: point)) }
            }
            for try await (title, count) in group { counts[title] = count }
            return counts
        }
    }

    private func growthFaults(_ counts: [String: Double]) -> [(loop: String, text: String)] {
        Loop.all.compactMap { loop in
            guard let expectation = loop.growth else { return nil }
            let points = Loop.points.filter { $0.loop.name == loop.name && $0.size >= loop.growthFrom }.map { point in
                Growth.Point(
                    size: Double(point.size),
                    cost: (counts[point.title] ?? 0) * Double(point.operations)
                )
            }
            guard let growth = Growth(points) else { return (loop.name, "cannot be fitted") }
            return growth.fault(expecting: expectation, tolerance: .counts).map { (loop.name, "is \($0)") }
        }
    }
}

#if compiler(>=6.5)
#error("Say here what this version of Swift is called, and write down its thresholds with --update.")
#elseif compiler(>=6.4)
private let swiftVersion = "6.4"
#else
private let swiftVersion = "6.3"
#endif

#if arch(x86_64)
private let architecture = "x86_64"
#elseif arch(arm64)
private let architecture = "arm64"
#else
private let architecture = "other"
#endif
