// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// A client that has not moved to the Swift 6 language mode.
let package = Package(
    name: "Swift5Mode",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hive", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Swift5Mode",
            dependencies: [.product(name: "Hive", package: "hive")]
        )
    ],
    swiftLanguageModes: [.v5]
)
