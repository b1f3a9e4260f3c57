// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import PackageDescription

// What the program and its plug-ins both know.
let package = Package(
    name: "tea-interface",
    platforms: [.macOS(.v15)],
    products: [.library(name: "TeaInterface", targets: ["TeaInterface"])],
    dependencies: [.package(name: "hive", path: "../../..")],
    targets: [.target(name: "TeaInterface", dependencies: [.product(name: "Hive", package: "hive")])],
    swiftLanguageModes: [.v6]
)
