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
    }

    @Argument var subject: Subject
    @Argument var count: Int

    func run() async throws {
        guard let bytes = try await measure() else { throw ExitCode.failure }
        print(bytes)
    }

    private func measure() async throws -> Int? {
        // The first hive makes what all share: threads, metadata, tables of the runtime. It stays, so that what it would
        // let go of meanwhile is not counted.
        let first = try await fill(count)
        guard let before = heapBytes() else { return nil }
        let second = try await fill(count)
        guard let after = heapBytes() else { return nil }
        for hive in [first, second] { try await hive.stop() }
        return after - before
    }

    private func fill(_ count: Int) async throws -> Hive {
        // Without a timeline, which is bounded and not the modules'.
        let hive = Hive(timelineCapacity: 0)
        switch subject {
        case .modules:
            try hive.register(noopModules(count))
            try await hive.start()
        case .registered, .made:
            let types = typedServices(count)
            for type in types { try type.register(with: hive.services) }
            try await hive.start()
            if subject == .made { for type in types { _ = try type.find(in: hive.services) } }
        }
        return hive
    }
}

/// Memory per module and per service.
func memoryFigures() throws -> [Figure] {
    let titles: [(Memory.Subject, String)] = [
        (.modules, "a module that runs"),
        (.registered, "a service that is registered"),
        (.made, "a service that is made"),
    ]
    return try titles.flatMap { subject, title in
        try [1000, 10_000].map { count in
            let printed = try Child(
                CommandLine.arguments[0],
                ["memory", subject.rawValue, "\(count)"],
                environment: ["MALLOC_ARENA_MAX": "1"]
            ).output()
            guard let bytes = Double(printed) else { throw Child.Failure(program: "memory", output: printed) }
            let value = bytes / Double(count)
            return Figure(group: "Memory", name: title, role: .subject, size: count, unit: .bytes, value: value)
        }
    }
}
