// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// M4: a module imports interfaces, and never another module.
@Suite(.timeLimit(.minutes(5)))
struct ModuleBoundaryTests {
    private static let folder = "\(PackageFolder.path)/Sources/SampleModules"
    private static let modules = [
        "HiveSampleCart", "HiveSampleCatalog", "HiveSampleHome", "HiveSampleServer", "HiveSampleTracking",
        "HiveSampleTrade", "HiveSampleTrouble",
    ]
    private static let system: Set = ["Android", "Darwin", "Dispatch", "Glibc", "Musl", "Synchronization"]
    private static let interfaces = [
        "HiveSampleCartInterface", "HiveSampleCatalogInterface", "HiveSampleHomeInterface",
        "HiveSampleTrackingInterface", "HiveSampleTradeInterface",
    ]

    /// What the files of a target import.
    private func imports(of target: String) throws -> Set<String> {
        let folder = "\(Self.folder)/\(target)"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        #expect(!files.isEmpty)
        let lines = try files.flatMap { file in
            try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n")
        }
        let words = lines.map { $0.split(separator: " ") }.filter { $0.prefix(3).contains("import") }
        return Set(words.compactMap { $0.last.map { String($0.prefix { $0 != "." }) } })
    }

    /// What a target may use, as the manifest says it.
    private func dependencies(of target: String) throws -> Set<String> {
        let manifest = try String(contentsOfFile: "\(PackageFolder.path)/Package.swift", encoding: .utf8)
        let declaration = #"sampleTarget\(\s*"\#(target)""#
        let start = try #require(manifest.range(of: declaration, options: .regularExpression))
        let call = manifest[start.upperBound...].prefix { $0 != ")" }
        return Set(call.split(separator: "\"").map { String($0) }.filter { $0.first?.isLetter == true })
    }

    @Test func namesEveryTargetOfTheSample() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(Set(folders) == Set(Self.modules + Self.interfaces + ["Data", "Main", "HiveSampleApp"]))
    }

    @Test(arguments: modules)
    func modulesKnowInterfacesOnly(module: String) throws {
        let allowed = Set(Self.interfaces + ["Hive", "HiveRouting"]).union(Self.system)
        #expect(try imports(of: module).subtracting(allowed) == [])
        #expect(try dependencies(of: module).subtracting(allowed) == [])
        #expect(try imports(of: module).subtracting(Self.system) == dependencies(of: module))
    }

    @Test(arguments: interfaces)
    func interfacesKnowNoModule(interface: String) throws {
        let allowed = Set(Self.interfaces + ["Hive"])
        #expect(try imports(of: interface).subtracting(allowed) == [])
        #expect(try dependencies(of: interface).subtracting(allowed) == [])
    }
}
