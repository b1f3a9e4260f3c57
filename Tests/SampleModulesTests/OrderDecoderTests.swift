// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveSampleApp
import HiveSampleCartInterface
import HiveSampleTradeInterface
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OrderDecoderTests {
    @Test(arguments: [
        ("{", "not JSON"),
        ("[]", "the line is not an object"),
        ("id;customer", "not JSON"),
        (#"{"customer":"Ada","lines":[]}"#, "id is missing"),
        (#"{"id":null,"customer":"Ada","lines":[]}"#, "id is null"),
        (#"{"id":7,"customer":"Ada","lines":[]}"#, "id is not a string"),
        (#"{"id":"A","customer":"Ada","lines":{}}"#, "lines is not a list"),
        (#"{"id":"A","customer":"Ada","lines":[{"sku":"MUG"}]}"#, "lines[0].quantity is missing"),
        (
            #"{"id":"A","customer":"Ada","lines":[{"sku":"MUG","quantity":"2"}]}"#,
            "lines[0].quantity is not a whole number"
        ),
    ])
    func saysWhatIsMalformed(line: String, reason: String) {
        let error = #expect(throws: OrderDecoder.Malformed.self) { try OrderDecoder().order(.text(line)) }
        #expect(error?.description == reason)
    }

    @Test(arguments: ["1e99", "1.5", "9223372036854775808", "-9223372036854775809", "true", "[]", "NaN"])
    func refusesQuantitiesThatAreNoWholeNumber(quantity: String) {
        let line = #"{"id":"A","customer":"Ada","lines":[{"sku":"MUG","quantity":\#(quantity)}]}"#
        #expect(throws: OrderDecoder.Malformed.self) { try OrderDecoder().order(.text(line)) }
    }

    @Test func refusesLinesThatAreNone() {
        #expect(throws: OrderDecoder.Malformed.self) { try OrderDecoder().order(.tooLong) }
        #expect(throws: OrderDecoder.Malformed.self) { try OrderDecoder().order(.notUTF8) }
        let deep = String(repeating: "[", count: 60_000)
        #expect(throws: OrderDecoder.Malformed.self) { try OrderDecoder().order(.text(deep)) }
    }

    @Test func skipsBlankLines() throws {
        #expect(try OrderDecoder().order(.text("")) == nil)
        #expect(try OrderDecoder().order(.text(" \t ")) == nil)
    }

    @Test func readsAnOrder() throws {
        let line = #"{"id":"A-1","customer":"Pía","lines":[{"sku":"MUG","quantity":2}],"shipping":"express"}"#
        let lines = [CartLine(sku: "MUG", quantity: 2)]
        let order = Order(id: "A-1", customer: "Pía", lines: lines, shipping: "express")
        #expect(try OrderDecoder().order(.text(line)) == order)
    }
}
