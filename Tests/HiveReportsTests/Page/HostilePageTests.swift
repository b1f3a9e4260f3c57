// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports
import HiveTestKit
import Testing

/// Names and texts come from anybody; on a page they are text and nothing else, and no page grows without end by them.
@Suite(.timeLimit(.minutes(5)))
struct HostilePageTests {
    private static let hostile = """
        </script></title></style><script>alert(1)</script>"><img src=x onerror=alert(1)>'--><![CDATA[]]>&lt;\
        \u{202E}\u{2066}\u{0}\u{1B}[2J\u{2028}\u{200B}\u{85}\u{FFFF}\u{E0001}http://example.com/x.png
        """
    private static let long = String(repeating: "Endless", count: 1500)
    private static let stacked = "z" + String(repeating: "\u{0301}", count: 5_000)

    private struct Hostile: Error, CustomStringConvertible {
        var description: String { hostile }
    }

    private final class HostileModule: HiveModule {
        struct Options: ModuleOptions {
            var text = ""
        }

        static let manifest = ModuleManifest(name: hostile, needs: [.module(LongModule.self)])
        func setUp(_ context: SetupContext) async throws {
            for name in [hostile, long, stacked] {
                try context.services.register((any PageStore).self, name: name, fileID: hostile) { _ in PageMemory() }
            }
            try context.events.bind(hostile, fileID: hostile) { _, _ in }
            context.withholdReadiness(because: hostile)
        }
        func health(_ context: ModuleContext) async throws -> ModuleHealth { throw Hostile() }
    }

    private final class LongModule: HiveModule {
        static let manifest = ModuleManifest(name: long)
        func health(_ context: ModuleContext) async throws -> ModuleHealth { .degraded(because: long) }
    }

    private final class StackedModule: HiveModule {
        static let manifest = ModuleManifest(name: stacked)
    }

    private func hive() throws -> Hive {
        let context = HiveContext(name: Self.hostile, environment: HiveEnvironment(Self.hostile))
        let hive = Hive(HiveOptions(context: context, clock: ManualClock()))
        try hive.modules.register(HostileModule.self, options: ["text": .string(Self.hostile)], fileID: Self.hostile)
        try hive.modules.register(LongModule.self)
        try hive.modules.register(StackedModule.self)
        return hive
    }

    private func check(_ page: ParsedPage) {
        #expect(page.elements.isDisjoint(with: ["script", "img", "iframe", "object", "form", "base", "image"]))
        #expect(page.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "style" })
        // Nothing is loaded, and every link leads to a place on the page.
        let inner = page.addresses.filter { $0 != "data:," }
        #expect(inner.allSatisfy { $0.hasPrefix("#") && page.ids.contains(String($0.dropFirst())) })
        let odd = page.html.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n"
            case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
            default: false
            }
        }
        #expect(odd.isEmpty)
        #expect(page.text.contains("<script>alert(1)</script>"))
        #expect(page.text.contains("… (10500 characters)"))
        #expect(!page.html.contains(String(repeating: "\u{0301}", count: 5)))
        #expect(page.html.utf8.count < 60_000)
    }

    @Test func aPlanHasNothingButText() async throws {
        try check(ParsedPage(await hive().page()))
    }

    @Test func aHiveThatRunsHasNothingButText() async throws {
        let hive = Hive(HiveOptions(context: HiveContext(name: Self.hostile), clock: ManualClock()))
        try hive.modules.register(HostileModule.self, options: ["text": .string(Self.hostile)], fileID: Self.hostile)
        try hive.modules.register(LongModule.self)
        try hive.modules.register(StackedModule.self)
        try await hive.start()
        try check(ParsedPage(await hive.page()))
        try await hive.stop()
        try check(ParsedPage(await hive.page()))
    }

    @Test func thousandsOfModulesHaveAPage() async throws {
        let hive = Hive(HiveOptions(timelineCapacity: 10_000, clock: ManualClock()))
        try Numbered.register(with: hive)
        try await hive.start()
        let page = try ParsedPage(await hive.page())
        #expect(page.text.contains("2028 take part, 2028 up"))
        #expect(page.ids.contains("m2027"))
        // About 1,500 bytes a module.
        #expect(page.html.utf8.count < 5_000_000)
        try await hive.stop()
    }

    private enum Numbered {
        static let types: [any Any.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, Bool.self, Float.self, Double.self,
        ]

        static func register(with hive: Hive) throws {
            func register<A, B, C>(_ a: A.Type, _ b: B.Type, _ c: C.Type) throws {
                try hive.modules.register(NumberedModule<A, B, C>.self)
            }
            func third<A, B>(_ a: A.Type, _ b: B.Type) throws { for type in types { try register(a, b, type) } }
            func second<A>(_ a: A.Type) throws { for type in types.prefix(12) { try third(a, type) } }
            for type in types { try second(type) }
        }
    }

    private final class NumberedModule<A, B, C>: HiveModule {
        static var manifest: ModuleManifest {
            ModuleManifest(
                name: "\(A.self)\(B.self)\(C.self)Module",
                needs: C.self == Int.self ? [] : [.module(NumberedModule<A, B, Int>.self)]
            )
        }
    }
}
