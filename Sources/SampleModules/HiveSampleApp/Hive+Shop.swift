// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
internal import HiveConfig
internal import HiveRouting
internal import HiveSampleTradeInterface

extension Hive {
    /// What the property lists say; a later file wins over the ones before it.
    static func configuration(of folder: String, _ overlays: [String]) -> HiveConfiguration {
        let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        let modules = [prefix + "modules.plist"] + overlays
        return HiveConfiguration(modules: modules, services: [prefix + "services.plist"], catalogue: .compiled)
    }

    /// Makes the shop's hive from a folder of property lists and further files; `SHOP_ENVIRONMENT` says where it runs.
    package static func shop(
        config: String,
        overlays: [String] = [],
        arguments: [String] = [],
        options: HiveOptions = HiveOptions()
    ) throws -> Hive {
        try shop(configuration(of: config, overlays), arguments: arguments, options: options)
    }

    /// Makes the shop's hive from property lists that were read before.
    static func shop(
        _ configuration: HiveConfiguration,
        arguments: [String] = [],
        options: HiveOptions = HiveOptions()
    ) throws -> Hive {
        var options = options
        options.context = .process(name: "Shop", prefix: "SHOP", arguments: arguments)
        let hive = try Hive(configuration, options: options)
        let convention = NamingConvention(modules: ["HiveSampleTrade"], services: [(any LabelService).self])
        try hive.services.setFallback(convention)
        // The scheme belongs to the hive, because several modules have routes in it.
        _ = try hive.routeRegistrar.accept("shop")
        return hive
    }
}
