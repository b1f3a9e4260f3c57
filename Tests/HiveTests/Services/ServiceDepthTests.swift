// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Factories that ask for each other, one inside the other (C25).
@Suite(.timeLimit(.minutes(5)))
struct ServiceDepthTests {
    // Sanitizers need much more of a stack.
    #if HIVE_ADDRESS_SANITIZER || HIVE_THREAD_SANITIZER
    private static let stack = 8 << 20
    #else
    private static let stack = 512 << 10
    #endif

    /// Services that each ask for the next one, the last for nothing.
    private static func chain(_ count: Int, in hive: Hive, scope: ServiceScope) throws {
        for number in 0..<count {
            try hive.services.register(Int.self, name: "\(number)", scope: scope) { services in
                guard number + 1 < count else { return number }
                return try services.service(Int.self, name: "\(number + 1)")
            }
        }
    }

    // C25: 64 factories, on a thread of the size that other systems give, and not one more.
    @Test(arguments: [ServiceScope.shared, .transient]) func thereIsABound(scope: ServiceScope) async throws {
        for (count, isAllowed) in [(ServiceManager.maximumDepth, true), (ServiceManager.maximumDepth + 1, false)] {
            try await withHive { hive in
                try Self.chain(count, in: hive, scope: scope)
            } _: { hive in
                try await onThread(stack: Self.stack) {
                    guard !isAllowed else {
                        #expect(try hive.services.service(Int.self, name: "0") == count - 1)
                        return
                    }
                    let error = try expectError(.serviceCycle) { try hive.services.service(Int.self, name: "0") }
                    #expect(error.message.contains("more than 64 factories, each inside the other"))
                }
            }
        }
    }
}
