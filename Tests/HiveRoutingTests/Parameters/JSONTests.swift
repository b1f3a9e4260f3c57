// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

/// JSON as callers meet it: the parameters of an action that takes one decodable value.
@Suite(.timeLimit(.minutes(5)))
struct JSONTests {
    private struct Payload: Decodable, Sendable {
        var text: String?
        var number: Double?
        var flag: Bool?
        var list: [Int]?
    }

    private func read(_ json: String) async throws -> Payload {
        let answer = Box<Payload?>(nil)
        try await withRouting { context in
            try context.actions.target("JSON") { $0.action("read", as: Payload.self) { (payload: Payload) in payload } }
        } body: { hive in
            answer.set(try await hive.actions.perform("JSON", "read", json: json, as: Payload.self))
        }
        return try #require(answer.value)
    }

    // T1: nothing that is not JSON, and nothing that two readers could understand differently.
    @Test(arguments: [
        "", " ", "{", "}", "[]", "3", "null", "{}{}", "{}x", "{,}", #"{"text":"a",}"#, #"{"text" "a"}"#, #"{text:"a"}"#,
        #"{"text":"a","text":"b"}"#, #"{"text":"\u0041","te\u0078t":"b"}"#, #"{"text":"\ud800"}"#,
        #"{"text":"\udc00\ud800"}"#, #"{"text":"\x"}"#, #"{"text":"\u00g0"}"#, #"{"text":"a"#, #"{"text":"\"#,
        "{\"text\":\"a\nb\"}", "{\"text\":\"a\u{0}b\"}", #"{"number":01}"#, #"{"number":.5}"#, #"{"number":1.}"#,
        #"{"number":+1}"#, #"{"number":1e}"#, #"{"number":1e999}"#, #"{"number":NaN}"#, #"{"number":0x1}"#,
        #"{"number":99999999999999999999}"#, #"{"flag":tru}"#, #"{"flag":True}"#, #"{"list":[1,]}"#, #"{"list":[1 2]}"#,
        #"{"list":[null]}"#, #"{"list":[1"#, "{'text':'a'}", "{\"text\":\"a\"} // comment", "\u{FEFF}{}",
    ])
    func textThatIsNoJSONIsRefused(_ json: String) async throws {
        await #expect(throws: HiveError.self) { _ = try await read(json) }
    }

    @Test func nestingIsBoundedWithoutRecursingAway() async throws {
        let deep = String(repeating: "[", count: 100_000)
        let error = await #expect(throws: HiveError.self) { _ = try await read("{\"list\":\(deep)") }
        #expect(error?.code == .limitExceeded)
    }

    @Test func valuesOfAllKindsAreRead() async throws {
        let json = #" { "text" : "a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é" , "number":-1.5E+2,"flag":true,"list":[0,-7]}"#
        let payload = try await read(json)
        #expect(payload.text == "a\"\\/\u{8}\u{c}\n\r\té😀é")
        #expect(payload.number == -150)
        #expect(payload.flag == true)
        #expect(payload.list == [0, -7])
        let empty = try await read(#"{"text":null,"list":[]}"#)
        #expect(empty.text == nil)
        #expect(empty.list == [])
    }
}
