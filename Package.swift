// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let isStrict = Context.environment["HIVE_STRICT"] != nil  // Set by the check script.

/// The test targets to build, where not all are: names with commas between them.
let chosenTests = Context.environment["HIVE_TESTS"]?.split(separator: ",").map(String.init)

/// What every target gets, but for the one that declares `HiveModule`.
let moduleSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    + (isStrict ? [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)] : [])

// Witnesses take their isolation from the requirement: with this feature in `Hive`, the hooks of a `@MainActor` class
// would lose their actor.
let settings = moduleSettings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A target of the sample application: modules depend on interfaces, never on each other.
func sampleTarget(
    _ name: String,
    _ dependencies: Target.Dependency...,
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Sources/SampleModules/\(name)",
        swiftSettings: settings,
        plugins: plugins
    )
}

let sample: [Target] = [
    sampleTarget("HiveSampleCatalogInterface"),
    sampleTarget("HiveSampleCartInterface", "HiveSampleCatalogInterface"),
    sampleTarget("HiveSampleTradeInterface", "HiveSampleCartInterface", "HiveSampleCatalogInterface", "Hive"),
    sampleTarget("HiveSampleTrackingInterface"),
    sampleTarget("HiveSampleHomeInterface", "HiveSampleCatalogInterface"),
    sampleTarget("HiveSampleCatalog", "HiveSampleCatalogInterface", "Hive"),
    sampleTarget(
        "HiveSampleCart",
        "HiveSampleCartInterface",
        "HiveSampleCatalogInterface",
        "HiveSampleTradeInterface",
        "Hive"
    ),
    sampleTarget(
        "HiveSampleTrade",
        "HiveSampleCartInterface",
        "HiveSampleCatalogInterface",
        "HiveSampleTradeInterface",
        "Hive",
        "HiveRouting"
    ),
    sampleTarget(
        "HiveSampleTracking",
        "HiveSampleCartInterface",
        "HiveSampleCatalogInterface",
        "HiveSampleTrackingInterface",
        "HiveSampleTradeInterface",
        "Hive",
        "HiveRouting"
    ),
    sampleTarget(
        "HiveSampleHome",
        "HiveSampleHomeInterface",
        "HiveSampleTradeInterface",
        "HiveSampleCartInterface",
        "HiveSampleCatalogInterface",
        "Hive",
        "HiveRouting"
    ),
    sampleTarget(
        "HiveSampleApp",
        "HiveSampleCatalogInterface",
        "HiveSampleCartInterface",
        "HiveSampleHomeInterface",
        "HiveSampleTrackingInterface",
        "HiveSampleTradeInterface",
        "HiveSampleCatalog",
        "HiveSampleCart",
        "HiveSampleHome",
        "HiveSampleTracking",
        "HiveSampleTrade",
        "Hive",
        "HiveCommands",
        "HiveConfig",
        "HiveRouting",
        plugins: ["HiveConfigPlugin"]
    ),
    sampleTarget("HiveSampleServer", "HiveSampleCartInterface", "HiveSampleTradeInterface", "Hive"),
    sampleTarget("HiveSampleTrouble", "HiveSampleTradeInterface", "Hive"),
    .executableTarget(
        name: "SampleModules",
        // No code names HiveSampleServer and HiveSampleTrouble; property lists do.
        dependencies: ["HiveSampleApp", "HiveSampleServer", "HiveSampleTrouble"],
        path: "Sources/SampleModules/Main",
        swiftSettings: settings
    ),
]

let package = Package(
    name: "hive",
    platforms: [.macOS(.v15)],
    products: [
        // Of what a product names, the package manager compares the interface with that of another version.
        .library(name: "Hive", targets: ["Hive", "HiveBase", "HiveDecoding"]),
        .library(name: "HiveConfig", targets: ["HiveConfig"]),
        .library(name: "HiveReports", targets: ["HiveReports"]),
        .library(name: "HiveRouting", targets: ["HiveRouting"]),
        .library(name: "HiveCommands", targets: ["HiveCommands"]),
        .library(name: "HiveControl", targets: ["HiveControl"]),
        .library(name: "HiveTestKit", targets: ["HiveTestKit"]),
        .plugin(name: "HiveConfigPlugin", targets: ["HiveConfigPlugin"]),
        .executable(name: "SampleModules", targets: ["SampleModules"]),
    ],
    targets: [
        // The whole of the C: it finds the section in which the linker has put the records, and keeps the numbers of
        // closed standard streams free.
        .target(name: "CHiveLinkage"),
        // The platform's C library, under one name.
        .target(name: "HivePlatform", swiftSettings: settings),
        // What the libraries and the plugin's tool share. `Hive` exports it: programs import nothing else for it.
        .target(name: "HiveBase", swiftSettings: settings),
        // How values, options and arguments are read, without a hive. `Hive` exports it, too.
        .target(name: "HiveDecoding", dependencies: ["HiveBase"], swiftSettings: settings),
        .target(
            name: "Hive",
            dependencies: ["CHiveLinkage", "HiveBase", "HiveDecoding", "HivePlatform"],
            swiftSettings: moduleSettings
        ),
        .target(name: "HivePropertyList", dependencies: ["HiveBase", "HivePlatform"], swiftSettings: settings),
        .target(
            name: "HiveConfig",
            dependencies: ["Hive", "HivePlatform", "HivePropertyList"],
            swiftSettings: settings
        ),
        // A client compiles it with what it depends on, and Hive once.
        .executableTarget(
            name: "HiveConfigGenerator",
            dependencies: ["HiveBase", "HivePlatform", "HivePropertyList"],
            swiftSettings: settings
        ),
        .plugin(name: "HiveConfigPlugin", capability: .buildTool(), dependencies: ["HiveConfigGenerator"]),
        .target(name: "HiveReports", dependencies: ["Hive", "HivePlatform"], swiftSettings: settings),
        .target(name: "HiveRouting", dependencies: ["Hive"], swiftSettings: settings),
        .target(
            name: "HiveCommands",
            dependencies: ["Hive", "HiveConfig", "HivePlatform", "HivePropertyList", "HiveReports", "HiveRouting"],
            swiftSettings: settings
        ),
        .target(
            name: "HiveControl",
            dependencies: ["Hive", "HiveCommands", "HivePlatform", "HiveReports"],
            swiftSettings: settings
        ),
        .target(name: "HiveTestKit", dependencies: ["Hive", "HivePlatform"], swiftSettings: settings),
        // Classes of another Swift module than the tests that adopt protocols for them.
        .target(
            name: "HiveModulesElsewhere",
            dependencies: ["Hive"],
            path: "Tests/Support/HiveModulesElsewhere",
            swiftSettings: settings
        ),
        // What the tests of several targets need, and no other tests.
        .target(
            name: "HiveTestSupport",
            dependencies: ["Hive", "HivePlatform"],
            path: "Tests/Support/HiveTestSupport",
            swiftSettings: settings
        ),
        // Under the thread sanitizer, what the runtime must not be asked for under a lock.
        .target(name: "CLockChecks", path: "Tests/Support/CLockChecks"),
        // As many descriptors for all tests at once as they need.
        .target(name: "CMoreDescriptors", path: "Tests/Support/CMoreDescriptors"),
        .testTarget(
            name: "HiveTests",
            dependencies: [
                "Hive", "HiveReports", "HiveTestKit", "HiveTestSupport", "HiveModulesElsewhere", "CLockChecks",
                "CMoreDescriptors",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ExplorationTests",
            dependencies: ["Hive", "HiveTestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: ["Hive", "HiveConfig", "HiveReports", "HiveTestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ModelTests",
            dependencies: ["Hive", "HiveTestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveConfigTests",
            dependencies: [
                "HiveBase", "HivePropertyList", "Hive", "HiveConfig", "HiveCommands", "HiveReports", "HiveTestKit",
            ],
            exclude: ["Fixtures"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveConfigGeneratorTests",
            dependencies: ["HiveConfigGenerator", "HiveBase", "HivePropertyList"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveReportsTests",
            dependencies: ["Hive", "HiveReports", "HiveTestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveControlTests",
            dependencies: [
                "Hive", "HiveCommands", "HiveConfig", "HiveControl", "HivePlatform", "HiveReports", "HiveRouting",
                "HiveTestKit", "HiveTestSupport",
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HiveStressProgram",
            dependencies: ["Hive", "HiveTestKit"],
            path: "Tests/Programs/HiveStressProgram",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HivePageProgram",
            dependencies: ["Hive", "HiveReports"],
            path: "Tests/Programs/HivePageProgram",
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveRoutingTests",
            dependencies: ["Hive", "HiveRouting", "HiveTestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveCommandsTests",
            dependencies: ["Hive", "HiveConfig", "HivePropertyList", "HiveRouting", "HiveCommands", "HiveTestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SampleModulesTests",
            dependencies: [
                "SampleModules", "HiveSampleApp", "Hive", "HiveRouting", "HiveTestKit",
                "HiveSampleCatalogInterface", "HiveSampleCartInterface", "HiveSampleHomeInterface",
                "HiveSampleTrackingInterface", "HiveSampleTradeInterface",
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HiveSignalProgram",
            dependencies: ["Hive", "HiveCommands", "HiveControl"],
            path: "Tests/Programs/HiveSignalProgram",
            swiftSettings: settings
        ),
        .testTarget(
            name: "RunTests",
            dependencies: ["HiveTestSupport", "SampleModules", "HiveSignalProgram"],
            swiftSettings: settings
        ),
    ] + sample,
    swiftLanguageModes: [.v6]
)

if let chosenTests {
    package.targets.removeAll { $0.type == .test && !chosenTests.contains($0.name) }
}
