// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Reads on one thread what another one replaces, for as long as it is told to. Run it by hand, as CONTRIBUTING says:
// the tests have no time for a fault that shows once in a minute.

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
        let arguments = CommandLine.arguments.dropFirst()
        guard let seconds = arguments.first.flatMap({ Int($0) }) ?? (arguments.isEmpty ? 10 : nil) else {
            fatalError("usage: HiveStressProgram [SECONDS]")
        }
        let hive = Hive()
        try register(with: hive.services, isReplacing: false)
        let reader = try hive.services.autowire { Reader() }
        try await hive.start()
        let end = ContinuousClock.now + .seconds(seconds)
        try await run("events", until: end, ofParts: 3, 0, { try await trigger(hive) }, { _ in subscribe(hive) })
        try await run("services", until: end, ofParts: 3, 1, { try read(hive, reader) }, { try replace(hive, $0) })
        try await run("tables", until: end, ofParts: 3, 2, { try readTable(hive) }, { _ in try changeTable(hive) })
        try await hive.stop()
    }

    /// Does both again and again, in a task each, in its part of the time that is left.
    private static func run(
        _ name: String,
        until end: ContinuousClock.Instant,
        ofParts parts: Int,
        _ part: Int,
        _ read: @escaping @Sendable () async throws -> Void,
        _ change: @escaping @Sendable (_ round: Int) async throws -> Void
    ) async throws {
        let now = ContinuousClock.now
        let end = now + (end - now) / (parts - part)
        async let reads = rounds(until: end) { _ in try await read() }
        async let changes = rounds(until: end, change)
        print("\(name): \(try await reads) readings beside \(try await changes) changes")
    }

    private static func rounds(
        until end: ContinuousClock.Instant,
        _ body: @Sendable (_ round: Int) async throws -> Void
    ) async throws -> Int {
        var round = 0
        while ContinuousClock.now < end {
            for _ in 0..<100 {
                try await body(round)
                round += 1
            }
            await Task.yield()
        }
        return round
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
