// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCatalogInterface
internal import Synchronization

/// What is nearly sold out, as the catalogue told.
final class ScarceProducts: Sendable {
    private let lines = Mutex<[String]>([])

    var texts: [String] { lines.withLock { $0 } }

    func add(_ item: any StockItem) {
        let text = "\(item.product.name): \(item.left) left"
        lines.withLock { $0.append(text) }
    }
}
