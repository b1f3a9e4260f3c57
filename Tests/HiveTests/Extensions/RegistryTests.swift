// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

/// A library's kind of entry: a word, which may clash.
private struct Word: RegistryEntry {
    let text: String
    var key: String?
    var origin: Origin
    /// Lives as long as the entry does.
    var witness: Witness?

    init(_ text: String, key: String? = nil, at origin: Origin = .code(), witness: Witness? = nil) {
        self.text = text
        self.key = key
        self.origin = origin
        self.witness = witness
    }

    static func makeTable(_ records: [(entry: Word, module: String?)], in context: HiveContext) throws -> [String] {
        if records.contains(where: { $0.entry.text == "poison" }) { throw Failure("poison") }
        return records.map { "\($0.module ?? context.name).\($0.entry.text)" }
    }
}

private final class Witness: Sendable {}

/// Entries of another library, which Hive keeps apart.
private struct Digit: RegistryEntry {
    let digit: Int
    let key: String? = nil
    let origin: Origin = .code()

    static func makeTable(_ records: [(entry: Digit, module: String?)], in context: HiveContext) -> [Int] {
        records.map(\.entry.digit)
    }
}

/// An entry that refers to its hive, and stays while its module is down.
private struct Guard: RegistryEntry {
    let context: SetupContext
    let key: String? = nil
    let origin: Origin = .code()

    static func makeTable(_ records: [(entry: Guard, module: String?)], in context: HiveContext) -> Int {
        records.count
    }

    func whileDown(_ refusal: @escaping @Sendable () -> HiveError) -> Guard? { self }
}

extension SetupContext {
    fileprivate func add(_ words: Word...) throws { try register(words) }
}

@Suite(.timeLimit(.minutes(5)))
struct RegistryTests {
    // MARK: Failures

    // C17, C21: the same rule as for modules and services.
    @Test func oneKeyTwiceNamesBothPlacesAndOwners() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { try $0.add(Word("a", key: "the word a", at: .code(fileID: "First.swift", line: 1))) }
        }
        try hive.addProbe(B.self, Journal()) { script in
            script.setUp = { try $0.add(Word("b", key: "the word a", at: .code(fileID: "Second.swift", line: 2))) }
        }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        let cause = try #require(error?.failures.first?.error as? HiveError)
        #expect(cause.code == .duplicateEntry)
        for part in ["the word a", "First.swift:1 by A", "Second.swift:2 by B"] {
            #expect(cause.message.contains(part), "\(cause.message)")
        }
    }

    @Test func ofEntriesRegisteredTogetherAllAreThereOrNone() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register([Word("old", key: "k")])
        #expect(throws: HiveError.self) {
            try hive.register([Word("new"), Word("clash", key: "k")])
        }
        #expect(throws: HiveError.self) {
            try hive.register([Word("x", key: "twice"), Word("y", key: "twice")])
        }
        try await hive.start()
        #expect(try hive.table(of: Word.self) == ["Hive.old"])
        try await hive.stop()
    }

    // C50: a context whose hook has returned changes nothing.
    @Test func contextOfAHookThatHasReturnedRegistersNothing() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let kept = TestMutex<SetupContext?>(nil)
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { context in kept.withLock { $0 = context } }
        }
        try await hive.start()
        let context = try #require(kept.withLock { $0 })
        let error = #expect(throws: HiveError.self) { try context.add(Word("late")) }
        #expect(error?.code == .invalidState)
        #expect(try hive.table(of: Word.self) == [])
        try await hive.stop()
    }

    @Test func nothingIsReadBeforeEveryModuleIsSetUp() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register([Word("early")])
        #expect(throws: HiveError.self) { try hive.table(of: Word.self) }
        let code = TestMutex<HiveErrorCode?>(nil)
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { _ in
                let error = #expect(throws: HiveError.self) { try hive.table(of: Word.self) }
                code.withLock { $0 = error?.code }
            }
            script.initialize = { context in
                let table = try context.table(of: Word.self)
                #expect(table == ["Hive.early"])
            }
        }
        try await hive.start()
        #expect(code.withLock { $0 } == .invalidState)
        try await hive.stop()
        let error = #expect(throws: HiveError.self) { try hive.table(of: Word.self) }
        #expect(error?.code == .stopped)
    }

    @Test func nothingIsRegisteredOnceTheStopHasBegun() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let code = TestMutex<HiveErrorCode?>(nil)
        try hive.addProbe(A.self, Journal()) { script in
            script.tearDown = { _ in
                let error = #expect(throws: HiveError.self) { try hive.register([Word("late")]) }
                code.withLock { $0 = error?.code }
            }
        }
        try await hive.start()
        try await hive.stop()
        #expect(code.withLock { $0 } == .invalidState)
    }

    // C3: what is wrong with the entries together ends the start, and everything is rolled back.
    @Test func tableThatCannotBeMadeEndsTheStart() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let journal = Journal()
        try hive.addProbe(A.self, journal) { script in script.setUp = { try $0.add(Word("poison")) } }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .startFailed)
        #expect(error?.failures.first?.error as? Failure == Failure("poison"))
        #expect(journal.entries == ["A.init", "A.setUp", "A.tearDown"])
    }

    // C15: only the module that is added is withdrawn.
    @Test func tableThatCannotBeMadeAnewWithdrawsTheModuleThatIsAdded() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { script in script.setUp = { try $0.add(Word("a")) } }
        try await hive.start()
        await #expect(throws: HiveError.self) {
            try await hive.addRunningProbe(B.self) { try $0.add(Word("poison")) }
        }
        #expect(try hive.table(of: Word.self) == ["A.a"])
        try await hive.stop()
    }

    // MARK: Withdrawal

    // C3: a module that fails in setUp leaves nothing behind.
    @Test func entriesOfAModuleThatIsNotSetUpAreWithdrawn() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { context in
                try context.add(Word("a"))
                throw Failure("setUp")
            }
        }
        await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(hive.keysOfRegistries == [])
    }

    // C16: what a module registered goes with it, and may come again.
    @Test func entriesGoWithTheirModuleAndTheErrorCanSayWithWhich() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { script in script.setUp = { try $0.add(Word("a", key: "the word a")) } }
        try hive.register([Word("own")])
        try await hive.start()
        #expect(try hive.table(of: Word.self) == ["A.a", "Hive.own"])
        try await hive.remove(Probe<A>.self)
        #expect(try hive.table(of: Word.self) == ["Hive.own"])
        #expect(hive.formerModule(of: "the word a", in: Word.self) == "A")
        try await hive.addRunningProbe(A.self) { try $0.add(Word("again", key: "the word a")) }
        #expect(try hive.table(of: Word.self) == ["A.again", "Hive.own"])
        #expect(hive.formerModule(of: "the word a", in: Word.self) == nil)
        try await hive.stop()
        #expect(hive.keysOfRegistries == [])
    }

    // C61: the names of what has gone are kept for a while, and not for ever.
    @Test func whatHasGoneIsForgottenAfterAWhile() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let keys = (0..<10_050 as Range<Int>).map { "word \($0)" }
        try await hive.add(Probe<A>.self) {
            Probe<A>(Script(setUp: { try $0.register(keys.map { Word($0, key: $0) }) }))
        }
        try await hive.remove(Probe<A>.self)
        let kept = keys.filter { hive.formerModule(of: $0, in: Word.self) == "A" }
        #expect((1...10_000).contains(kept.count))
        try await hive.stop()
    }

    // C26, C27: as services can, entries can be found until their module has been torn down.
    @Test func entriesAreThereDuringTheTearDownOfTheirModuleAndNotAfterIt() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let seen = TestMutex<[[String]]>([])
        for (tag, priority) in [(true, 1), (false, 0)] {
            let look: @Sendable (StopContext) async throws -> Void = { context in
                let table = try context.table(of: Word.self)
                seen.withLock { $0.append(table) }
            }
            if tag {
                try hive.addProbe(A.self, Journal(), priority: priority) { script in
                    script.setUp = { try $0.add(Word("a")) }
                    script.tearDown = look
                }
            } else {
                try hive.addProbe(B.self, Journal(), priority: priority) { script in
                    script.setUp = { try $0.add(Word("b")) }
                    script.tearDown = look
                }
            }
        }
        try await hive.start()
        try await hive.stop()
        #expect(seen.withLock { $0 } == [["A.a", "B.b"], ["A.a"]])
    }

    @Test func tokenWithdrawsWhatWasRegisteredTogetherAndNothingElse() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register([Word("stays")])
        let token = try hive.register([Word("x", key: "x"), Word("y")])
        try await hive.start()
        #expect(try hive.table(of: Word.self) == ["Hive.stays", "Hive.x", "Hive.y"])
        token.cancel()
        token.cancel()
        #expect(try hive.table(of: Word.self) == ["Hive.stays"])
        try hive.register([Word("z", key: "x")])
        token.cancel()
        #expect(try hive.table(of: Word.self) == ["Hive.stays", "Hive.z"])
        try await hive.stop()
    }

    // C50: nothing leaks, though an entry holds its context, which holds the hive.
    @Test func hiveThatHasStoppedLetsGoOfEntriesTablesAndItself() async throws {
        weak var hive: Hive?
        weak var witness: Witness?
        do {
            let made = Hive(HiveOptions(clock: ManualClock()))
            hive = made
            let seed = Witness()
            witness = seed
            try made.addProbe(A.self, Journal()) { script in
                script.setUp = { [weak seed] in try $0.add(Word("a", witness: seed)) }
            }
            try await made.start()
            #expect(try made.table(of: Word.self) == ["A.a"])
            withExtendedLifetime(seed) {}
            try await made.stop()
        }
        #expect(await becomesTrue { witness == nil })
        #expect(await becomesTrue { hive == nil })
    }

    // C50, C64: nor does what stays in the place of a module that is down when the hive stops.
    @Test func hiveThatStopsWhileAModuleIsDownLetsGoOfWhatStaysInItsPlace() async throws {
        weak var services: ServiceManager?
        do {
            let hive = Hive(HiveOptions(onFailure: .restart, clock: ManualClock()))
            services = hive.services
            try hive.addProbe(A.self, Journal()) { script in
                script.setUp = { try $0.register([Guard(context: $0)]) }
                script.initialize = { _ in throw Failure("away") }
            }
            try await hive.start()
            #expect(hive.moduleStates.map { "\($0.state)" }.first?.hasPrefix("restarting") == true)
            #expect(try hive.table(of: Guard.self) == 1)
            try await hive.stop()
        }
        #expect(await becomesTrue { services == nil })
    }

    // MARK: Order and reading

    @Test func entriesStandInBootOrderThenInOrderOfRegistrationAndTheHivesComeLast() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register([Word("first")])
        try hive.addProbe(A.self, Journal()) { script in script.setUp = { try $0.add(Word("1"), Word("2")) } }
        try hive.addProbe(B.self, Journal(), priority: 5) { script in
            script.setUp = { context in
                try context.add(Word("1"))
                try context.add(Word("2"))
            }
        }
        try hive.register([Digit(digit: 7)])
        try await hive.start()
        #expect(try hive.table(of: Word.self) == ["B.1", "B.2", "A.1", "A.2", "Hive.first"])
        #expect(try hive.table(of: Digit.self) == [7])
        try await hive.stop()
    }

    // C46: two hives share nothing.
    @Test func hivesHaveEntriesOfTheirOwn() async throws {
        let (one, other) = (Hive(HiveOptions(clock: ManualClock())), Hive(HiveOptions(clock: ManualClock())))
        try one.register([Word("one", key: "k")])
        try other.register([Word("other", key: "k")])
        try await one.start()
        try await other.start()
        #expect(try one.table(of: Word.self) == ["Hive.one"])
        #expect(try other.table(of: Word.self) == ["Hive.other"])
        try await one.stop()
        try await other.stop()
    }

    // C47: the claim of the storage that it is sound; run it under the thread sanitizer.
    @Test func tablesAreReadWhileEntriesComeAndGo() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register([Word("stays")])
        try await hive.start()
        try await withThrowingTaskGroup { group in
            for reader in 0..<3 {
                group.addTask {
                    for _ in 0..<500 {
                        let table = try hive.table(of: Word.self)
                        #expect(table.contains("Hive.stays"), "reader \(reader)")
                        await Task.yield()
                    }
                }
            }
            for writer in 0..<2 {
                group.addTask {
                    for round in 0..<100 {
                        let word = Word("\(writer).\(round)", key: "\(writer).\(round)")
                        let token = try hive.register([word])
                        #expect(try hive.table(of: Word.self).contains("Hive.\(writer).\(round)"))
                        token.cancel()
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try hive.table(of: Word.self) == ["Hive.stays"])
        try await hive.stop()
    }

    // C48: a library tells observers its own steps.
    @Test func observersHearStepsOfALibrary() throws {
        let heard = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [heard.observe], clock: ManualClock()))
        hive.report(HiveObservation(.library("Words.said"), subject: .text("a")))
        #expect(heard.observations.map(\.kind) == [HiveObservation.Kind.library("Words.said")])
        #expect(HiveErrorCode("Words.unknown") != .invalidState)
        #expect("\(HiveErrorCode("Words.unknown"))" == "Words.unknown")
    }
}

extension Hive {
    fileprivate var keysOfRegistries: [String] { remains(of: nil).filter { !$0.hasPrefix("service") } }

    fileprivate func addRunningProbe<Tag>(
        _ tag: Tag.Type,
        _ setUp: @escaping @Sendable (SetupContext) async throws -> Void
    ) async throws {
        var script = Script()
        script.setUp = setUp
        let made = script
        try await add(Probe<Tag>.self) { Probe<Tag>(made) }
    }
}
