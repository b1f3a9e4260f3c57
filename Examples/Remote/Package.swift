// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func hive(_ name: String) -> Target.Dependency { .product(name: name, package: "hive") }
func bridge(_ name: String) -> Target.Dependency { .product(name: name, package: "hive-integrations") }

let grpc = Target.Dependency.product(name: "GRPCCore", package: "grpc-swift-2")
let http2 = Target.Dependency.product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport")
let grpcProtobuf = Target.Dependency.product(name: "GRPCProtobuf", package: "grpc-swift-protobuf")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let log = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "hive-example-remote",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "hive", path: "../.."),
        .package(name: "hive-integrations", path: "../../Integrations"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        // The protocol, its errors, and the catalogue itself. It knows nothing of Hive, nor of gRPC.
        .target(name: "Catalog", dependencies: [log], swiftSettings: settings),
        // What crosses the wire.
        .target(
            name: "CatalogWire",
            dependencies: ["Catalog", grpc, grpcProtobuf, protobuf, bridge("HiveGRPC")],
            exclude: ["catalog.proto"],
            swiftSettings: settings
        ),
        // The catalogue as a program calls it that is another process.
        .target(
            name: "CatalogClient",
            dependencies: ["Catalog", "CatalogWire", hive("Hive"), bridge("HiveGRPC")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "CatalogServer",
            dependencies: [
                "Catalog", "CatalogWire", grpc, log,
                hive("Hive"), hive("HiveConfig"), bridge("HiveGRPC"), bridge("HiveLogging"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ShopServer",
            dependencies: [
                "Catalog", "CatalogClient", hummingbird, log,
                hive("Hive"), hive("HiveCommands"), hive("HiveConfig"),
                bridge("HiveLogging"), bridge("HiveServiceLifecycle"),
            ],
            swiftSettings: settings,
            plugins: [.plugin(name: "HiveConfigPlugin", package: "hive")]
        ),
        // What a call costs.
        .executableTarget(
            name: "CallCost",
            dependencies: ["Catalog", "CatalogClient", hive("Hive"), hive("HiveConfig")],
            swiftSettings: settings
        ),
        // They run both programs as processes, which `swift test` builds as well.
        .testTarget(
            name: "RemoteTests",
            dependencies: [
                "Catalog", "CatalogClient", "CatalogWire", grpc, http2, grpcProtobuf, hive("Hive"), hive("HiveConfig"),
            ],
            path: "Tests",
            swiftSettings: settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
