// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveRouting
import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Names come from anybody; a terminal gets none of them raw, and none of them forges a line.
@Suite(.timeLimit(.minutes(5)))
struct HostileNameTests {
    /// An end of a line, a sequence for a terminal, marks that reorder, what C1 has, and what is not in the first
    /// plane.
    private static let hostile =
        "x\"]\u{1B}[2J\n0. Forged\r\u{85}\u{9B}2J\u{202E}\u{2066}\u{200B}\u{2028}\u{E0001}\u{7F}"
    private static let commands: [[String]] = [
        ["verify"], ["list"], ["order"], ["graph"], ["graph", "--dot"], ["config"], ["page"],
        ["services"], ["actions"], ["routes"], ["blame"], ["timeline"], ["timeline", "--trace"], ["timeline", "--svg"],
        ["health"], ["why", hostile], ["why", hostile, "--json"], ["why", "\(hostile).x"],
    ]

    private final class HostileModule: HiveModule {
        static let manifest = ModuleManifest(
            name: hostile,
            needs: [.named(hostile + "absent", optional: true)]
        )
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any PriceService).self, name: hostile) { FlatPrices($0) }
            try context.actions.target("  \(hostile)") { target in
                target.action(hostile, Parameter(stringLiteral: hostile)) { (text: String) in text }
            }
        }
    }

    private struct Hostile: Error, CustomStringConvertible {
        var description: String { hostile }
    }

    private final class ThrowingModule: HiveModule {
        static let manifest = ModuleManifest(name: hostile)
        init() {}
        func setUp(_ context: SetupContext) async throws { throw Hostile() }
    }

    private func run<Module: HiveModule>(_ arguments: [String], _ type: Module.Type) async -> CommandResult {
        await HiveCommandLine(program: "shop") {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(type)
            return hive
        }.run(arguments)
    }

    /// Whether a text can be shown: lines, and nothing else that is not what it looks like.
    private func isShowable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n"
            case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
            default: true
            }
        }
    }

    @Test(arguments: commands)
    func textsHaveNoneRaw(arguments: [String]) async {
        let result = await run(arguments, HostileModule.self)
        #expect(result.exitCode == (arguments.last?.hasSuffix(".x") == true ? 64 : 0))
        #expect(isShowable(result.output) && isShowable(result.errors), "\(result)")
        #expect(!result.output.contains("\n0. Forged"), "\(result)")
    }

    @Test(arguments: commands.filter { $0.count == 1 && $0 != ["page"] })
    func objectsHaveNoneRaw(arguments: [String]) async throws {
        let result = await run(arguments + ["--json"], HostileModule.self)
        #expect(isShowable(result.output) && result.output.dropLast().allSatisfy { $0 != "\n" }, "\(result)")
        // What was escaped is still what it was.
        let isNamed = !["verify", "config", "routes"].contains(arguments[0])
        #expect(isNamed == Strings.all(in: result.output).contains { $0.hasPrefix(Self.hostile) })
    }

    @Test(arguments: [["services"], ["blame"], ["timeline"], ["services", "--json"]])
    func failuresHaveNoneRaw(arguments: [String]) async {
        let result = await run(arguments, ThrowingModule.self)
        #expect(result.exitCode == 70)
        #expect(isShowable(result.output) && isShowable(result.errors), "\(result)")
        #expect(!result.errors.contains("\n0. Forged"), "\(result)")
    }

    @Test func anActionIsNotForgedByATarget() async {
        let lines = await run(["actions"], HostileModule.self).output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("\"  x") == true)
        #expect(lines.last?.hasPrefix("  x") == true)
    }

    @Test func picturesAreNotBroken() async {
        #expect(await run(["graph"], HostileModule.self).output.contains("m0[\"x#34;#93;#92;u#123;1B#125;"))
        #expect(await run(["graph", "--dot"], HostileModule.self).output.contains("label=\"x\\\"]\\\\u{1B}"))
    }
}

/// Every string of a JSON text.
private struct Strings: Decodable {
    private var found: [String] = []

    static func all(in text: String) -> [String] {
        (try? JSONDecoder().decode(Strings.self, from: Data(text.utf8)))?.found ?? []
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: AnyKey.self) {
            for key in object.allKeys { found += try object.decode(Strings.self, forKey: key).found }
        } else if var array = try? decoder.unkeyedContainer() {
            while !array.isAtEnd { found += try array.decode(Strings.self).found }
        } else if let text = try? decoder.singleValueContainer().decode(String.self) {
            found = [text]
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
