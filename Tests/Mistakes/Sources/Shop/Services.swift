// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

public protocol PriceService: Sendable {}
public protocol StockService: Sendable {}

/// A protocol that may be implemented by what is not safe to share.
public protocol ReportService {}

public struct MemoryPrices: PriceService, HiveService {
    public init(_ services: ServiceResolver) {}
}

public struct PaperReports: ReportService, HiveService {
    public init(_ services: ServiceResolver) {}
}

/// Prices that Hive can't make.
public struct PlainPrices: PriceService {}

/// Prices with an instance of their own.
public final class OwnPrices: PriceService, SharedInstanceService {
    private static let instance = OwnPrices()

    private init() {}

    public static func sharedInstance() -> OwnPrices { instance }
}

/// A class that is no service.
public final class Till: Sendable {}
