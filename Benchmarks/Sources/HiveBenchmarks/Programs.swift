// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Measuring

/// Static programs: two that start a hive with one module, one of them from property lists, and one that does about as
/// much without.
struct Programs {
    /// The folder of the benchmarks' package.
    static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private let folder: URL
    private var hive: URL { folder.appending(path: "HiveProgram") }
    private var bare: URL { folder.appending(path: "BareProgram") }
    private var config: URL { folder.appending(path: "HiveConfigProgram") }

    /// Builds them, in a folder of their own because everything in it is linked statically.
    init() throws {
        let scratch = Self.package.appending(path: ".build-static")
        let arguments = [
            // Debug information is not what a program weighs: the toolchain's libraries have none either.
            "build", "--configuration", "release", "--static-swift-stdlib", "-Xswiftc", "-gnone",
            "--package-path", Self.package.path(), "--scratch-path", scratch.path(),
        ]
        for product in ["HiveProgram", "HiveConfigProgram", "BareProgram"] {
            _ = try Child("swift", arguments + ["--product", product]).output()
        }
        folder = URL(filePath: try Child("swift", arguments + ["--show-bin-path"]).output())
    }

    /// How large they are, and by how much those with a hive are larger; and by how much without their tables of
    /// symbols, which a program needs for nothing but debuggers.
    func sizes() throws -> [Figure] {
        func bytes(_ file: URL) throws -> Double {
            Double(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
        func stripped(_ file: URL) throws -> Double {
            let copy = file.appendingPathExtension("stripped")
            _ = try Child("strip", ["-o", copy.path(), file.path()]).output()
            return try bytes(copy)
        }
        let bareBytes = try bytes(bare)
        let bareStripped = try stripped(bare)
        func figure(_ name: String, _ role: Entrant.Role, _ bytes: Double) -> Figure {
            Figure(group: "Static program", name: name, role: role, unit: .bytes, value: bytes)
        }
        return [
            figure("async main, task group, signal source", .floor, bareBytes),
            figure("links and starts Hive", .subject, try bytes(hive)),
            figure("what Hive adds", .subject, try bytes(hive) - bareBytes),
            figure("what Hive and HiveConfig add", .subject, try bytes(config) - bareBytes),
            figure("what Hive adds, symbols stripped", .subject, try stripped(hive) - bareStripped),
            figure("what Hive and HiveConfig add, symbols stripped", .subject, try stripped(config) - bareStripped),
        ].judged(by: [
            .absolute("what Hive adds, symbols stripped", atMost: 1_800_000)
        ])
    }

    /// How long it takes from before the process is made until its first hook, or first task, runs.
    func startContest() -> Contest {
        func entrant(_ name: String, _ role: Entrant.Role, _ program: URL) -> Entrant {
            Entrant(timing: name, role, checksum: 1) { iterations, stopwatch in
                for _ in 0..<iterations {
                    let child = Child(program.path())
                    let before = monotonicNanoseconds()
                    let printed = try child.output()
                    guard let first = Int(printed) else { throw Child.Failure(program: name, output: printed) }
                    stopwatch.add(.nanoseconds(first - before))
                }
                return iterations
            }
        }
        return Contest(
            "From process start",
            entrants: [
                entrant("to the first task", .floor, bare),
                entrant("to the first hook", .subject, hive),
            ]
        )
    }
}

/// The clock that the programs read too.
private func monotonicNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
