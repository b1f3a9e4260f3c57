// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let package = Package(
    name: "hive-integrations",
    dependencies: [.package(name: "hive", path: "..")],
    targets: [
        .target(name: "Bridge", dependencies: [.product(name: "Hive", package: "hive")]),
        .testTarget(name: "BridgeTests", dependencies: ["Bridge"]),
    ]
)
