// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// A client whose property lists the compiler reads.
let package = Package(
    name: "PluginClient",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hive", path: "../../..")],
    targets: [
        .target(
            name: "Greetings",
            dependencies: [.product(name: "Hive", package: "hive")]
        ),
        .executableTarget(
            name: "PluginClient",
            dependencies: [
                "Greetings",
                .product(name: "Hive", package: "hive"),
                .product(name: "HiveConfig", package: "hive"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "HiveConfigPlugin", package: "hive")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
