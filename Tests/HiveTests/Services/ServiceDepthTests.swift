// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Factories that ask for each other, deeper than a thread's stack allows (C25).
@Suite(.timeLimit(.minutes(5)))
struct ServiceDepthTests {
    /// Services that each ask for the next one, the last for nothing.
    private static func chain(_ count: Int, in hive: Hive, asked: Locked<Int>, scope: ServiceScope = .shared) throws {
        for number in 0..<count {
            try hive.services.register(Int.self, name: "\(number)", scope: scope) { services in
                asked.next()
                guard number + 1 < count else { return number }
                return try services.service(Int.self, name: "\(number + 1)")
            }
        }
    }

    #if !HIVE_ADDRESS_SANITIZER  // It moves variables off the stack, whose end cannot be told then, and needs much more of it.
    // C25: what would overflow the stack is an error, on threads of every size that systems give.
    @Test(arguments: [128, 256, 512, 1_024, 2_048], [ServiceScope.shared, .transient])
    func aChainThatIsTooLongForTheStackIsAnError(kilobytes: Int, scope: ServiceScope) async throws {
        let asked = Locked(0)
        try await withHive { hive in
            try Self.chain(250, in: hive, asked: asked, scope: scope)
        } _: { hive in
            let error = try await onThread(stack: kilobytes * 1_024) { () -> HiveError? in
                do {
                    _ = try hive.services.service(Int.self, name: "0")
                    return nil
                } catch let error as HiveError {
                    return error
                }
            }
            if let error {
                #expect(error.code == .serviceCycle)
                #expect(error.message.contains("factories, each inside the other"))
                #expect(error.message.contains("stack"))
            }
            #expect(asked.current > 4)
            // Where there is room, the same services are made.
            #expect(try await onThread(stack: 16 << 20) { try hive.services.service(Int.self, name: "0") } == 249)
        }
    }
    #endif

    // C25: 256 factories, and not one more.
    @Test func thereIsABoundWhateverTheStackHolds() async throws {
        for (count, isAllowed) in [(ServiceManager.maximumDepth, true), (ServiceManager.maximumDepth + 1, false)] {
            try await withHive { hive in
                try Self.chain(count, in: hive, asked: Locked(0))
            } _: { hive in
                try await onThread(stack: 32 << 20) {
                    guard !isAllowed else {
                        #expect(try hive.services.service(Int.self, name: "0") == count - 1)
                        return
                    }
                    let error = try expectError(.serviceCycle) { try hive.services.service(Int.self, name: "0") }
                    #expect(error.message.contains("more than 256 factories, each inside the other"))
                }
            }
        }
    }
}
