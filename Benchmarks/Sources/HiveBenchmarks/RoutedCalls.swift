// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Hive
import HiveRouting
import Measuring

private struct PriceRequest: Encodable, Sendable {
    let sku: String
    let quantity: Int
}

/// Calling a method with two parameters by name and by URL, beside calling it.
func routingContest() async throws -> Contest {
    let hive = Hive()
    try hive.modules.register(PriceModule.self)
    try await hive.start()
    let prices = opaque(flatPrices())
    let price = 3 * 4
    return Contest(
        "Routed call",
        entrants: [
            Entrant("asynchronous call through an existential", .floor, checksum: price) { iterations in
                var sum = 0
                for _ in 0..<iterations { sum += await prices.price("tea", quantity: opaque(4)) }
                return sum
            },
            Entrant("action, two parameters", checksum: price) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    sum += try await hive.actions.perform("Prices", "price", ["sku": "tea", "quantity": opaque(4)])
                }
                return sum
            },
            Entrant("action, an encodable value", checksum: price) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    let request = PriceRequest(sku: "tea", quantity: opaque(4))
                    sum += try await hive.actions.perform("Prices", "price", with: request)
                }
                return sum
            },
            byURL("URL of an action", hive, "shop://Prices/price?sku=tea&quantity=4"),
            byURL("URL of an exported method", hive, "shop://PriceService/price?sku=tea&quantity=4"),
            byURL("URL of a route", hive, "shop://catalog/tea?quantity=4"),
            Entrant("URL of a route, from outside", checksum: price) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    sum += try await hive.remote.open(opaque("shop://catalog/tea?quantity=4"), as: Int.self)
                }
                return sum
            },
        ],
        finish: { try await hive.stop() }
    )

    func byURL(_ name: String, _ hive: Hive, _ url: String) -> Entrant {
        Entrant(name, checksum: price) { iterations in
            var sum = 0
            for _ in 0..<iterations { sum += try await hive.routes.open(opaque(url), as: Int.self) }
            return sum
        }
    }
}
