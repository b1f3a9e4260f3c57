// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// What .ci/check-release makes versions of: as Hive is, but small.
let package = Package(
    name: "hive",
    products: [.library(name: "Hive", targets: ["Hive", "HiveBase"])],
    targets: [.target(name: "HiveBase"), .target(name: "Hive", dependencies: ["HiveBase"])]
)
