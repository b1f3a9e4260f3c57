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

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let grpc = Target.Dependency.product(name: "GRPCCore", package: "grpc-swift-2")
let grpcProtobuf = Target.Dependency.product(name: "GRPCProtobuf", package: "grpc-swift-protobuf")
let grpcTransport = Target.Dependency.product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
func hive(_ name: String) -> Target.Dependency { .product(name: name, package: "hive") }
func lifecycle(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-service-lifecycle") }
func log(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-log") }
func metrics(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-metrics") }
func tracing(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-distributed-tracing") }

let package = Package(
    name: "hive-integrations",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "HiveServiceLifecycle", targets: ["HiveServiceLifecycle"]),
        .library(name: "HiveArgumentParser", targets: ["HiveArgumentParser"]),
        .library(name: "HiveGRPC", targets: ["HiveGRPC"]),
        .library(name: "HiveLogging", targets: ["HiveLogging"]),
        .library(name: "HiveMetrics", targets: ["HiveMetrics"]),
        .library(name: "HiveSwiftConfiguration", targets: ["HiveSwiftConfiguration"]),
        .library(name: "HiveTracing", targets: ["HiveTracing"]),
    ],
    dependencies: [
        .package(name: "hive", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "HiveServiceLifecycle",
            dependencies: [hive("Hive"), lifecycle("ServiceLifecycle"), log("Logging")],
            swiftSettings: settings
        ),
        .target(
            name: "HiveArgumentParser",
            dependencies: [hive("Hive"), hive("HiveCommands"), argumentParser],
            swiftSettings: settings
        ),
        .target(
            name: "HiveGRPC",
            dependencies: [
                hive("Hive"), grpc, grpcProtobuf, grpcTransport, nio, protobuf, tracing("Instrumentation"),
            ],
            exclude: ["health.proto"],
            swiftSettings: settings
        ),
        // What observers share.
        .target(name: "HiveObserving", dependencies: [hive("Hive")], swiftSettings: settings),
        .target(
            name: "HiveLogging",
            dependencies: ["HiveObserving", hive("Hive"), log("Logging")],
            swiftSettings: settings
        ),
        .target(
            name: "HiveMetrics",
            dependencies: ["HiveObserving", hive("Hive"), metrics("CoreMetrics")],
            swiftSettings: settings
        ),
        .target(
            name: "HiveTracing",
            dependencies: ["HiveObserving", hive("Hive"), tracing("Tracing")],
            swiftSettings: settings
        ),
        .target(
            name: "HiveSwiftConfiguration",
            dependencies: [hive("Hive"), configuration],
            swiftSettings: settings
        ),
        // What the tests of several libraries share.
        .target(
            name: "IntegrationTestSupport",
            dependencies: [hive("Hive"), hive("HiveConfig"), hive("HiveTestKit")],
            path: "Tests/IntegrationTestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveServiceLifecycleTests",
            dependencies: [
                "HiveServiceLifecycle", "IntegrationTestSupport", hive("Hive"), hive("HiveTestKit"),
                lifecycle("ServiceLifecycle"), lifecycle("ServiceLifecycleTestKit"), log("Logging"),
            ],
            swiftSettings: settings
        ),
        // A program for tests that need a process.
        .executableTarget(
            name: "ArgumentProgram",
            dependencies: ["HiveArgumentParser", "HiveLogging", hive("Hive"), hive("HiveConfig"), argumentParser],
            path: "Tests/ArgumentProgram",
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveArgumentParserTests",
            dependencies: ["ArgumentProgram", "HiveArgumentParser", hive("HiveCommands"), argumentParser],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveLoggingTests",
            dependencies: [
                "HiveLogging", "IntegrationTestSupport", hive("Hive"), hive("HiveConfig"), hive("HiveTestKit"),
                log("Logging"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveGRPCTests",
            dependencies: [
                "HiveGRPC", "IntegrationTestSupport", hive("Hive"), hive("HiveConfig"), hive("HiveTestKit"), grpc,
                grpcProtobuf, grpcTransport, protobuf, tracing("InMemoryTracing"), tracing("Tracing"),
            ],
            exclude: ["echo.proto"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveMetricsTests",
            dependencies: [
                "HiveMetrics", "IntegrationTestSupport", hive("Hive"), hive("HiveConfig"), hive("HiveTestKit"),
                metrics("CoreMetrics"), metrics("MetricsTestKit"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveSwiftConfigurationTests",
            dependencies: [
                "HiveSwiftConfiguration", hive("Hive"), hive("HiveConfig"), hive("HiveTestKit"), configuration,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HiveTracingTests",
            dependencies: [
                "HiveTracing", "IntegrationTestSupport", hive("Hive"), hive("HiveConfig"), hive("HiveRouting"),
                hive("HiveTestKit"), tracing("InMemoryTracing"), tracing("Tracing"),
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "IntegrationSampleTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
