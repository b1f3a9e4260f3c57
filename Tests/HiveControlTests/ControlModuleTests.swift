// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform
import HiveTestKit
import Synchronization
import Testing

@testable import HiveControl

// C65
@Suite struct ControlModuleTests {
    @Test func answersFromSetUpToTearDown() async throws {
        let scratch = try Scratch()
        let hive = try hive(at: scratch.socket)
        try await hive.start()
        let lines = try await Client.ask(scratch.socket, statusLine).split(separator: "\n")
        try #require(lines.count == 3)
        #expect(
            lines[0].contains(#""events":{"delivered":0,"failed":0,"handlers":0,"refused":0,"underWay":0,"waiting":0}"#)
        )
        #expect(lines[0].contains(#""services":{"made":0,"registered":0}"#))
        #expect(lines[0].contains(#""ready":true"#) && lines[0].contains(#""state":"running""#))
        #expect(lines[1] == #"{"age":0,"module":"ControlModule","restarts":0,"state":"up"}"#)
        #expect(lines[2] == #"{"end":true,"version":1}"#)
        #expect(
            try await Client.ask(scratch.socket, #"{"version": 1, "command": "x"}"#).contains(#""error":"there is no"#)
        )
        try await hive.stop()
        #expect(throws: HiveError.self) { try Client(scratch.socket) }
    }

    @Test func answersWhileAHookHangsAndBlocksItsThread() async throws {
        let scratch = try Scratch()
        let hive = try hive(at: scratch.socket)
        let answer = Mutex("")
        try hive.modules.register(BlockingModule.self) {
            // Asked and waited for on a thread of the pool, which has no other.
            BlockingModule { answer.withLock { $0 = (try? Client.askOnThisThread(scratch.socket, statusLine)) ?? "" } }
        }
        try await hive.start()
        let text = answer.withLock { $0 }
        #expect(text.contains("BlockingModule.initialize for "), "\(text)")
        #expect(text.contains(#""state":"starting""#) && text.contains(#""ready":false"#))
        try await hive.stop()
    }

    @Test func whoAsksWhatIsObserved() async throws {
        let scratch = try Scratch()
        let test = TestHive()
        try test.hive.modules.register(ControlModule.self, options: ["socket": .string(scratch.socket)])
        try await test.hive.start()
        for request in ["status", "why", "hunter2"] {
            let line = #"{"version": 1, "command": "\#(request)", "arguments": ["hunter3"]}"#
            _ = try await Client.ask(scratch.socket, line)
        }
        for word in ["status", "why", "no command"] {
            try await test.recorder.wait(
                for: HiveFact { $0.kind == .didAnswer && $0.subject == .text("\(word), user \(geteuid())") }
            )
        }
        try await test.hive.stop()
    }

    @Test func whoIsNotAnsweredIsObserved() async {
        await confirmation { isTold in
            await withCheckedContinuation { continuation in
                let observer = ControlObserver { observation in
                    if observation.kind == .didRefuseToAnswer, observation.subject == .text("user 7") { isTold() }
                    continuation.resume()
                }
                observer.note(nil, of: 7)
            }
        }
    }

    @Test func anOccupiedSocketKeepsNoProgramDown() async throws {
        let scratch = try Scratch()
        let (first, second) = (try hive(at: scratch.socket), try hive(at: scratch.socket))
        try await first.start()
        try await second.start()
        #expect(second.state == .running)
        let states = second.moduleStates.map { "\($0.state)" }
        #expect(states.contains { $0.contains("process \(getpid())") }, "\(states)")
        try await second.stop()
        #expect(try await Client.ask(scratch.socket, statusLine).contains(#""end":true"#))
        try await first.stop()
    }

    private func hive(at path: String) throws -> Hive {
        let hive = TestHive().hive
        try hive.modules.register(ControlModule.self, options: ["socket": .string(path)])
        return hive
    }
}

private final class BlockingModule: FactoryModule {
    static let manifest = ModuleManifest()
    let block: @Sendable () -> Void

    init(_ block: @escaping @Sendable () -> Void) { self.block = block }

    func initialize(_ context: ModuleContext) { block() }
}
