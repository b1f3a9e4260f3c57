// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HivePlatform
import HiveTestKit
import Synchronization
import Testing

@testable import HiveCommands
@testable import HiveControl

/// Requests of all kinds while hives start, drain, reload, restart modules and stop (C65).
@Suite(.timeLimit(.minutes(60)))
struct ControlStormTests {
    /// How many requests there are: `HIVE_STORM` says it where there is time for more, and then what it takes is told.
    private static let asked = getenv("HIVE_STORM").flatMap { Int(String(cString: $0)) }
    /// How many of them one hive gets between its start and its stop.
    private static let share = 250

    @Test func everyRequestIsAnsweredWholeOrClosedByTheStop() async throws {
        let journal = StormJournal()
        let began = ContinuousClock.now
        var before: ProcessSize?
        var round = 0
        while journal.count < Self.asked ?? 500 {
            try await Storm(journal, isStoppedFromOutside: round % 2 == 1).run(Self.share)
            round += 1
            // What lives once, and lazily, is there by now.
            if before == nil, journal.count >= (Self.asked ?? 0) / 10 { before = .now }
        }
        let faults = journal.faults
        #expect(faults.isEmpty, "\(faults.count) of \(journal.count): \(faults.prefix(5))")
        #expect(journal.whole > journal.count / 2)
        // Tests beside this one have memory and descriptors of their own.
        guard Self.asked != nil, let before else { return }
        let after = ProcessSize.now
        #expect(after.descriptors <= before.descriptors && after.kilobytes < before.kilobytes + 32_768)
        let times = journal.times.sorted()
        print(
            """
            \(journal.count) requests in \(round) hives, \(journal.whole) answered whole, the others closed by a stop \
            or left by their clients, \(ContinuousClock.now - began); \(before) after a tenth, \(after) at the end; \
            status: median \(times[times.count / 2]), worst \(times[times.count - 1]) of \(times.count)
            """
        )
    }
}

/// What the requests of all hives have come to.
private final class StormJournal: Sendable {
    private struct State {
        var count = 0
        var whole = 0
        var faults: [String] = []
        var times: [Duration] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }
    var whole: Int { state.withLock { $0.whole } }
    var faults: [String] { state.withLock { $0.faults } }
    var times: [Duration] { state.withLock { $0.times } }

    func note(_ fault: String?, isWhole: Bool, _ time: Duration?) {
        state.withLock { state in
            state.count += 1
            state.whole += isWhole ? 1 : 0
            state.faults += fault.map { [$0] } ?? []
            state.times += time.map { [$0] } ?? []
        }
    }
}

/// One hive, from its start to its stop.
private final class Storm: Sendable {
    private let journal: StormJournal
    private let scratch: Scratch
    private let hive = TestHive().hive
    private let isStoppedFromOutside: Bool
    private let answers = Mutex<(count: Int, waiting: [(count: Int, latch: Latch)])>((0, []))
    /// Whether the socket may be closed, because the last hook before that has begun.
    let mayClose = Atomic(false)
    let mayAsk = Latch()

    init(_ journal: StormJournal, isStoppedFromOutside: Bool) throws {
        (self.journal, self.isStoppedFromOutside) = (journal, isStoppedFromOutside)
        scratch = try Scratch()
        let options: ConfigurationValue = [
            "socket": .string(scratch.socket), "allows": ["reload", "restart", "stop"],
        ]
        try hive.modules.register(ControlModule.self, options: options)
        try hive.modules.register(SlowModule.self) { [unowned self] in SlowModule(self) }
        try hive.modules.register(LeafModule.self)
        hive.remember(NothingNew())
    }

    func run(_ count: Int) async throws {
        try await withThrowingTaskGroup { group in
            for client in 0..<6 { group.addTask { try await self.ask(as: client) } }
            group.addTask {
                try await self.hive.start()
                let target = self.answers.withLock { $0.count } + count
                while self.answers.withLock({ $0.count }) < target {
                    try await self.hive.restart(LeafModule.self)
                    _ = try await self.hive.source?.reload(self.hive)
                }
                if self.isStoppedFromOutside {
                    // Others may have as many answers made as there may be, but none for a stop.
                    let answer = try await Client.ask(self.scratch.socket, #"{"version":1,"command":"stop"}"#)
                    #expect(answer.contains("The hive has stopped."), "\(answer)")
                }
                try await self.hive.stop()
            }
            try await group.waitForAll()
        }
        #expect(access(scratch.socket, F_OK) != 0)
    }

    /// Returns when so many more requests have been answered.
    func wait(for more: Int) async throws {
        let latch = Latch()
        answers.withLock { $0.waiting.append(($0.count + more, latch)) }
        try await latch.wait()
    }

    private func noteAnswer() {
        let due = answers.withLock { state in
            state.count += 1
            let due = state.waiting.filter { $0.count <= state.count }
            state.waiting.removeAll { $0.count <= state.count }
            return due
        }
        for (_, latch) in due { latch.open() }
    }

    // MARK: A client

    private static let commands = [
        "health", "order", "why", "config", "options", "services", "actions", "routes", "timeline", "blame", "list",
        "reload", "restart",
    ]

    /// Asks on a thread of its own until the socket is closed.
    private func ask(as client: Int) async throws {
        try await mayAsk.wait()
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "storm").async {
                var random = StormNumbers(state: UInt64(client + 1))
                while self.askOnce(&random) {}
                continuation.resume()
            }
        }
    }

    /// Asks, and says whether somebody may still answer.
    private func askOnce(_ random: inout StormNumbers) -> Bool {
        guard let client = try? Client(scratch.socket) else {
            let mayClose = mayClose.load(ordering: .acquiring)
            if !mayClose { journal.note("nobody listens", isWhole: false, nil) }
            return false
        }
        switch random.next(below: 20) {
        case 0:
            // It goes away, at once or amid its request, or with its answer on the way.
            let parts = ["", #"{"version":1,"#, statusLine + "\n", #"{"version":1,"command":"health"}"# + "\n"]
            client.write(Array(parts[random.next(below: 4)].utf8))
            journal.note(nil, isWhole: false, nil)
        case 1: expect(client, "{]", refusal: "no JSON")
        case 2:
            let line = #"{"version":1,"command":"restart","arguments":["Control"]}"#
            expect(client, line, refusal: "gives this answer")
        case 3: expect(client, String(repeating: " ", count: 5_000), refusal: "at most 4096 bytes")
        case 4...8:
            let command = Self.commands[random.next(below: Self.commands.count)]
            let name = command == "why" || command == "restart" ? #","arguments":["Leaf"]"# : ""
            expect(client, #"{"version":1,"command":"\#(command)"\#(name)}"#)
        default:
            let began = ContinuousClock.now
            if expect(client, statusLine) { journal.note(nil, isWhole: true, ContinuousClock.now - began) }
        }
        noteAnswer()
        return true
    }

    /// Asks, and notes what is wrong with the answer; for a status, only if something is.
    @discardableResult
    private func expect(_ client: Client, _ line: String, refusal: String? = nil) -> Bool {
        client.write(Array("\(line)\n".utf8))
        let text = client.restOnThisThread()
        let fault: String?
        // What comes when the server closes is refused, or gone.
        if text.isEmpty || text == ControlAnswer.ending {
            fault = mayClose.load(ordering: .acquiring) ? nil : "no answer to \(line.prefix(60))"
            journal.note(fault, isWhole: false, nil)
            return false
        }
        let isMeant = refusal.map { text.contains($0) } ?? !text.contains(#""error":"#)
        fault = isWhole(text) && isMeant ? nil : "\(line.prefix(60)): \(text)"
        if fault == nil, line == statusLine { return true }
        journal.note(fault, isWhole: fault == nil, nil)
        return false
    }

    /// Whether each line is an object, and the last one the end.
    private func isWhole(_ text: String) -> Bool {
        let lines = text.split(separator: "\n").map { try? ControlProtocol.object(Array($0.utf8)) }
        return text.hasSuffix("\n") && lines.allSatisfy { $0 != nil } && lines.last??["end"] == true
            && lines.dropLast().allSatisfy { $0?["end"] == nil }
    }
}

/// Numbers that are the same in each run; the order of threads is not.
private struct StormNumbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}

/// It starts and stops only when requests have been answered meanwhile, and drains.
private final class SlowModule: FactoryModule, WorkingModule {
    static let manifest = ModuleManifest()
    private let storm: Storm

    init(_ storm: Storm) { self.storm = storm }

    func initialize(_ context: ModuleContext) async throws {
        storm.mayAsk.open()
        try await storm.wait(for: 20)
    }

    func run(_ context: WorkContext) async throws {
        await context.waitForDrain()
        try await storm.wait(for: 20)
    }

    func willStop(_ context: StopContext) async throws { try await storm.wait(for: 20) }

    func tearDown(_ context: StopContext) { storm.mayClose.store(true, ordering: .releasing) }
}

private final class LeafModule: HiveModule {
    static let manifest = ModuleManifest()

    init() {}

    func initialize(_ context: ModuleContext) {}
}

/// A configuration that never changes.
private struct NothingNew: ReloadSource {
    func hasChanged() -> Bool? { false }

    func reload(_ hive: Hive) async throws -> ReloadReport? {
        try await hive.reload(Composition(modules: [], services: [], problems: []), reporting: [])
    }
}

/// What the process has of the system.
private struct ProcessSize: CustomStringConvertible {
    let kilobytes: Int
    let descriptors: Int

    var description: String { "\(kilobytes) kB and \(descriptors) descriptors" }

    /// Zero where the system does not say.
    static var now: ProcessSize {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        let count = max(0, read(file, &bytes, bytes.count))
        close(file)
        let pages = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ").dropFirst().first
        var descriptors = 0
        if let folder = opendir("/proc/self/fd") {
            while readdir(folder) != nil { descriptors += 1 }
            closedir(folder)
        }
        let size = Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
        return ProcessSize(kilobytes: (pages.flatMap { Int($0) } ?? 0) * size, descriptors: descriptors)
    }
}
