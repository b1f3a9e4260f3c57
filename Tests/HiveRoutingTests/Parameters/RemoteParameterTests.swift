// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

private enum Shipping: String, RemoteParameter, Decodable { case flat, express }
private enum Size: Int, RemoteParameter { case small = 1 }
private struct Filter: RemoteJSON, Hashable { let tags: [String] }

@Suite(.timeLimit(.minutes(5)))
struct RemoteParameterTests {
    // P2, M2: what a text is read as, and what it is not; never more than the declared type.
    @Test(arguments: [
        "", "+5", " 5", "5 ", "5.0", "0x5", "1e3", "٣", "9223372036854775808", "--5", "-", "five", "1_000",
        String(repeating: "0", count: 21),
    ])
    func textThatIsNoIntegerIsRefused(_ text: String) {
        #expect(throws: (any Error).self) { try Int(remoteText: text) }
    }

    @Test(arguments: [
        "nan", "inf", "-infinity", "0x1p4", "1e999", "", "1,5", " 1", "+1", String(repeating: "1", count: 65),
    ])
    func textThatIsNoFiniteNumberIsRefused(_ text: String) {
        #expect(throws: (any Error).self) { try Double(remoteText: text) }
    }

    @Test(arguments: ["TRUE", "True", "yes", "1", "0", "", "truefalse", " true"])
    func textThatIsNoTruthValueIsRefused(_ text: String) {
        #expect(throws: (any Error).self) { try Bool(remoteText: text) }
    }

    @Test func integersMustFitTheirType() {
        #expect(throws: (any Error).self) { try Int8(remoteText: "128") }
        #expect(throws: (any Error).self) { try UInt(remoteText: "-1") }
        #expect(throws: (any Error).self) { try UInt16(remoteValue: 65536) }
        #expect(throws: (any Error).self) { try Int(remoteValue: 1.0) }
        #expect(throws: (any Error).self) { try String(remoteValue: 1) }
        #expect(throws: (any Error).self) { try Bool(remoteValue: "true") }
    }

    @Test func rawValuesAndJSONAreCheckedToo() {
        #expect(throws: (any Error).self) { try Shipping(remoteText: "Express") }
        #expect(throws: (any Error).self) { try Size(remoteText: "2") }
        #expect(throws: (any Error).self) { try Filter(remoteText: #"{"tags":["a"],"more":1}"#) }
        #expect(throws: (any Error).self) { try Filter(remoteText: #"{"tags":"a"}"#) }
        #expect(throws: (any Error).self) { try Filter(remoteText: "tags") }
    }

    @Test func declaredTypesAreReadFromTextAndJSON() throws {
        #expect(try Int(remoteText: "-0042") == -42)
        #expect(try UInt64(remoteText: "18446744073709551615") == .max)
        #expect(try Double(remoteText: "-1.5e3") == -1500)
        #expect(try Double(remoteValue: 3) == 3)
        #expect(try Bool(remoteText: "true"))
        #expect(String(remoteText: "") == "")
        #expect(try Int?(remoteText: "4") == 4)
        #expect(try Shipping(remoteText: "express") == .express)
        #expect(try Size(remoteValue: 1) == .small)
        #expect(try Filter(remoteText: #"{"tags":["a","b"]}"#) == Filter(tags: ["a", "b"]))
    }

    // All of them through a URL, as an outsider gives them.
    @Test func outsidersGiveDeclaredTypes() async throws {
        try await withRouting { context in
            try context.routes.accept("shop")
            try context.actions.target("Types") { target in
                target.action("all", "int", "double", "bool", "shipping", "filter", "maybe", access: .remote) {
                    (int: Int32, double: Double, bool: Bool, shipping: Shipping, filter: Filter, maybe: UInt?) in
                    "\(int) \(double) \(bool) \(shipping) \(filter.tags) \(maybe as Any)"
                }
            }
        } body: { hive in
            let url =
                "shop://types/all?int=-5&double=2.5&bool=false&shipping=express&filter=%7B%22tags%22:%5B%22x%22%5D%7D"
            #expect(try await hive.remote.open(url, as: String.self) == #"-5 2.5 false express ["x"] nil"#)
            let json = #"{"int":1,"double":2,"bool":true,"shipping":"flat","filter":{"tags":[]},"maybe":7}"#
            let text: String = try await hive.actions.perform("Types", "all", json: json)
            #expect(text == "1 2.0 true flat [] Optional(7)")
        }
    }
}
