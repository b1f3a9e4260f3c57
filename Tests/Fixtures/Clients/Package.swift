// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let hive = Target.Dependency.product(name: "Hive", package: "hive")

/// A program that needs nothing but the core.
func client(_ name: String, _ settings: SwiftSetting...) -> Target {
    .executableTarget(name: name, dependencies: [hive], swiftSettings: settings)
}

// Packages of other people: whatever their settings are, Hive compiles and works with them.
let package = Package(
    name: "Clients",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "hive", path: "../../..")],
    targets: [
        // Its code runs on the main actor unless it says otherwise.
        client("MainActorDefault", .defaultIsolation(MainActor.self)),
        // It has not moved to the Swift 6 language mode; its source is a link to that of EveryFeature.
        client("Swift5Mode", .swiftLanguageMode(.v5)),
        // The strictest settings of this compiler.
        client(
            "EveryFeature",
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error)
        ),
        // The compiler reads its property lists.
        .executableTarget(
            name: "PluginClient",
            dependencies: ["Greetings", hive, .product(name: "HiveConfig", package: "hive")],
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "HiveConfigPlugin", package: "hive")]
        ),
        .target(name: "Greetings", dependencies: [hive]),
    ],
    swiftLanguageModes: [.v6]
)
