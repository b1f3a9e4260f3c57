// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// A client under the strictest settings of this compiler.
let package = Package(
    name: "EveryFeature",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hive", path: "../../..")],
    targets: [
        .executableTarget(
            name: "EveryFeature",
            dependencies: [.product(name: "Hive", package: "hive")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("ImmutableWeakCaptures"),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .treatAllWarnings(as: .error),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
