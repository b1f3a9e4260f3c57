// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Reads on one thread what another one replaces, and stops hives on one thread that another one starts, for as long as
// it is told to. Run it by hand, as CONTRIBUTING says: the tests have no time for a fault that shows once in a minute.

import Hive

/// Something that knows whether it has been freed.
final class Item: Sendable {
    private let mark = Item.whole
    private static let whole: UInt64 = 0x5EED_0F_A_11_BEE5

    /// Ends the process if the object is none any more.
    func check() { precondition(mark == Self.whole, "What was read has been freed.") }
}

protocol ItemService: Sendable {
    var item: Item { get }
}

struct Holder: ItemService {
    let item = Item()
}

struct Tick: HiveEvent {}

struct Entry: RegistryEntry {
    let item = Item()
    var key: String? { nil }
    var origin: Origin { .code(fileID: #fileID, line: #line) }

    static func makeTable(_ records: [(entry: Entry, module: String?)], in context: HiveContext) -> [Entry] {
        records.map(\.entry)
    }
}

final class Reader: Sendable {
    let plain = Autowired<any ItemService>()
    let named = Autowired<any ItemService>(name: "named")
}

@main struct Program {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        let seconds = arguments.first.flatMap { Int($0) }
        if seconds != nil { arguments.removeFirst() }
        let names = arguments.isEmpty ? ["events", "services", "tables", "starts", "operations"] : Array(arguments)
        let hive = Hive()
        try register(with: hive.services, isReplacing: false)
        let reader = try hive.services.autowire { Reader() }
        try await hive.start()
        let end = ContinuousClock.now + .seconds(seconds ?? 10)
        let watchdog = Watchdog(patience: 60)
        for (part, name) in names.enumerated() {
            watchdog.begin(name)
            let now = ContinuousClock.now
            let run = Run(end: now + (end - now) / (names.count - part), watchdog: watchdog)
            switch name {
            case "events": try await run(name, { _ in try await trigger(hive) }, { _ in subscribe(hive) })
            case "services": try await run(name, { _ in try read(hive, reader) }, { try replace(hive, $0) })
            case "tables": try await run(name, { _ in try readTable(hive) }, { _ in try changeTable(hive) })
            case "starts": try await run(name, Storm.start, Storm.start)
            case "operations": try await run(name, Storm.operation, Storm.operation)
            default: fatalError("usage: HiveStressProgram [SECONDS] [events|services|tables|starts|operations]...")
            }
        }
        try await hive.stop()
    }

    /// Does both again and again, in a task each, until a time.
    private struct Run {
        let end: ContinuousClock.Instant
        let watchdog: Watchdog

        func callAsFunction(
            _ name: String,
            _ first: @escaping @Sendable (_ round: Int) async throws -> Void,
            _ second: @escaping @Sendable (_ round: Int) async throws -> Void
        ) async throws {
            async let these = rounds(first)
            async let those = rounds(second)
            print("\(name): \(try await these) rounds beside \(try await those)")
        }

        private func rounds(_ body: @Sendable (_ round: Int) async throws -> Void) async throws -> Int {
            var round = 0
            while ContinuousClock.now < end {
                for _ in 0..<100 {
                    try await body(round)
                    round += 1
                }
                watchdog.note()
                await Task.yield()
            }
            return round
        }
    }

    // MARK: Events

    private static func trigger(_ hive: Hive) async throws { _ = try await hive.events.trigger(Tick()) }

    private static func subscribe(_ hive: Hive) {
        let item = Item()
        hive.events.subscribe(Tick.self) { _, _ in item.check() }.cancel()
    }

    // MARK: Services

    private static func register(with services: ServiceManager, isReplacing: Bool) throws {
        try services.register((any ItemService).self, replacing: isReplacing) { _ in Holder() }
        try services.register((any ItemService).self, name: "named", replacing: isReplacing) { _ in Holder() }
    }

    private static func read(_ hive: Hive, _ reader: Reader) throws {
        try hive.services.service((any ItemService).self).item.check()
        try hive.services.service((any ItemService).self, name: "named").item.check()
        try hive.services.service((any ItemService).self, instance: "own").item.check()
        hive.services.cached((any ItemService).self, instance: "own")?.item.check()
        try reader.plain.get().item.check()
        try reader.named.get().item.check()
        _ = hive.services.cachedNames
    }

    private static func replace(_ hive: Hive, _ round: Int) throws {
        try hive.services.evict((any ItemService).self)
        try hive.services.evict((any ItemService).self, name: "named")
        if round.isMultiple(of: 16) { try register(with: hive.services, isReplacing: true) }
    }

    // MARK: Tables of registries

    private static func readTable(_ hive: Hive) throws {
        for entry in try hive.table(of: Entry.self) { entry.item.check() }
    }

    private static func changeTable(_ hive: Hive) throws { try hive.register([Entry(), Entry()]).cancel() }
}
