// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Fixtures
import Foundation
import Hive
import Measuring

/// What a hive holds on the heap, measured in a process that does nothing else.
///
/// The parent runs it with one arena for all threads, because the C library reports only the first.
struct Memory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the bytes on the heap that modules or services take.",
        shouldDisplay: false
    )

    /// What is measured.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case modules
        case registered
        case made
        case replaced
    }

    @Argument var subject: Subject
    @Argument var count: Int

    func run() async throws {
        guard let bytes = try await measure() else { throw ExitCode.failure }
        print(bytes)
    }

    private func measure() async throws -> Int? {
        if subject == .replaced { return try await measureReplacing() }
        // The first hive makes what all share: threads, metadata, tables of the runtime. It stays, so that what it
        // would let go of meanwhile is not counted.
        let first = try await fill(count)
        guard let before = heapBytes() else { return nil }
        let second = try await fill(count)
        guard let after = heapBytes() else { return nil }
        for hive in [first, second] { try await hive.stop() }
        return after - before
    }

    /// What is left on the heap when a service has been replaced, evicted and made again so many times.
    private func measureReplacing() async throws -> Int? {
        let hive = Hive()
        try await hive.start()
        func replace(_ count: Int) throws {
            for _ in 0..<count {
                try hive.services.register((any NumberService).self, replacing: true) { _ in FixedNumber(1) }
                _ = try hive.services.service((any NumberService).self)
                try hive.services.evict((any NumberService).self)
                _ = try hive.services.service((any NumberService).self)
            }
        }
        try replace(1000)
        guard let before = heapBytes() else { return nil }
        try replace(count)
        guard let after = heapBytes() else { return nil }
        try await hive.stop()
        return after - before
    }

    private func fill(_ count: Int) async throws -> Hive {
        // Without a timeline, which is bounded and not the modules'.
        let hive = Hive(HiveOptions(timelineCapacity: 0))
        switch subject {
        case .modules:
            try hive.register(noopModules(count))
            try await hive.start()
        case .registered, .made:
            let types = typedServices(count)
            for type in types { try type.register(with: hive.services) }
            try await hive.start()
            if subject == .made { for type in types { _ = try type.find(in: hive.services) } }
        case .replaced:
            break
        }
        return hive
    }
}

/// Memory per module and per service.
///
/// What replacing leaves has to be less than a byte each time; otherwise the run ends with an error, because memory
/// would grow for as long as a program runs.
func memoryFigures() throws -> [Figure] {
    let titles: [(Memory.Subject, String, [Int])] = [
        (.modules, "a module that runs", [1000, 10_000]),
        (.registered, "a service that is registered", [1000, 10_000]),
        (.made, "a service that is made", [1000, 10_000]),
        (.replaced, "left by replacing a service", [1_000_000]),
    ]
    let figures = try titles.flatMap { subject, title, counts in
        try counts.map { count in
            let printed = try Child(
                CommandLine.arguments[0],
                ["memory", subject.rawValue, "\(count)"],
                environment: ["MALLOC_ARENA_MAX": "1"]
            ).output()
            guard let bytes = Double(printed) else { throw Child.Failure(program: "memory", output: printed) }
            let value = bytes / Double(count)
            if subject == .replaced, value >= 1 {
                throw Child.Failure(program: "memory", output: "Replacing a service leaves \(value) bytes each time.")
            }
            return Figure(group: "Memory", name: title, role: .subject, size: count, unit: .bytes, value: value)
        }
    }
    return figures.judged(by: [
        .absolute("a module that runs", atMost: 1000), .absolute("a service that is made", atMost: 500),
    ])
}
