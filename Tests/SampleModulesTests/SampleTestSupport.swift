// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Hive
import HiveSampleApp
import HiveSampleTradeInterface
import HiveTestKit
import Synchronization

/// Where the package is.
enum PackageFolder {
    static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    static let config = "\(path)/Config"
    static let orders = "\(path)/Sources/SampleModules/Data/orders.jsonl"
}

/// What a run of the shop said, and how it ended.
struct ShopRun: Sendable {
    let exitCode: Int32
    let output: String
    let errors: String

    /// The lines of the paragraph that begins with a title.
    func paragraph(_ title: String) -> [Substring] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix(title) }) else { return [] }
        return Array(lines[(start + 1)...].prefix { !$0.isEmpty })
    }

    /// A column of a paragraph, counted from 0.
    func column(_ index: Int, of title: String) -> [String] {
        paragraph(title).map { line in
            let words = line.split(separator: " ")
            return words.indices.contains(index) ? String(words[index]) : ""
        }
    }
}

/// Runs the shop with a console that only remembers.
func runShop(_ arguments: String..., hasTerminal: Bool = false) async -> ShopRun {
    await runShop(arguments, hasTerminal: hasTerminal)
}

/// Runs the shop with a console that only remembers.
///
/// Its clock stands still: on a busy machine a module may wait for a processor longer than it may take for a hook.
func runShop(_ arguments: [String], hasTerminal: Bool = false) async -> ShopRun {
    let output = Mutex("")
    let errors = Mutex("")
    let console = Console(
        hasTerminal: hasTerminal,
        output: { text in output.withLock { $0 += text } },
        errors: { text in errors.withLock { $0 += text } }
    )
    let code = await Shop.run(arguments, console: console, handlesSignals: false, clock: ManualClock())
    return ShopRun(exitCode: code, output: output.withLock { $0 }, errors: errors.withLock { $0 })
}

/// Runs the shop on the committed orders, or on others.
func runShop(orders: String = PackageFolder.orders, config: String = PackageFolder.config) async -> ShopRun {
    await runShop("--orders", orders, "--config", config)
}

/// Runs the shop with one of the property lists that make trouble.
func runShop(trouble: String) async -> ShopRun {
    let folder = "\(PackageFolder.config)/Trouble"
    let overlay = "\(folder)/\(trouble).plist"
    let arguments = ["--config", PackageFolder.config, "--overlay", overlay, "--orders", "\(folder)/orders.jsonl"]
    return await runShop(arguments)
}

/// Gives a test a folder of its own, and takes it away afterwards.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Copies `Config/`, with a text in its files replaced.
func copyConfig(to folder: String, replacing old: String, with new: String) throws {
    for name in ["modules.plist", "services.plist"] {
        let text = try String(contentsOfFile: "\(PackageFolder.config)/\(name)", encoding: .utf8)
        let changed = text.replacingOccurrences(of: old, with: new)
        try changed.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
}

/// Runs a test against the shop's own hive.
func withShop(_ body: (Hive, any TradeService) async throws -> Void) async throws {
    let hive = try Hive.shop(config: PackageFolder.config, options: HiveOptions(clock: ManualClock()))
    try await hive.start()
    do {
        try await body(hive, hive.services.service((any TradeService).self))
    } catch {
        try await hive.stop()
        throw error
    }
    try await hive.stop()
}
