// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting

/// A hostile URL, and what becomes of it: what the outsider learns, and what the insider reads.
struct Attack: Sendable, CustomStringConvertible {
    let url: String
    let kind: RemoteError.Kind
    let code: HiveErrorCode

    init(_ url: String, _ kind: RemoteError.Kind, _ code: HiveErrorCode) {
        self.url = url
        self.kind = kind
        self.code = code
    }

    var description: String { url.count > 90 ? "\(url.prefix(90))… (\(url.utf8.count) bytes)" : url }

    static let all = unreadable + authorities + paths + queries + hidden + parameters + json + forms + huge

    private static func malformed(_ urls: [String]) -> [Attack] { urls.map { Attack($0, .malformed, .malformedURL) } }
    private static func absent(_ code: HiveErrorCode, _ urls: [String]) -> [Attack] {
        urls.map { Attack($0, .notFound, code) }
    }
    private static func unfit(_ urls: [String]) -> [Attack] {
        urls.map { Attack($0, .badParameters, .parameterMismatch) }
    }

    /// Texts that are no URL at all.
    private static let unreadable = malformed([
        "", " ", "shop", "shop:", "shop:/", "shop:orders/1", "//orders/1", "/orders/1", "?id=1", "#", ":", "://",
        "://orders/1", "1shop://orders/1", "-shop://orders/1", "sh_op://orders/1", "sh%6Fp://orders/1",
        " shop://orders/1", "shop://orders/1 ", "shop://orders/1\n", "shop://orders/\t1", "shop://orders/\u{0}1",
        "shop://orders/1\r\nHost: evil", "shop://orders/é", "shop://orders/１", "ѕhop://orders/1",
        "shop://orders/1\u{202E}", "shop://orders/\\..\\1", "shop://orders/{1}", "shop://orders/<script>",
        "shop://orders/\"1\"", "shop://orders/`id`", "shop://orders/1|2", "shop://orders/1^2",
    ])

    /// Users, ports, addresses, and hosts that two parsers read differently.
    private static let authorities =
        malformed([
            "shop://user@orders/1", "shop://user:password@orders/1", "shop://trusted.example@orders/1",
            "shop://@orders/1",
            "shop://orders:80/1", "shop://orders:80:/1", "shop://orders::/1", "shop://:/1", "shop://:80/1",
            "shop://[::1]/1", "shop://[orders]/1", "shop://%6Frders/1", "shop://orders%2F1", "shop://orders%00/1",
            "shop://ord ers/1", "shop://órders/1", "shop://.orders/1", "shop://orders./1", "shop://or..ders/1",
            "shop://./1", "shop://../1", "shop:///orders/1", "shop:////1", "shop://orders;x/1", "shop://orders,x/1",
            "shop://\(String(repeating: "a", count: 254))/1", "plain://orders:/1", "shop://", "shop://?id=1",
        ])
        + absent(
            .unknownTarget,
            ["shop://xn--rders-3qa/1", "shop://127.0.0.1/1", "shop://evil.example/1", "shop://0/1"]
        )

    /// Ways out of a path, and ways to write a slash.
    private static let paths =
        malformed([
            "shop://orders/../private/1", "shop://orders/./1", "shop://orders/%2e%2e/private", "shop://orders/%2E/1",
            "shop://orders/.%2e/1", "shop://orders/1/..", "shop://orders//1", "shop://orders/1//", "shop://orders//",
            "shop://orders/1%2Fnote", "shop://orders/%2F", "shop://orders/%5C..%5C1", "shop://orders/..%2F..%2Fetc",
            "shop://orders/%", "shop://orders/%1", "shop://orders/%zz", "shop://orders/%1g", "shop://orders/%u0031",
            "shop://orders/%%31", "shop://orders/%00", "shop://orders/1%00.png", "shop://orders/%0A",
            "shop://orders/%7F",
            "shop://orders/%FF", "shop://orders/%C0%AF", "shop://orders/%C0%AE%C0%AE", "shop://orders/%ED%A0%80",
            "shop://orders/%F4%90%80%80", "shop://orders/%E2%82", "shop://orders/1#top", "shop://orders/1#",
            "shop://orders/1?verbose=true#x", "shop://jump.vc.beehive/Home#push#modal",
        ])
        + absent(.unknownRoute, ["shop://orders/1/note/2", "shop://trade", "shop://trade/", "shop://trade/quote/1"])
        + unfit([
            "shop://orders/%252e%252e", "shop://orders/%2531", "shop://orders/1;id=2", "shop://orders/%D9%A1",
            "shop://orders/1%20", "shop://orders/...", "shop://orders/-", "shop://orders/9223372036854775808",
        ])

    /// Items that are there twice, empty, or hide a separator.
    private static let queries =
        malformed([
            "shop://orders/1?verbose", "shop://orders/1?verbose=true&", "shop://orders/1?&verbose=true",
            "shop://orders/1?a=1&&b=2", "shop://orders/1?=true", "shop://orders/1?&", "shop://orders/1?=",
            "shop://orders/1?verbose=true&verbose=false", "shop://orders/1?verbose=true&verbos%65=false",
            "shop://orders/1?verbose=%", "shop://orders/1?verbose=%GG", "shop://orders/1?verbose=%00",
            "shop://orders/1?ver%00bose=true", "shop://orders/1?ver%0Abose=true", "shop://orders/1?verbose=%80",
            "shop://orders/1?verbose=[1]", "shop://orders/1?ids[]=1",
        ])
        + unfit([
            "shop://orders/1?verbose=", "shop://orders/1?verbose=TRUE", "shop://orders/1?verbose=1",
            "shop://orders/1?verbose=true;verbose=false", "shop://orders/1?verbose=true+",
            "shop://orders/1?Verbose=true",
            "shop://orders/1?verbose=true%26admin=true", "shop://orders/1?admin=true", "shop://orders/1?id=2",
            "shop://orders/1?verbose=true?verbose=true", "shop://orders/1?%76erbose=tru%D0%B5",
            "shop://orders/1?__proto__=1", "shop://orders/1?verbose%3Dtrue=1", "shop://orders/1?verbose=true=true",
        ])

    /// What is there, and not for outsiders; it looks just like what is not there.
    private static let hidden =
        absent(
            .notRemote,
            [
                "shop://private/1", "shop://trade/secret", "shop://trade/secret?sku=tea", "shop://TRADE/secret",
                "shop://trade/nativeQuote", "shop://trade/NativeQuote", "shop://trade/NATIVE", "shop://trade/native",
                "shop://nobody/nativeQuote", "shop://tradeservice/title", "shop://TradeService:/title", "hidden://",
                "shop://steps/secret", "shop://steps/open/secret", "shop://register.beehive/Trade.TradeService",
                "shop://REGISTER.beehive/x", "shop://jump.vc.beehive/Home.HomeService.push",
                "shop://call.service.beehive/Trade.TradeService.title",
                "shop://call.service.beehive/Trade.TradeService.nativeQuote", "shop://trade:/secret",
                "shop://trade:/secret:", "shop://trade/secret?%20=1", "shop://private/x", "hidden://?x=1",
                "shop://steps/secret?params=x", "shop://steps/secret?params=%7B%22secret%22:1%7D",
                "shop://call.service.beehive/Trade.TradeService.title?params=%5B%5D", "shop://vault/open",
                "shop://bank.vaults/open", "shop://vaults/open",
            ]
        )
        + absent(
            .unknownAction,
            [
                "shop://trade/%E2%84%AAill", "shop://trade:/%E2%84%AAill:", "shop://trade/Kill%CC%81",
                "shop://trade/nothing", "shop://trade/Quote", "shop://trade/quote%20", "shop://trade/init",
                "shop://trade/deinit", "shop://tradeservice/self",
                "shop://call.service.beehive/Trade.TradeService.dealloc",
            ]
        )
        + absent(
            .unknownTarget,
            [
                "shop://vault/anything", "shop://nobody/quote", "shop://Swift.String/init",
                "shop://HiveRoutingTests.Trade/quote",
                "shop://NSFileManager/removeItem", "shop://Target_Trade/quote",
                "shop://call.service.beehive/Trade.Process.run",
                "plain://call.service.beehive/Trade.TradeService.quote", "plain://steps/open",
            ]
        )
        + absent(
            .unknownScheme,
            [
                "file:///etc/passwd", "file://localhost/etc/passwd", "http://orders/1", "https://orders/1",
                "javascript://orders/1",
                "shopp://orders/1", "shop2://orders/1", "data://text/html", "tel://1",
            ]
        )

    /// Values of other types than declared.
    private static let parameters = unfit([
        "shop://orders/one", "shop://orders/1.0", "shop://orders/+1", "shop://orders/0x1", "shop://orders/1e3",
        "shop://trade/quote", "shop://trade/quote?sku=tea", "shop://trade/quote?sku=tea&quantity=three",
        "shop://trade/quote?sku=tea&quantity=3&price=0", "shop://trade/quote?sku=tea&quantity=%2B3",
        "shop://trade/quote?sku=tea&quantity=99999999999999999999", "shop://trade/quote?SKU=tea&quantity=3",
        "shop://trade/quote?sku=tea&quantity=3&service=x", "shop://trade/quote?%20=1",
        "tradeservice://", "tradeservice://?name=x", "tradeservice://?title=x&delegate=y",
    ])

    /// JSON where JSON is declared.
    private static let json =
        unfit([
            "shop://trade/pay", "shop://trade/pay?params=", "shop://trade/pay?params=1",
            "shop://trade/pay?params=%7B%7D",
            "shop://trade/pay?params=%7B%22sku%22:1,%22total%22:1%7D", "shop://trade/pay?params=null",
            "shop://trade/pay?params=%7B%22sku%22:%22a%22,%22total%22:1,%22total%22:2%7D",
            "shop://trade/pay?params=%7B%22sku%22:%22a%22,%22total%22:1%7D&sku=b",
            "shop://trade/pay?params=%7B%22sku%22:%22a%22,%22total%22:1,%22admin%22:true%7D",
            "shop://trade/pay?sku=a&total=1", "shop://trade/pay?params=%7B%22sku%22:%22%5Cud800%22,%22total%22:1%7D",
            "shop://trade/pay?params=%7B%22sku%22:%22a%22,%22total%22:1,%22admin%22:null%7D",
            "shop://trade/pay?params=%7B%22sku%22:%22a%5Cu0000%22,%22total%22:1%7D",
            "shop://trade/pay?params=%7B%22sku%22:%22a%22,%22total%22:1,%22a%5Cu000A%22:null%7D",
            "shop://steps/open?params=%7B%22secret%22:null%7D", "shop://trade/Kill?%E2%84%AA=1",
            "shop://trade/Kill?K=1&%E2%84%AA=1",
            "shop://call.service.beehive/x.Trade.Kill?params=%7B%22x%22:%7B%22%E2%84%AA%22:1%7D%7D",
            "shop://steps/open?params=%5B%5D", "shop://steps/open?params=%7B%22secret%22:%7B%7D%7D",
            "shop://steps/open?params=%7B%22open%22:%7B%22x%22:1%7D%7D", "shop://steps/open?params=%7B%22open%22:1%7D",
            "shop://call.service.beehive/Trade.TradeService.quote?params=%7B%22Trade%22:%7B%22sku%22:1,%22quantity%22:1%7D%7D",
            "shop://call.service.beehive/Trade.TradeService.quote?params=%7B%7D&params2=1",
        ])
        + [
            Attack("shop://trade/pay?params=\(String(repeating: "%5B", count: 9))", .tooLarge, .limitExceeded),
            Attack("shop://trade/pay?params=%5B1\(String(repeating: ",1", count: 256))%5D", .tooLarge, .limitExceeded),
            Attack("shop://steps/open?params=\(String(repeating: "%5B", count: 10))", .tooLarge, .limitExceeded),
            Attack(
                "shop://steps/open?params=%7B%22open%22:%5B1\(String(repeating: ",1", count: 256))%5D%7D",
                .tooLarge,
                .limitExceeded
            ),
        ]

    /// The seeds' forms, bent.
    private static let forms =
        absent(
            .unknownRoute,
            [
                "shop://call.service.beehive", "shop://call.service.beehive/", "shop://call.service.beehive/Trade",
                "shop://call.service.beehive/Trade.TradeService", "shop://call.service.beehive/a.b.c.d", "shop://steps",
                "shop://steps/nothing", "tradeservice://host", "tradeservice:///path", "tradeservice://?title=x#y",
            ]
        )
        + malformed([
            "shop://call.service.beehive/Trade.TradeService.quote#push", "shop://TradeService:80/quote",
            "shop://TradeService%3A/quote", "shop://call.service.beehive//",
        ])
        + absent(.unknownAction, ["shop://call.service.beehive/Trade.TradeService.", "shop://TradeService:/:quote:"])
        + absent(.unknownTarget, ["shop://call.service.beehive/Trade..quote", "shop://call.service.beehive/a..quote"])

    /// More than the limits allow.
    private static let huge = [
        "shop://orders/\(String(repeating: "1", count: 5_000))",
        "shop://orders/1?verbose=\(String(repeating: "a", count: 1_025))",
        "shop://orders/\(String(repeating: "a", count: 1_025))",
        "shop://orders\(String(repeating: "/a", count: 17))",
        "shop://orders/1?" + (0..<33).map { "a\($0)=1" }.joined(separator: "&"),
        String(repeating: "shop://", count: 5_000),
        "shop://orders/1?x=" + String(repeating: "%41", count: 1_025),
        "\(String(repeating: "s", count: 5_000))://orders/1",
    ].map { Attack($0, .tooLarge, .limitExceeded) }
}

extension Attack {
    /// What the attacks meet: things for outsiders, and things that are none of their business.
    @Sendable static func setUp(_ context: SetupContext) throws {
        try context.services.register((any TradeService).self) { _ in Trade() }
        try context.actions.target("Trade") { target in
            target.action("quote", "sku", "quantity", access: .remote) {
                (service: any TradeService, sku: String, quantity: Int) in
                try await service.quote(sku, quantity: quantity)
            }
            target.action("pay", as: Quote.self, access: .remote) { (quote: Quote) in quote.total }
            target.action("secret", "sku") { (sku: String?) in sku ?? "secret" }
            target.action("nativeQuote") { "native" }
            target.action("Kill", "K", access: .remote) { (number: Int?) in number ?? 0 }
        }
        try context.actions.target("Vault") { target in
            target.action("open") { "opened" }
            target.fallback { _ in "fallback" }
        }
        try context.actions.target("Bank.Vaults") { $0.action("open") { "opened" } }
        try context.routes.accept("shop", forms: [.beeHive, .moduleProtocolMediator])
        try context.routes.accept("plain")
        try context.routes.bind("shop://orders/:id", "id", "verbose", access: .remote) { (id: Int, verbose: Bool?) in
            "order \(id) \(verbose ?? false)"
        }
        try context.routes.bind("shop://private/:id", "id") { (id: Int) in id }
        try context.actions.export((any TradeService).self) { service in
            service.method("quote", "sku", "quantity", access: .remote) {
                (service: any TradeService, sku: String, quantity: Int) in
                try await service.quote(sku, quantity: quantity)
            }
            service.method("title") { $0.title }
            service.parameters("title", access: .remote) { (service: any TradeService, title: String) in
                service.titled(title)
            }
        }
        try context.actions.export((any Hidden).self, as: "Hidden") { _ in }
        try context.routes.chain("shop://steps") { chain in
            chain.component("open", access: .remote) { "opened" }
            chain.component("secret") { "secret" }
        }
    }
}

protocol Hidden: Sendable {}
