// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveSampleCatalogInterface
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MoneyTests {
    @Test(arguments: [(0, "0.00"), (5, "0.05"), (1205, "12.05"), (-99, "-0.99"), (-1205, "-12.05")])
    func isWrittenWithTwoDigitsForCents(cents: Int, text: String) {
        #expect("\(Money(cents: cents))" == text)
    }

    @Test func saysWhenItDoesNotFit() {
        #expect(Money(cents: .max).adding(Money(cents: 1)) == nil)
        #expect(Money(cents: 2).times(.max) == nil)
        #expect(Money(cents: 690).times(3) == Money(cents: 2070))
    }
}
