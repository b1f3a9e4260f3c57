// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Measuring

/// What it takes to build a program that depends on Hive: the client of the fixtures whose property lists the compiler
/// reads.
///
/// Each is done once. A build that takes longer than ten minutes is ended, and the run with it.
struct ClientBuild {
    private static let limit = Duration.seconds(600)

    private let folder: URL

    /// Copies the client's package, so that nothing in the repository is touched.
    private init() throws {
        let repository = Programs.package.deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appending(path: "hive-client-\(UUID().uuidString)")
        let client = repository.appending(path: "Tests/Fixtures/Clients")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        for name in ["Package.swift", "Config", "Sources"] {
            try FileManager.default.copyItem(at: client.appending(path: name), to: folder.appending(path: name))
        }
        try edit("Package.swift") { $0.replacing("\"../../..\"", with: "\"\(repository.path())\"") }
    }

    /// Builds and returns what that took of processors' time, and by the wall, in nanoseconds.
    private func build() throws -> (processors: Double, wall: Double) {
        let (worked, began) = (processorTimeOfChildren(), ContinuousClock.now)
        _ = try Child(
            "swift",
            ["build", "--package-path", folder.path(), "--product", "PluginClient"],
            limit: Self.limit
        ).output()
        return (processorTimeOfChildren() - worked, (ContinuousClock.now - began) / .nanoseconds(1))
    }

    private func edit(_ path: String, _ change: (String) -> String) throws {
        let file = folder.appending(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        try change(text).write(to: file, atomically: true, encoding: .utf8)
    }

    /// Builds the client for the first time, and again after a property list was written anew.
    private func figures() throws -> [Figure] {
        func figure(_ name: String, _ value: Double) -> Figure {
            Figure(group: "Build", name: name, role: .subject, unit: .nanoseconds, value: value)
        }
        let first = try build()
        try edit(Self.propertyList) { $0 + "\n" }
        let again = try build()
        return [
            figure(Self.firstBuild, first.processors),
            figure("after a property list was touched, time of processors", again.processors),
            figure(Self.nextBuild, again.wall),
        ].judged(by: [.absolute(Self.firstBuild, atMost: 28.4e9), .absolute(Self.nextBuild, atMost: 3e9)])
    }

    private static let propertyList = "Config/modules.plist"
    private static let firstBuild = "first debug build of a client, time of processors"
    private static let nextBuild = "after a property list was touched, by the wall"

    /// Left out of runs for a first impression, because it takes longer than most of them.
    static let benchmark = Benchmark(name: "Build", isQuick: false) { runner, results in
        guard runner.effort.isTimed else { return }
        let client = try ClientBuild()
        defer { try? FileManager.default.removeItem(at: client.folder) }
        results.figures += try client.figures()
    }
}

/// What all children that have ended took of processors' time, and theirs, in nanoseconds.
private func processorTimeOfChildren() -> Double {
    var usage = rusage()
    #if canImport(Darwin)
    getrusage(RUSAGE_CHILDREN, &usage)
    #else
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    #endif
    func nanoseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3 }
    return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
}
