// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveControl
import HivePlatform
import HiveTestKit
import Synchronization
import Testing

// C65
@Suite struct ControlStressTests {
    @Test func clientsOfAllKindsDisturbNoStartAndNoStop() async throws {
        let scratch = try Scratch()
        let requests = ["", "{", "\0", statusLine, #"{"version": 1, "command": "x"}"#]
        let large = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        let rounds = 50
        for _ in 0..<rounds {
            let hive = TestHive().hive
            try hive.modules.register(ControlModule.self, options: ["socket": .string(scratch.socket)])
            try await withThrowingTaskGroup { group in
                for task in 0..<4 {
                    group.addTask {
                        for request in requests {
                            // It may have stopped, or not have started.
                            guard let client = try? Client(scratch.socket) else { continue }
                            if task == 0 { client.write(large) } else { client.write(Array("\(request)\n".utf8)) }
                            // One in two goes away without its answer.
                            guard task % 2 == 1 else { continue }
                            let answer = await client.rest()
                            guard !answer.isEmpty else { continue }
                            #expect(answer.hasSuffix("}\n") && answer.contains(#""end":true"#), "\(answer)")
                        }
                    }
                }
                group.addTask {
                    try await hive.start()
                    #expect(hive.moduleStates.map { "\($0.state)" } == ["up"])
                    let answer = try await Client.ask(scratch.socket, statusLine)
                    #expect(answer.contains(#""ready":true"#))
                    try await hive.stop()
                }
                try await group.waitForAll()
            }
            #expect(access(scratch.socket, F_OK) != 0)
        }
    }

    /// Prints how long an answer beside 1,000 modules takes; it is no guard, and so is run by hand.
    @Test(.enabled(if: getenv("HIVE_MEASURE_CONTROL") != nil, "run by hand"))
    func timeOfAnAnswer() async throws {
        let scratch = try Scratch()
        let hive = TestHive().hive
        try hive.modules.register(ControlModule.self, options: ["socket": .string(scratch.socket)])
        for one in digits { for two in digits { for three in digits { try add(one, two, three, to: hive) } } }
        try await hive.start()
        var times: [Duration] = []
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { @Sendable in
                    while !isOver.load(ordering: .relaxed) {
                        _ = hive.moduleStates
                        // The one who asks needs a thread, too.
                        await Task.yield()
                    }
                }
            }
            for _ in 0..<1_000 {
                times.append(
                    try await ContinuousClock().measure { _ = try await Client.ask(scratch.socket, statusLine) }
                )
            }
            isOver.store(true, ordering: .relaxed)
            try await group.waitForAll()
        }
        times.sort()
        print("status beside 1,000 modules: median \(times[500]), worst \(times[999])")
        try await hive.stop()
    }
}

/// Whether the answers have been measured.
private let isOver = Atomic(false)

private protocol Digit: Sendable {}
private enum D0: Digit {}
private enum D1: Digit {}
private enum D2: Digit {}
private enum D3: Digit {}
private enum D4: Digit {}
private enum D5: Digit {}
private enum D6: Digit {}
private enum D7: Digit {}
private enum D8: Digit {}
private enum D9: Digit {}

private let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

/// A module of as many types as there are numbers of three digits.
private final class Numbered<One: Digit, Two: Digit, Three: Digit>: HiveModule {
    static var manifest: ModuleManifest { ModuleManifest() }

    init() {}

    func setUp(_ context: SetupContext) {}
}

private func add<One: Digit, Two: Digit, Three: Digit>(
    _: One.Type,
    _: Two.Type,
    _: Three.Type,
    to hive: Hive
) throws {
    try hive.modules.register(Numbered<One, Two, Three>.self)
}
