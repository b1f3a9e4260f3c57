// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let package = Package(
    name: "hive-example-start",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hive", path: "../..")],
    targets: [
        .executableTarget(
            name: "Start",
            dependencies: [.product(name: "Hive", package: "hive"), .product(name: "HiveConfig", package: "hive")]
        ),
        .testTarget(
            name: "StartTests",
            dependencies: [
                "Start", .product(name: "Hive", package: "hive"), .product(name: "HiveTestKit", package: "hive"),
            ]
        ),
    ]
)
