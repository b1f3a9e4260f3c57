// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

private final class Entry: Sendable {
    let tag: UInt
    let number: Int

    init(_ tag: UInt, _ number: Int = 0) {
        self.tag = tag
        self.number = number
    }
}

@Suite(.timeLimit(.minutes(5)))
struct InsertOnlyTableTests {
    // C47
    @Test func readersFindWhatWasInsertedBeforeWhileTheTableGrows() async throws {
        let table = InsertOnlyTable<Entry>()
        let lock = Locked(0)
        let inserted = (0..<2).map { _ in Locked(0) }
        let perThread = 2_000
        let results = try await onThreads(4) { number in
            if number < 2 {
                for index in 0..<perThread {
                    let tag = UInt(8 * (2 * index + number + 1))
                    lock.with { _ in table.insert(Entry(tag), tag: tag) }
                    inserted[number].next()
                }
                return true
            }
            let known = inserted[number - 2]
            while true {
                let count = known.current
                for index in stride(from: count - 1, through: max(0, count - 50), by: -1) {
                    let tag = UInt(8 * (2 * index + number - 2 + 1))
                    if table.find(tag: tag, { $0.tag }) != tag { return false }
                }
                if count == perThread { return true }
            }
        }
        #expect(results.allSatisfy { $0 })
        let isComplete = (1...UInt(2 * perThread)).allSatisfy { table.find(tag: 8 * $0, { $0.tag }) == 8 * $0 }
        #expect(isComplete)
        #expect(table.find(tag: 4, { $0.tag }) == nil)
    }

    @Test func equalTagsAreToldApart() {
        let table = InsertOnlyTable<Entry>()
        for number in 0..<100 { table.insert(Entry(7, number), tag: 7) }
        for number in 0..<100 {
            #expect(table.find(tag: 7, where: { $0.number == number }, { $0.number }) == number)
        }
        #expect(table.find(tag: 7, where: { $0.number == 100 }, { $0.number }) == nil)
    }

    @Test func everyTagButZeroSurvivesThatTheTableGrows() {
        let table = InsertOnlyTable<Entry>()
        for tag in 1...UInt(200) { table.insert(Entry(tag), tag: tag) }
        let isComplete = (1...UInt(200)).allSatisfy { table.find(tag: $0, { $0.tag }) == $0 }
        #expect(isComplete)
    }

    // C61: what is known of a thread that has ended serves the next one.
    @Test func threadsThatComeAndGoShareTheirRecords() async throws {
        var addresses: Set<UInt> = []
        for _ in 0..<200 { addresses.insert(try await onThread { UInt(bitPattern: ThreadRecord.current) }) }
        #expect(addresses.count < 100)
    }

    @Test func theTableLetsGoOfItsElements() {
        let weak = {
            let table = InsertOnlyTable<Entry>()
            let entry = Entry(8)
            table.insert(entry, tag: 8)
            return Weak(entry)
        }()
        #expect(weak.isGone)
    }

    // C50
    @Test func whatIsReadWhileItIsReplacedLivesUntilTheReaderIsDone() {
        let reference = SharedReference<Entry>()
        var retired = RetiredObjects()
        let weak = {
            let entry = Entry(1)
            _ = reference.replace(with: entry, retiringInto: &retired)
            return Weak(entry)
        }()
        #expect(!weak.isGone)
        reference.withObject { _ in
            let garbage = reference.replace(with: nil, retiringInto: &retired)
            #expect(garbage.isEmpty)
            #expect(!weak.isGone)
        }
        let isWaiting = !retired.isEmpty
        #expect(isWaiting)
        #expect(reference.load() == nil)
        let garbage = retired.retire(0).count
        #expect(garbage == 1)
        #expect(weak.isGone)
    }
}
