// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs a closure with files in a folder of their own, whose path it gets.
func withFiles<Result>(
    _ files: [String: [UInt8]],
    isolation: isolated (any Actor)? = #isolation,
    _ body: (String) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.path + "/hive-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)")) }
    return try await body(folder)
}

/// The XML of a tree, with keys in order.
func plist(_ value: ConfigurationValue) -> String {
    switch value {
    case .string(let text): "<string>\(text)</string>"
    case .integer(let number): "<integer>\(number)</integer>"
    case .real(let number): "<real>\(number)</real>"
    case .boolean(let flag): flag ? "<true/>" : "<false/>"
    case .date(let seconds): "<date>\(Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601))</date>"
    case .data: "<data></data>"
    case .array(let elements): "<array>\n\(elements.map(plist).joined(separator: "\n"))\n</array>"
    case .dictionary(let entries):
        "<dict>\n"
            + entries.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key>\(plist($0.value))" }.joined(
                separator: "\n"
            )
            + "\n</dict>"
    }
}

/// Reads configurations from trees.
func configuration(
    modules: ConfigurationValue...,
    services: ConfigurationValue...,
    catalogue: HiveCatalogue = HiveCatalogue(),
    records: HiveRecords = HiveRecords(),
    defaultModules: [String] = ["HiveConfigTests"]
) async throws -> HiveConfiguration {
    var files: [String: [UInt8]] = [:]
    for (index, tree) in modules.enumerated() { files["modules\(index).plist"] = xml(plist(tree)) }
    for (index, tree) in services.enumerated() { files["services\(index).plist"] = xml(plist(tree)) }
    return try await withFiles(files) { folder in
        HiveConfiguration(
            modules: modules.indices.map { "\(folder)/modules\($0).plist" },
            services: services.indices.map { "\(folder)/services\($0).plist" },
            catalogue: catalogue,
            records: records,
            defaultModules: defaultModules
        )
    }
}

/// A modules.plist with these entries.
func modules(_ entries: ConfigurationValue...) -> ConfigurationValue { ["moduleClasses": .array(entries)] }

extension HiveConfiguration {
    /// The errors as code and key path, and what they say.
    var errors: [String] {
        problems.errors.map { "\($0.code) \($0.origin?.keyPath?.description ?? "-"): \($0.message)" }
    }

    var warnings: [Problem] { problems.filter { $0.severity == .warning } }

    /// The names of the modules in boot order.
    func bootOrder(_ context: HiveContext = HiveContext()) throws -> [String] {
        try Hive(self, options: HiveOptions(context: context, clock: ManualClock())).modules.descriptors.filter(
            \.isEnabled
        ).map(\.name)
    }
}
