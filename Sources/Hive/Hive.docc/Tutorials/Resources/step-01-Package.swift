// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "greetings",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "hive", path: "../hive"),
        .package(name: "hive-integrations", path: "../hive/Integrations"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Greetings",
            dependencies: [
                .product(name: "Hive", package: "hive"),
                .product(name: "HiveConfig", package: "hive"),
                .product(name: "HiveCommands", package: "hive"),
                .product(name: "HiveServiceLifecycle", package: "hive-integrations"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        )
    ]
)
