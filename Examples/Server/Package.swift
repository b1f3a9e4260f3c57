// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func hive(_ name: String) -> Target.Dependency { .product(name: name, package: "hive") }
func bridge(_ name: String) -> Target.Dependency { .product(name: name, package: "hive-integrations") }

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

let package = Package(
    name: "hive-example-server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "hive", path: "../.."),
        .package(name: "hive-integrations", path: "../../Integrations"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without traits: the shop reads no configuration by way of Hummingbird, which needs a package less then.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The shop itself: database, routes, logs. It knows nothing of Hive.
        .target(
            name: "TeaShop",
            dependencies: [grdb, hummingbird, lifecycle, log, metrics, nio, tracing],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "TeaServer",
            dependencies: [
                "TeaShop", hive("Hive"), hive("HiveCommands"), hive("HiveConfig"), hive("HiveControl"),
                hive("HiveReports"),
                bridge("HiveLogging"), bridge("HiveMetrics"), bridge("HiveServiceLifecycle"), bridge("HiveTracing"),
                hummingbird, log,
            ],
            swiftSettings: settings,
            plugins: [.plugin(name: "HiveConfigPlugin", package: "hive")]
        ),
        // The same server without Hive, to compare.
        .executableTarget(
            name: "PlainServer",
            dependencies: ["TeaShop", hummingbird, lifecycle, log],
            swiftSettings: settings
        ),
        // They run both servers as processes, and ask them by HTTP; `swift test` builds these as well.
        .testTarget(
            name: "TeaServerTests",
            dependencies: ["TeaShop", grdb, metrics],
            path: "Tests",
            swiftSettings: settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
