// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

package protocol PriceService: Sendable {}
package protocol StockService: Sendable {}

/// A protocol that may be implemented by what is not safe to share.
package protocol ReportService {}

package struct MemoryPrices: PriceService, HiveService {
    package init(_ services: ServiceResolver) {}
}

package struct PaperReports: ReportService, HiveService {
    package init(_ services: ServiceResolver) {}
}

/// Prices that Hive can't make.
package struct PlainPrices: PriceService {}

/// Prices with an instance of their own.
package final class OwnPrices: PriceService, SharedInstanceService {
    private static let instance = OwnPrices()

    private init() {}

    package static func sharedInstance() -> OwnPrices { instance }
}

/// A class that is no service.
package final class Till: Sendable {}
