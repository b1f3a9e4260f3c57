// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// A plug-in. It is linked into the program.
let package = Package(
    name: "tea-giftwrap",
    platforms: [.macOS(.v15)],
    products: [.library(name: "GiftWrap", targets: ["GiftWrap"])],
    dependencies: [
        .package(name: "hive", path: "../../.."),
        .package(path: "../Interface"),
    ],
    targets: [
        .target(
            name: "GiftWrap",
            dependencies: [
                .product(name: "Hive", package: "hive"), .product(name: "TeaInterface", package: "Interface"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
