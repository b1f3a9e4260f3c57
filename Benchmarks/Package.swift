// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let isStrict = Context.environment["HIVE_STRICT"] != nil  // Set by the check script.

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    + (isStrict ? [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)] : [])

let hive = Target.Dependency.product(name: "Hive", package: "hive")

let package = Package(
    name: "hive-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "hive", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/ordo-one/TextTable", exact: "0.0.2"),
    ],
    targets: [
        .target(name: "CMeasuring"),
        .target(
            name: "Measuring",
            dependencies: ["CMeasuring", .product(name: "TextTable", package: "TextTable")],
            swiftSettings: settings
        ),
        .target(
            name: "Fixtures",
            dependencies: [hive, .product(name: "HiveRouting", package: "hive")],
            swiftSettings: settings
        ),
        .target(name: "ColdRun", swiftSettings: settings),
        .target(name: "ColdModules", dependencies: ["ColdRun", hive], swiftSettings: settings),
        .target(name: "RecordedModules", dependencies: ["Fixtures", hive], swiftSettings: settings),
        .executableTarget(
            name: "HiveBenchmarks",
            dependencies: [
                "Fixtures",
                "RecordedModules",
                "Measuring",
                hive,
                .product(name: "HiveConfig", package: "hive"),
                .product(name: "HiveRouting", package: "hive"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "InstructionLoops",
            dependencies: [
                "Fixtures",
                "ColdModules",
                hive,
                .product(name: "HiveConfig", package: "hive"),
                .product(name: "HiveRouting", package: "hive"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "InstructionCheck",
            dependencies: ["Measuring", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HiveProgram",
            dependencies: [hive],
            path: "Sources/Programs/HiveProgram",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "HiveConfigProgram",
            dependencies: [hive, .product(name: "HiveConfig", package: "hive")],
            path: "Sources/Programs/HiveConfigProgram",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ColdHive",
            dependencies: ["ColdModules", "ColdRun"],
            path: "Sources/Programs/ColdHive",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ColdHooks",
            dependencies: ["ColdRun"],
            path: "Sources/Programs/ColdHooks",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ColdServices",
            dependencies: [
                "ColdRun",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Sources/Programs/ColdServices",
            swiftSettings: settings
        ),
        .executableTarget(name: "BareProgram", path: "Sources/Programs/BareProgram", swiftSettings: settings),
        .testTarget(name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
