// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// What the cases of mistakes name, rightly and wrongly; `.ci/check-mistakes` builds a copy beside the other fixtures.
let package = Package(
    name: "Mistakes",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hive", path: "../..")],
    targets: [
        .target(name: "Shop", dependencies: [.product(name: "Hive", package: "hive")]),
        .target(name: "Warehouse", dependencies: [.product(name: "Hive", package: "hive")]),
        .executableTarget(
            name: "Program",
            dependencies: [
                "Shop", "Warehouse",
                .product(name: "Hive", package: "hive"),
                .product(name: "HiveConfig", package: "hive"),
                .product(name: "HiveCommands", package: "hive"),
            ],
            plugins: [.plugin(name: "HiveConfigPlugin", package: "hive")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
