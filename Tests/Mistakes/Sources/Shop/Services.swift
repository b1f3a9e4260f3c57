// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

package protocol PriceService: Sendable {}
package protocol StockService: Sendable {}

/// A protocol that may be implemented by what is not safe to share.
package protocol ReportService {}

package struct MemoryPrices: PriceService, ServiceImplementation {
    package init(_ services: ServiceResolver) {}
}

package struct PaperReports: ReportService, ServiceImplementation {
    package init(_ services: ServiceResolver) {}
}

/// Prices that know nothing of Hive.
package struct PlainPrices: PriceService {
    package init() {}
}

/// Prices that may not be there.
package final class FilePrices: PriceService {
    package init() throws {}
}

/// Prices of other services.
package actor MeanPrices: PriceService {
    package init(resolver: ServiceResolver) throws {}
}

package enum KindOfPrices: PriceService {
    case net, gross

    package init() { self = .net }

    package init(_ services: ServiceResolver) { self = .gross }

    package init(isNet: Bool) { self = isNet ? .net : .gross }
}

/// Prices in a currency, which Hive doesn't know.
package final class ForeignPrices: PriceService {
    package init(currency: String) {}

    package init(rate: Int) {}
}

/// Prices that take their time.
package actor LatePrices: PriceService {
    package init() async {}
}

/// Prices that are there or not.
package struct PossiblePrices: PriceService {
    package init?() {}
}

/// Prices on a screen.
@MainActor
package final class ShownPrices: PriceService {
    package init() {}
}

/// Prices that only their own module makes.
package struct SealedPrices: PriceService {}

/// Prices that other Swift modules don't see.
struct HiddenPrices: PriceService {}

/// Prices with an instance of their own.
package final class OwnPrices: PriceService, SharedInstanceService {
    private static let instance = OwnPrices()

    private init() {}

    package static func sharedInstance() -> OwnPrices { instance }
}

/// A class that is no service.
package final class Till: Sendable {}
