// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

// What the property lists of these tests name.

protocol PriceService: Sendable { func price() -> Int }
protocol StockService: AnyObject, Sendable { func stock() -> Int }
protocol LooseService { func loose() }
private protocol HiddenService: Sendable {}

/// A private protocol for a catalogue.
let hiddenService: any Sendable.Type = (any HiddenService).self

class BasePrices: PriceService, @unchecked Sendable {
    func price() -> Int { 3 }
}
final class MemoryPrices: BasePrices, ServiceImplementation, @unchecked Sendable {
    init(_ services: ServiceResolver) throws {}
}
final class OtherPrices: PriceService, ServiceImplementation, HiddenService {
    init(_ services: ServiceResolver) throws {}
    func price() -> Int { 4 }
}
struct FlatPrices: PriceService, ServiceImplementation {
    init(_ services: ServiceResolver) throws {}
    func price() -> Int { 5 }
}
final class OwnPrices: PriceService, SharedInstanceService {
    static let own = OwnPrices()
    static func sharedInstance() throws -> OwnPrices { own }
    func price() -> Int { 6 }
}
actor Warehouse: ServiceImplementation, StockService {
    init(_ services: ServiceResolver) throws {}
    nonisolated func stock() -> Int { 7 }
}
final class PlainClass: PriceService {
    func price() -> Int { 0 }
}

struct ShopOptions: Codable, Sendable {
    var retries: Int?
    var host: String?
}

final class ShopModule: HiveModule {
    typealias Options = ShopOptions
    static let manifest = ModuleManifest(level: 3)
    init() {}
}
actor CartModule: HiveModule {
    static let manifest = ModuleManifest(name: "cart")
    init() {}
}
@MainActor final class HomeModule: HiveModule {
    nonisolated static let manifest = ModuleManifest()
    init() {}
}
final class PickyModule: FactoryModule {
    static let manifest = ModuleManifest()
}

enum Outer {
    final class InnerModule: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }
    struct Deep {
        actor DeepModule: HiveModule {
            typealias Options = ShopOptions
            static let manifest = ModuleManifest()
            init() {}
        }
        protocol DeepService: Sendable {}
    }
}
enum Twins {
    final class TwinModule: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }
}
enum OtherTwins {
    final class TwinModule: HiveModule {
        static let manifest = ModuleManifest(name: "otherTwin")
        init() {}
    }
}
final class Generic<Element> {
    final class Nested {}
}
