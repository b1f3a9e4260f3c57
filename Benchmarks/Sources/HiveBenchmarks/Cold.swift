// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Measuring

/// Programs that do something once with module classes that they have not seen before: processes of their own.
struct ColdPrograms {
    private let folder: URL

    /// Builds them as they are built already, which takes a moment when they are.
    init() throws {
        let package = Programs.package.path()
        for product in ["ColdHive", "ColdHooks", "ColdServices"] {
            _ = try Child(
                "swift",
                ["build", "--configuration", "release", "--package-path", package, "--product", product]
            ).output()
        }
        let arguments = ["build", "--configuration", "release", "--package-path", package, "--show-bin-path"]
        folder = URL(filePath: try Child("swift", arguments).output())
    }

    /// What a program prints first: how long it took by the wall; and second: what of processors' time.
    enum Clock: Int {
        case wall
        case processors
    }

    /// Bringing so many modules up and taking them down, once in a process; times are for all of it.
    func contest(_ group: String, _ count: Int, by clock: Clock) -> Contest {
        func entrant(_ name: String, _ role: Entrant.Role, _ program: String, hooks: Int) -> Entrant {
            Entrant(timing: name, role, checksum: hooks * count) { iterations, stopwatch in
                var sum = 0
                for _ in 0..<iterations {
                    let printed = try Child(folder.appending(path: program).path(), ["\(count)"]).output()
                    let numbers = printed.split(separator: " ").compactMap { Int($0) }
                    guard numbers.count == 3 else { throw Child.Failure(program: program, output: printed) }
                    stopwatch.add(.nanoseconds(numbers[clock.rawValue]))
                    sum += numbers[2]
                }
                return sum
            }
        }
        return Contest(
            group,
            size: count,
            entrants: [
                entrant("hooks awaited by hand", .floor, "ColdHooks", hooks: 5),
                entrant("ServiceGroup", .peer, "ColdServices", hooks: 1),
                entrant("modules", .subject, "ColdHive", hooks: 5),
            ],
            budgets: clock == .processors
                ? [] : Self.leads[count].map { [.speedup("modules", over: "ServiceGroup", atLeast: $0)] } ?? []
        )
    }

    /// How many times faster than a `ServiceGroup` so many modules have to be.
    private static let leads = [1: 1.1, 10: 1.2, 100: 1.6, 200: 1.8]

    /// Both clocks, for as many modules as programs have.
    static let benchmark = Benchmark(name: "Cold start and stop") { runner, results in
        let programs = try ColdPrograms()
        for (group, clock) in [("Cold start and stop", Clock.wall), ("Cold, time of processors", .processors)] {
            for count in leads.keys.sorted() {
                results.figures += try await runner.run(programs.contest(group, count, by: clock))
            }
        }
    }
}
