// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Something that a module may do with the hive that is calling it.
struct Reentry: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: @Sendable (Hive) async throws -> Void

    private init(_ description: String, _ call: @escaping @Sendable (Hive) async throws -> Void) {
        testDescription = description
        self.call = call
    }

    static let all = [
        Reentry("adds") { try await $0.add(module(Cart.self)) },
        Reentry("removes") { try await $0.remove(Scripted<Home>.self) },
        Reentry("resolves") { _ = try $0.services.service(Int.self) },
        Reentry("posts") { try $0.events.post(Nudge()) },
        Reentry("triggers") { _ = try await $0.events.trigger(Nudge()) },
        Reentry("asks for a stop") { $0.requestStop() },
        Reentry("stops") { try await $0.stop() },
        Reentry("waits for the stop") {
            $0.requestStop()
            try await $0.waitUntilStopped()
        },
    ]

    private struct Nudge: HiveEvent {}
}

extension ModulesAtRunTime {
    @Suite("C18 Reentrancy")
    struct C18 {
        private static func hive() throws -> TestHive {
            let test = try TestHive(module(Home.self), module(Catalog.self))
            try test.hive.services.register(Int.self, instance: 1)
            return test
        }

        @Test("A hook may add, resolve, post and ask for a stop, without deadlock", arguments: Reentry.all)
        func hooks(reentry: Reentry) async throws {
            let test = try Self.hive()
            test.faults.inject(.reentering(call: reentry), into: Scripted<Catalog>.self, at: .willStop)
            try await test.running { _ in }
            #expect(test.faults.modules(.tearDown, .returned) == ["Catalog", "Home"])
        }

        @Test("So may an event handler", arguments: Reentry.all)
        func handlers(reentry: Reentry) async throws {
            let test = try Self.hive()
            try await test.running { hive async throws in
                _ = hive.events.subscribe(Rung.self) { [weak hive] _, _ async throws in
                    if let hive { try await reentry.call(hive) }
                }
                #expect(try await hive.events.trigger(Rung()).failures.isEmpty)
            }
        }

        @Test("So may a module's work", arguments: Reentry.all)
        func work(reentry: Reentry) async throws {
            let test = try Self.hive()
            test.faults.inject(.reentering(call: reentry), into: Scripted<Catalog>.self, at: .work)
            try await test.running { _ in
                try await test.faults.wait(for: .init("Catalog", .work, .returned))
            }
        }

        @Test("requestStop asks and returns, on the hive and on every context")
        func requestStop() async throws {
            let test = try TestHive(module(Cart.self, Script(run: { $0.requestStop(StopReason("closing time")) })))
            try await test.hive.start()
            try await test.hive.waitUntilStopped()
            #expect(test.hive.state == .stopped)
        }

        @Test("Within a broadcast stop() only asks, also in child tasks and Task {}", arguments: ["child", "task"])
        func belongs(kind: String) async throws {
            let test = TestHive()
            let hive = test.hive
            // The stop waits for the handlers of a module, so that these have to get away with asking.
            let handler: @Sendable (Rung, ModuleContext) async throws -> Void = { [weak hive] _, _ in
                if kind == "child" {
                    async let stop: Void? = hive?.stop()
                    try await stop
                } else {
                    try await Task { try await hive?.stop() }.value
                }
                #expect(hive?.state == .stopping)
            }
            try hive.modules.register([
                module(Cart.self, Script(setUp: { try $0.events.subscribe(Rung.self, handler: handler) }))
            ])
            try await hive.start()
            #expect(try await hive.events.trigger(Rung()).failures.isEmpty)
            try await hive.stop()
        }

        @Test(
            "In a detached task, or in one that a broadcast left behind, stop() waits",
            arguments: ["detached", "left"]
        )
        func outside(kind: String) async throws {
            let test = TestHive()
            let hive = test.hive
            let isOver = Latch()
            let task = TestMutex<Task<HiveState?, any Error>?>(nil)
            try await hive.start()
            _ = hive.events.subscribe(Rung.self) { [weak hive] _, _ in
                let stop: @concurrent @Sendable () async throws -> HiveState? = {
                    try await isOver.wait()
                    try await hive?.stop()
                    return hive?.state
                }
                task.withLock { $0 = kind == "left" ? Task(operation: stop) : Task.detached(operation: stop) }
            }
            _ = try await hive.events.trigger(Rung())
            isOver.open()
            #expect(try await task.withLock { $0 }?.value == .stopped)
        }
    }

    @Suite("C19 What cannot be done")
    struct C19 {
        @Test("The documentation says that traps are not rolled back and that a blocked thread cannot be interrupted")
        func documented() throws {
            let root = #filePath.dropLast("Tests/ContractTests/Reentrancy.swift".count)
            let text = try String(contentsOfFile: root + "Sources/Hive/Modules/HiveModule.swift", encoding: .utf8)
            let lines = text.split(separator: "\n").map { $0.drop { "/ ".contains($0) } }.joined(separator: " ")
            for promise in [
                "A trap, such as `fatalError` or an index out of bounds, ends the process, and nothing is torn down.",
                "A hook that blocks its thread cannot be interrupted",
                "on a machine with a single core only after the hook has returned",
            ] { #expect(lines.contains(promise)) }
        }
    }
}

extension Fault {
    fileprivate static func reentering(call reentry: Reentry) -> Fault {
        .reentering(reentry.testDescription) { hive in
            do {
                try await reentry.call(hive)
            } catch let error as HiveError where error.code == .invalidState || error.code == .stopping {
                // Refused, because the hive stops already; what counts is that it returns.
            }
        }
    }
}
