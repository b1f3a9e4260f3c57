// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// A plug-in. It is built by itself, and opened at run time.
let package = Package(
    name: "tea-stamps",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Stamps", targets: ["Stamps"])],
    dependencies: [
        .package(name: "hive", path: "../../.."),
        .package(path: "../Interface"),
    ],
    targets: [
        .target(
            name: "Stamps",
            dependencies: [
                .product(name: "Hive", package: "hive"), .product(name: "TeaInterface", package: "Interface"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
