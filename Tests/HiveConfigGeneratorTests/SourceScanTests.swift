// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import Testing

@testable import HiveConfigGenerator
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// C43
@Suite(.timeLimit(.minutes(5)))
struct SourceScanTests {
    private let visible = VisibleModules(own: "App", direct: ["Shop"], all: ["Shop", "Deep"])
    private let scan: SourceScan = {
        var scan = SourceScan([])
        let shop = """
            package final class TradeModule: HiveModule {
                class func make() {}
            }
            public enum Back {
                public final class OfficeModule: HiveModule {}
            }
            extension Back.Room {
                public actor Inner {}
            }
            public actor ShelfModule<Item>: HiveModule {}
            final class HiddenModule: HiveModule {}
            let text = "class NoClass"
            """
        scan.add(Array(shop.utf8), of: "Shop")
        scan.add(Array("private final class OwnModule {}\n@MainActor final class MainModule {}".utf8), of: "App")
        scan.add(Array("public class DeepModule {}".utf8), of: "Deep")
        scan.add(Array("public class OtherModule {}".utf8), of: "Other")
        return scan
    }()

    private func advice(_ name: String) throws -> String? {
        scan.advice(on: try #require(NamedTypes.Name(name, at: .propertyList("x.plist", nil))), visible)
    }

    @Test(arguments: ["TradeModule", "Shop.TradeModule", "Back.OfficeModule", "Shop.Back.Room.Inner", "App.MainModule"])
    func nameThatTheSourcesHaveNeedsNoAdvice(name: String) throws { #expect(try advice(name) == nil) }

    @Test(
        arguments: [
            ("TradeModul", "Did you mean \"Shop.TradeModule\"?"),
            ("Shpo.TradeModule", "Did you mean \"Shop.TradeModule\"?"),
            ("Shop.OfficeModule", "Did you mean \"Shop.Back.OfficeModule\"?"), ("trade", "\"Shop.TradeModule\"?"),
            ("ShelfModule", "ShelfModule is generic. Declare a typealias"),
            ("HiddenModule", "not visible outside of Shop."),
            ("OwnModule", "OwnModule is private."), ("DeepModule", "Did you mean \"Deep.DeepModule\"?"),
            ("OtherModule", "Let App depend on that in Package.swift"), ("NoClass", "Correct the spelling"),
            ("make", "Correct the spelling"),
        ]
    )
    func adviceSaysWhatToWrite(name: String, part: String) throws {
        let advice = try #require(try advice(name))
        #expect(advice.contains(part), "\(advice)")
    }

    @Test func samplesOfDocumentationDeclareNothing() throws {
        try withFiles([:]) { folder in
            for place in ["\(folder)/Shop.docc", "\(folder)/Sources"] {
                try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            }
            let sample = Data("public final class WebModule {}".utf8)
            try sample.write(to: URL(filePath: "\(folder)/Shop.docc/step.swift"))
            let name = try #require(NamedTypes.Name("WebModul", at: .propertyList("x.plist", nil)))
            #expect(SourceScan([("Shop", folder)]).advice(on: name, visible)?.contains("Did you mean") == false)
            try sample.write(to: URL(filePath: "\(folder)/Sources/Web.swift"))
            #expect(SourceScan([("Shop", folder)]).advice(on: name, visible) == "Did you mean \"Shop.WebModule\"?")
        }
    }

    // C45
    @Test func hostileSourceIsHarmless() throws {
        var scan = SourceScan([])
        let lines = [
            "class", "class ", "class \u{301}A", "class A`; import", "class \"",
            "actor " + String(repeating: "a", count: 9_999),
        ]
        for line in lines { scan.add(Array(line.utf8) + [0xFF, 0x00, 0x0A], of: "Shop") }
        scan.add((0..<2_000).flatMap { Array((String(repeating: " ", count: $0) + "enum E {\n").utf8) }, of: "Shop")
        let name = try #require(NamedTypes.Name("E.E.X", at: .propertyList("x.plist", nil)))
        #expect(scan.advice(on: name, visible)?.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } == true)
    }
}
