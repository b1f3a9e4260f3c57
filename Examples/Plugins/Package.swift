// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// The plug-ins that are linked into the program: a word here, and no word in any source.
let plugIns = ["GiftWrap"]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
func hive(_ name: String) -> Target.Dependency { .product(name: name, package: "hive") }

// What is opened at run time uses Hive and the interface of the program, so these have to be visible from outside.
let linked: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]

let package = Package(
    name: "hive-example-plugins",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "hive", path: "../.."),
        .package(path: "Interface"),
    ] + plugIns.map { .package(path: $0) },
    targets: [
        .target(
            name: "TillKit",
            dependencies: [hive("Hive"), hive("HiveCommands"), .product(name: "TeaInterface", package: "Interface")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Till",
            dependencies: ["TillKit", hive("Hive")] + plugIns.map { .product(name: $0, package: $0) },
            swiftSettings: settings,
            linkerSettings: linked
        ),
        // The same without the plug-ins that are linked.
        .executableTarget(
            name: "BareTill",
            dependencies: ["TillKit", hive("Hive")],
            swiftSettings: settings,
            linkerSettings: linked
        ),
        // They build plug-ins, and run both programs as processes; `swift test` builds these as well.
        .testTarget(
            name: "TillTests",
            path: "Tests",
            swiftSettings: settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
