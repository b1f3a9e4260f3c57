// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Foundation
import TeaBooks

/// `tea price` without Hive.
@main struct PlainTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [Price.self])

    static func main() async {
        StandardStreams.prepare()
        await main(nil)
    }
}

struct Price: AsyncParsableCommand {
    @Argument var sku: String

    func run() async throws {
        let store = try Store(path: ProcessInfo.processInfo.environment["TEA_STORAGE_PATH"] ?? "tea.sqlite")
        do {
            let product = try await store.product(sku)
            try answer("\(product.price)")
        } catch {
            try store.close()
            throw error
        }
        try store.close()
    }
}
