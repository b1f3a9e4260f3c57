// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A job every minute, whose batch in hand is finished at the stop, and its test.

import Hive
import HiveTestKit
import Synchronization

protocol Outbox: Sendable {
    /// Takes messages that wait, so many at most.
    func take(_ count: Int) async throws -> [String]
    func send(_ message: String) async throws
}

actor MailModule: WorkingModule {
    static let manifest = ModuleManifest(needs: [.service((any Outbox).self)], drainTimeout: .seconds(30))

    func run(_ context: WorkContext) async throws {
        let outbox = try context.service((any Outbox).self)
        while await context.sleep(for: .seconds(60)) {
            for message in try await outbox.take(100) { try await outbox.send(message) }
        }
    }
}

/// The same with a first batch at once, and without an end when one fails.
actor PatientMailModule: WorkingModule {
    static let manifest = ModuleManifest(needs: [.service((any Outbox).self)])

    func run(_ context: WorkContext) async throws {
        let outbox = try context.service((any Outbox).self)
        var pause = Duration.zero
        while await context.sleep(for: pause) {
            pause = .seconds(60)
            do {
                for message in try await outbox.take(100) { try await outbox.send(message) }
            } catch is CancellationError {
                return  // The drain has cut the batch short.
            } catch {
                print("the next batch tries again: \(error)")
            }
        }
    }
}

/// An outbox that sends when a test lets it.
final class TestOutbox: Outbox {
    let hasBegun = Latch()
    let maySend = Latch()
    private let sent = Mutex<[String]>([])

    var all: [String] { sent.withLock { $0 } }

    func take(_ count: Int) async throws -> [String] { ["first", "second"] }

    func send(_ message: String) async throws {
        hasBegun.open()
        try await maySend.wait()
        sent.withLock { $0.append(message) }
    }
}

func theBatchInHandIsFinished() async throws {
    let outbox = TestOutbox()
    let test = TestHive()
    try test.hive.services.register((any Outbox).self, instance: outbox)
    try test.hive.modules.register(MailModule.self)
    try await test.hive.start()

    try await test.waitForSleep(of: MailModule.self)
    test.clock.advance(by: .seconds(60))
    try await outbox.hasBegun.wait()
    try test.beginDrain(of: MailModule.self)
    outbox.maySend.open()
    await test.finishDrain(of: MailModule.self)

    try await test.hive.stop()
    try test.requireNothingCutShort()
    precondition(outbox.all == ["first", "second"])
}

try await theBatchInHandIsFinished()
