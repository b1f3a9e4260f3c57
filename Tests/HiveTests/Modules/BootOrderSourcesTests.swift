// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// The whole way from declarations in several sources to the order in which a hive starts.
@Suite(.timeLimit(.minutes(5)))
struct BootOrderSourcesTests {
    private enum Zero {}
    private struct Next<Before> {}

    /// As many module types as wanted.
    private static func types(_ count: Int) -> [any HiveModule.Type] {
        func collect<Tag>(_ tag: Tag.Type, _ left: Int) -> [any HiveModule.Type] {
            left == 0 ? [] : [Numbered<Tag>.self] + collect(Next<Tag>.self, left - 1)
        }
        return collect(Zero.self, count)
    }

    private final class Numbered<Tag>: HiveModule {
        static var manifest: ModuleManifest { ModuleManifest() }
        init() {}
    }

    /// What a random source says of a module.
    private struct Saying {
        let type: Int
        let source: Origin.Source
        let file: String
        let level: ModuleLevel?
        let priority: Int?
    }

    // C10, C17: one order over all sources; a property list wins over code over a record, key by key.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func everySourceTakesPartInOneOrder(seed: UInt64) throws {
        let types = Self.types(10)
        var generator = SeedGenerator(seed: seed)
        for _ in 0..<150 {
            let sayings = Self.random(&generator, types: types.count)
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(
                sayings.map { saying in
                    let origin =
                        switch saying.source {
                        case .propertyList: Origin.propertyList(saying.file, nil)
                        case .code: Origin.code(fileID: "code", line: 1)
                        case .record, .argument, .environmentVariable: Origin.record("record")
                        }
                    var declaration = ModuleDeclaration(types[saying.type], at: origin)
                    declaration.level = saying.level
                    declaration.priority = saying.priority
                    return declaration
                }
            )
            let expected = Self.model(sayings, types).map { types[$0].moduleName }
            #expect(hive.modules.descriptors.map(\.name) == expected)
            #expect(hive.verify().isEmpty)
        }
    }

    private static func random(_ generator: inout SeedGenerator, types: Int) -> [Saying] {
        var sayings: [Saying] = []
        let sources: [(Origin.Source, String)] = [
            (.record, ""), (.propertyList, "a.plist"), (.code, ""), (.propertyList, "b.plist"),
        ]
        for (source, file) in sources.shuffled(using: &generator) {
            for type in (0..<types).shuffled(using: &generator) where Bool.random(using: &generator) {
                sayings.append(
                    Saying(
                        type: type,
                        source: source,
                        file: file,
                        level: [nil, 0, 1, 5].randomElement(using: &generator) ?? nil,
                        priority: [nil, -1, 0, 1].randomElement(using: &generator) ?? nil
                    )
                )
            }
        }
        return sayings
    }

    private static func model(_ sayings: [Saying], _ types: [any HiveModule.Type]) -> [Int] {
        func all(_ source: Origin.Source) -> [Saying] { sayings.filter { $0.source == source } }
        let records = all(.record).sorted { String(reflecting: types[$0.type]) < String(reflecting: types[$1.type]) }
        var index: [Int] = []
        for saying in all(.code) + all(.propertyList) + records where !index.contains(saying.type) {
            index.append(saying.type)
        }
        // The later property list is the stronger one.
        let strongestFirst = all(.propertyList).reversed() + all(.code) + records
        func level(_ type: Int) -> Int {
            strongestFirst.first { $0.type == type && $0.level != nil }?.level?.rawValue ?? 1
        }
        func priority(_ type: Int) -> Int {
            strongestFirst.first { $0.type == type && $0.priority != nil }?.priority ?? 0
        }
        return index.enumerated().sorted { left, right in
            let first = (level(left.element), -priority(left.element), left.offset)
            return first < (level(right.element), -priority(right.element), right.offset)
        }.map(\.element)
    }
}
