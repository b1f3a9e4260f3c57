// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.timeLimit(.minutes(5)))
struct RoutedURLTests {
    // T4, F1: what is understood, and as what.
    @Test func urlIsTakenApart() throws {
        let url = try RoutedURL("SHOP+x-1.0://Orders_1.b/a%20b/caf%C3%A9/+;=@:/?x=1+2&y=%26%3d&z=&q=/?:;#push%21")
        #expect(url.scheme == "shop+x-1.0")
        #expect(url.host == "Orders_1.b")
        #expect(url.path == ["a b", "café", "+;=@:"])
        #expect(url.items.map(\.name) == ["x", "y", "z", "q"])
        #expect(url.items.map(\.text) == ["1+2", "&=", "", "/?:;"])
        #expect(url["y"] == "&=")
        #expect(url["nothing"] == nil)
        #expect(url.fragment == "push!")
        #expect(!url.hasEmptyPort)
        #expect(try RoutedURL("a://b:/c").hasEmptyPort)
        #expect(try RoutedURL("AProtocol://?name=x").host == "")
        #expect(try RoutedURL("a://b?").items.isEmpty)
    }

    @Test func limitsAreExact() throws {
        var limits = URLLimits()
        limits.bytes = 20
        #expect(try RoutedURL("shop://orders/123456", limits: limits).path == ["123456"])
        #expect(throws: HiveError.self) { try RoutedURL("shop://orders/1234567", limits: limits) }
        limits = URLLimits()
        limits.components = 2
        limits.items = 2
        limits.valueBytes = 2
        #expect(try RoutedURL("a://b/%C3%A9/12?a=1&b=2", limits: limits).items.count == 2)
        for url in ["a://b/1/2/3", "a://b?a=1&b=2&c=3", "a://b/123", "a://b?a=%41%41%41", "a://b?abc=1"] {
            let error = #expect(throws: HiveError.self) { try RoutedURL(url, limits: limits) }
            #expect(error?.code == .limitExceeded, "\(url)")
        }
    }

    // What is malformed says where.
    @Test func errorNamesTheByte() {
        let error = #expect(throws: HiveError.self) { try RoutedURL("shop://orders/%zz") }
        #expect(error?.message.contains("at byte 14") == true, "\(error as Any)")
    }

    // A second, independent parser must understand every URL that is accepted in the same way: what two readers
    // understand differently is how checks are got around.
    @Test(
        arguments: Attack.all.map(\.url) + [
            "shop://orders/1", "SHOP://Orders/%31/?a=b+c;d&e=%C3%A9",
            "a.b-c+d://x_y.z/(a)/b!$&'*,;=:@?k=(v)!$'*,;:@/?&l=",
            "AProtocol://?name=x", "shop://TradeService:/quote:?sku=tea", "shop://a/b?c=%25%32%35#f", "shop://a/b#f#g",
        ]
    )
    func everyAcceptedURLMeansTheSameToAnotherParser(_ text: String) throws {
        guard text.utf8.count < 4096, let url = try? RoutedURL(text) else { return }
        let other = try #require(URLComponents(string: text, encodingInvalidCharacters: false))
        #expect(other.scheme?.lowercased() == url.scheme)
        // `URLComponents` silently turns an international host into Unicode; `RoutedURL` compares it as it stands.
        #expect((other.percentEncodedHost ?? "") == url.host || url.host.hasPrefix("xn--"))
        #expect(other.user == nil && other.password == nil && other.port == nil)
        #expect(other.path.split(separator: "/").map { String($0) } == url.path)
        #expect((other.queryItems ?? []).filter { !$0.name.isEmpty }.map(\.name) == url.items.map(\.name))
        #expect((other.queryItems ?? []).filter { !$0.name.isEmpty }.map(\.value) == url.items.map(\.text))
        #expect(other.fragment == url.fragment)
    }

    // Random bytes and mutated URLs: an answer each time, and the same one by both parsers.
    @Test func anyBytesGetAnAnswer() async throws {
        var generator = SeedGenerator(seed: 5)
        let alphabet = Array("shop://orders/1?a=b&c=%2F%00%C3%A9..;+#:@[]{}\\ \n\u{7F}é".utf8)
        var accepted = 0
        for round in 0..<20_000 {
            // The other tests wait for this thread, some of them by the clock; and this one for all of them each time.
            if round % 50 == 0 { await Task.yield() }
            var bytes = Array("shop://orders/1?verbose=true&x=%41".utf8)
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let byte = alphabet.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                let url = try RoutedURL(text)
                accepted += 1
                #expect(URLComponents(string: text, encodingInvalidCharacters: false) != nil, "\(text)")
                #expect(!url.path.contains { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("/") }, "\(text)")
                #expect(Set(url.items.map(\.name)).count == url.items.count, "\(text)")
            } catch let error as HiveError {
                #expect(error.code == .malformedURL || error.code == .limitExceeded, "\(text)")
            }
        }
        #expect(accepted > 1_000)
    }
}
