// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AttackTests {
    /// All that an outsider ever reads.
    private static let texts: [RemoteError.Kind: String] = [
        .malformed: "The address cannot be understood.", .tooLarge: "The address is too long.",
        .notFound: "There is nothing at this address.", .badParameters: "The parameters do not fit.",
    ]

    // T4, F1, P2, M2, B19: each hostile URL has one answer; nothing is performed, and the outsider learns its kind
    // only.
    @Test(arguments: Attack.all)
    func hostileURLIsAnsweredExactly(_ attack: Attack) async throws {
        let watcher = Watcher()
        try await withRouting(observers: [watcher.observe], Attack.setUp) { hive in
            let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(attack.url) }
            #expect(error?.kind == attack.kind)
            #expect(error?.description == Self.texts[attack.kind])
            #expect(watcher.refusals == [attack.code])
            #expect(!hive.remote.canOpen(attack.url) || [.badParameters, .tooLarge].contains(attack.kind))
        }
        #expect(watcher.performed.isEmpty || [.badParameters, .tooLarge].contains(attack.kind))
    }

    @Test func tableHoldsHundredsOfDifferentURLs() {
        #expect(Set(Attack.all.map(\.url)).count == Attack.all.count)
        #expect(Attack.all.count > 200)
    }

    // The table would prove nothing if nothing were answered.
    @Test(arguments: [
        "shop://orders/1", "shop://orders/1?verbose=true", "SHOP://ORDERS/1", "shop://orders/1/", "shop://orders/%31",
        "shop://orders/1?", "shop://orders/-1", "shop://trade/quote?sku=tea&quantity=3",
        "shop://Trade/quote?quantity=3&sku=",
        "shop://trade/quote?sku=a+b;c&quantity=3", "shop://trade/quote?sku=%0A%F0%9F%98%80&quantity=3",
        "shop://trade/quote?sku=/?:@!$'()*,;&quantity=3",
        "shop://trade/pay?params=%7B%22sku%22:%22a%22,%22total%22:1%7D",
        "plain://trade/quote?sku=tea&quantity=3", "shop://TradeService:/quote:?sku=tea&quantity=3", "shop://steps/open",
        "shop://steps/open/open", "TradeService://?title=x", "tradeSERVICE://?title=",
        "shop://call.service.beehive/T.TradeService.quote?params=%7B%22T%22:%7B%22sku%22:%22a%22,%22quantity%22:1%7D%7D",
    ])
    func harmlessURLIsAnswered(_ url: String) async throws {
        try await withRouting(Attack.setUp) { hive in
            #expect(hive.remote.canOpen(url))
            try await hive.remote.open(url)
        }
    }
}
