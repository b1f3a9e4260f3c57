// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

let hive = Target.Dependency.product(name: "Hive", package: "hive")

// A program whose modules nobody names: the linker finds them. And a shared library with records of its own.
let package = Package(
    name: "LinkedRecords",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "LinkedRecords", targets: ["LinkedRecords"]),
        .library(name: "Plugin", type: .dynamic, targets: ["Plugin"]),
    ],
    dependencies: [.package(name: "hive", path: "../../..")],
    targets: [
        .target(name: "Interface"),
        .target(name: "Greeting", dependencies: [hive, "Interface"]),
        .target(name: "Plugin", dependencies: [hive]),
        // Greeting is linked and never imported.
        .executableTarget(name: "LinkedRecords", dependencies: [hive, "Interface", "Greeting"]),
    ],
    swiftLanguageModes: [.v6]
)
