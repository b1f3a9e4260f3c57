// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// A client whose code runs on the main actor unless it says otherwise.
let package = Package(
    name: "MainActorDefault",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hive", path: "../../..")],
    targets: [
        .executableTarget(
            name: "MainActorDefault",
            dependencies: [.product(name: "Hive", package: "hive")],
            swiftSettings: [
                .defaultIsolation(MainActor.self)
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
