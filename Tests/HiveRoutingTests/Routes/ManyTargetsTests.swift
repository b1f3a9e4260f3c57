// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveRouting

/// What a lookup costs where many targets have the same last name.
@Suite(.timeLimit(.minutes(5)))
struct ManyTargetsTests {
    // To compare each host with each target takes far longer than the limit.
    @Test func aHostIsFoundAmongManyTargetsOfOneLastName() throws {
        let names = (0..<20_000).map { "Shop\($0).Cart" }
        let directory = RoutingDirectory(targets: names.map { Target(name: $0, origin: .code()) })
        let found = try names.map { try directory.target(host: $0.uppercased(), nil)?.name }
        #expect(found == names)
        let error = #expect(throws: HiveError.self) { try directory.target(host: "cart", nil) }
        #expect(error?.code == .ambiguousTarget)
        #expect(error?.message.contains("19995 more") == true)
        #expect(try directory.target(host: "cart.shop1", nil) == nil)
    }
}
