// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let hive = Target.Dependency.product(name: "Hive", package: "hive")
let bridge = Target.Dependency.product(name: "HiveArgumentParser", package: "hive-integrations")

let package = Package(
    name: "hive-example-tool",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "tea", targets: ["TeaTool"])],
    dependencies: [
        .package(name: "hive", path: "../.."),
        .package(name: "hive-integrations", path: "../../Integrations"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // The shop's books: products, orders, and how a file of products is read. It knows nothing of Hive.
        .target(name: "TeaBooks", dependencies: [grdb], swiftSettings: settings),
        .executableTarget(
            name: "TeaTool",
            dependencies: ["TeaBooks", hive, bridge, argumentParser],
            swiftSettings: settings
        ),
        // One of its commands without Hive, to compare.
        .executableTarget(name: "PlainTool", dependencies: ["TeaBooks", argumentParser], swiftSettings: settings),
        // They run the tool as a process, which `swift test` builds as well, and make databases for it.
        .testTarget(
            name: "TeaToolTests",
            dependencies: [grdb],
            path: "Tests",
            swiftSettings: settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
