// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import GRDB
import Testing

/// What clients send that cannot be, and a database with rows that this program would not write.
@Suite(.timeLimit(.minutes(5)))
struct HostileTests {
    private static let programs = ["TeaServer", "PlainServer"]

    private func serve(_ program: String) async throws -> (server: ServerProcess, port: Int) {
        let server = try ServerProcess(program, ["TEA_WEB_REPORT_TAKES": "0"])
        return (server, try await server.port(of: "web"))
    }

    private func end(_ server: ServerProcess) async {
        server.send(SIGTERM)
        #expect(await server.exitCode() == 0)
    }

    /// Changes the database behind the server's back.
    private func change(_ server: ServerProcess, _ sql: String) throws {
        let path = server.folder.appending(path: "tea.sqlite").path(percentEncoded: false)
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }

    // Nothing of it is stored, and the client is told why.
    @Test(arguments: programs)
    func quantityThatCannotBe(_ program: String) async throws {
        let (server, port) = try await serve(program)
        for quantity in [13_367_205_860_000_000, Int.max, 1001, 0, -1, -5, Int.min] {
            let answer = try await post("/orders", #"{"sku":"tea","quantity":\#(quantity)}"#, port)
            #expect(answer.status == 400, "\(quantity)")
            #expect(answer.body.contains("a quantity is from 1 to 1000, not \(quantity)"), "\(answer.body)")
        }
        for quantity in ["99999999999999999999", "1.5", "1e300", #""2""#, "null", "[1]", "true"] {
            let answer = try await post("/orders", #"{"sku":"tea","quantity":\#(quantity)}"#, port)
            #expect(answer.status == 400, "\(quantity)")
        }
        #expect(try await get("/report", port).body == #"{"orders":0,"total":0}"#)
        let most = try await post("/orders", #"{"sku":"tea","quantity":1000}"#, port)
        #expect(most == Answer(status: 200, body: #"{"id":1,"total":690000}"#))
        #expect(try await get("/report", port).body == #"{"orders":1,"total":690000}"#)
        await end(server)
    }

    // What an earlier version has stored, or another program: it is counted apart, and ends nothing.
    @Test(arguments: programs)
    func orderThatCannotBeIsInTheDatabaseAlready(_ program: String) async throws {
        let (server, port) = try await serve(program)
        #expect(try await post("/orders", #"{"sku":"tea","quantity":2}"#, port).status == 200)
        let quantities = ["13367205860000000", "9223372036854775807", "0", "-5", "1.5", "1e300", "'two'", "x'00'"]
        for (index, quantity) in quantities.enumerated() {
            try change(server, "INSERT INTO orders (sku, quantity) VALUES ('tea', \(quantity))")
            let report = try await get("/report", port)
            #expect(report.body == #"{"orders":1,"total":1380,"unusable":\#(index + 1)}"#, "\(quantity)")
        }
        await end(server)
    }

    // A price is no client's doing; the request fails, nothing is stored, and the log says which product it is.
    @Test(arguments: programs)
    func priceThatCannotBe(_ program: String) async throws {
        let (server, port) = try await serve(program)
        for price in ["9223372036854775807", "-1", "'free'", "1e300", "x'00'"] {
            try change(server, "UPDATE products SET price = \(price) WHERE sku = 'tea'")
            #expect(try await post("/orders", #"{"sku":"tea","quantity":2}"#, port).status == 500, "\(price)")
            let line = try await server.wait(for: "a failure") { $0.message == "request failed" }
            #expect(line.error == #"the product "tea" has a price that cannot be"#, "\(line)")
            #expect(try await get("/products/mug", port).status == 200)
        }
        #expect(try await get("/report", port).body == #"{"orders":0,"total":0}"#)
        await end(server)
    }
}
