// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// A library that is built for a test, as a plug-in is: with what it needs of the program left open.
enum Library {
    /// The plug-in of this example.
    static let stamps = Task { try await build("Stamps", stampsSource) }
    /// The same module, of another plug-in.
    static let otherStamps = Task { try await build("OtherStamps", stampsSource) }
    /// The plug-in that is linked into the program, as a library as well.
    static let giftWrap = Task {
        let entry =
            "@c(tea_plug_in) public func f() -> UnsafeMutableRawPointer { PlugIn(GiftWrapModule.self).handedOver }"
        return try await build("GiftWrap", source("GiftWrap/Sources/GiftWrap/GiftWrap.swift") + entry)
    }
    /// The plug-in, built for another version of the interface.
    static let stampsOfAnotherVersion = Task {
        let rule = try source("Interface/Sources/TeaInterface/PriceRule.swift")
        let interface =
            try rule.replacingOccurrences(of: "PriceRule1", with: "PriceRule2")
            + source("Interface/Sources/TeaInterface/PlugIn.swift")
        return try await build("NewStamps", stampsSource, interface: interface)
    }
    /// A library whose function hands nothing over.
    static let emptyHanded = Task {
        try await build("EmptyHanded", "@c(tea_plug_in) public func f() -> UnsafeMutableRawPointer? { nil }")
    }
    /// A library that is no plug-in.
    static let stranger = Task { try await build("Stranger", "public let answer = 42") }

    private static var stampsSource: String { get throws { try source("Stamps/Sources/Stamps/Stamps.swift") } }

    private static func source(_ path: String) throws -> String {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Compiles a library against the modules that the program was built from, and returns its path.
    private static func build(_ name: String, _ source: String, interface: String? = nil) async throws -> String {
        let products = try Program.url(of: "Till").deletingLastPathComponent()
        let folder = products.appending(path: "TillTests.libraries/\(name)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func compile(_ module: String, _ text: String, _ arguments: String...) async throws {
            let file = folder.appending(path: "\(module).swift")
            try Data(text.utf8).write(to: file)
            let headers = package.appending(path: "../../Sources/CHiveLinkage/include")
            let search = [folder, products.appending(path: "Modules"), headers].flatMap { ["-I", $0.path()] }
            let fixed = ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", module, file.path()]
            let ending = try await Program.run(URL(filePath: "/usr/bin/env"), fixed + search + arguments)
            if ending.exitCode != 0 { throw Program.Failure(description: ending.errors) }
        }
        if let interface {
            let path = folder.appending(path: "TeaInterface.swiftmodule").path()
            try await compile("TeaInterface", interface, "-emit-module", "-o", path)
        }
        let path = folder.appending(path: "lib\(name).so").path()
        #if os(Linux)
        try await compile(name, source, "-emit-library", "-o", path)
        #else
        try await compile(
            name,
            source,
            "-emit-library",
            "-o",
            path,
            "-Xlinker",
            "-undefined",
            "-Xlinker",
            "dynamic_lookup"
        )
        #endif
        return path
    }
}
