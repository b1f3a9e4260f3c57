// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Measuring

/// Two static programs: one that starts a hive with one module, and one that does about as much without.
struct Programs {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    let hive: URL
    let bare: URL

    /// Builds them, in a folder of their own because everything in it is linked statically.
    init() throws {
        let scratch = Self.package.appending(path: ".build-static")
        let arguments = [
            // Debug information is not what a program weighs: the toolchain's libraries have none either.
            "build", "--configuration", "release", "--static-swift-stdlib", "-Xswiftc", "-gnone",
            "--package-path", Self.package.path(), "--scratch-path", scratch.path(),
        ]
        for product in ["HiveProgram", "BareProgram"] {
            _ = try Child("swift", arguments + ["--product", product]).output()
        }
        let folder = URL(filePath: try Child("swift", arguments + ["--show-bin-path"]).output())
        hive = folder.appending(path: "HiveProgram")
        bare = folder.appending(path: "BareProgram")
    }

    /// How large they are, and by how much the one is larger.
    func sizes() throws -> [Figure] {
        func bytes(_ file: URL) throws -> Double {
            Double(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
        let (hive, bare) = (try bytes(hive), try bytes(bare))
        func figure(_ name: String, _ role: Entrant.Role, _ bytes: Double) -> Figure {
            Figure(group: "Static program", name: name, role: role, unit: .bytes, value: bytes)
        }
        return [
            figure("async main, task group, signal source", .floor, bare),
            figure("links and starts Hive", .subject, hive),
            figure("what Hive adds", .subject, hive - bare),
        ].judged(by: [.absolute("what Hive adds", atMost: 700_000)])
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
