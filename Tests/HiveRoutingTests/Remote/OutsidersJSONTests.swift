// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

/// JSON in a URL: the same limits and the same strictness as for the URL itself.
@Suite(.timeLimit(.minutes(5)))
struct OutsidersJSONTests {
    private struct Filter: RemoteJSON { var tags: [[Int]] }
    private struct Payload: Decodable, Sendable {
        var text: String?
        var inner: Inner?
        struct Inner: Decodable, Sendable { var text: String? }
    }

    private static func setUp(_ limits: URLLimits?) -> @Sendable (SetupContext) throws -> Void {
        { context in
            try context.routes.accept("shop", forms: [.beeHive])
            if let limits { try context.routes.limit(limits) }
            try context.actions.target("JSON") { target in
                target.action("filter", "filter", access: .remote) { (filter: Filter) in filter.tags.count }
                target.action("maybe", "filter", access: .remote) { (filter: Filter?) in filter?.tags.count ?? 0 }
                target.action("all", as: Payload.self, access: .remote) { (payload: Payload) in
                    payload.text ?? payload.inner?.text ?? ""
                }
                target.action("all2", as: Filter.self, access: .remote) { (filter: Filter) in filter.tags.count }
            }
            try context.routes.bind("shop://filters/:filter", "filter", access: .remote) { (filter: Filter) in
                filter.tags.count
            }
            try context.routes.chain("shop://steps") { chain in
                chain.component("say", "text", access: .remote) { (text: String?) in text ?? "" }
            }
        }
    }

    private static func escaped(_ json: String) -> String {
        json.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
        }.joined()
    }

    /// The URLs of every place where JSON may stand, with a text in it.
    private static func urls(_ json: String) -> [String] {
        let text = escaped(json)
        return [
            "shop://json/filter?filter=\(text)", "shop://json/maybe?filter=\(text)", "shop://filters/\(text)",
            "shop://json/all2?params=\(text)",
        ]
    }

    // C60: narrower limits count for every JSON parameter; what exceeds them is too large.
    @Test(arguments: [(#"{"tags":[[1]]}"#, 2, 256), (#"{"tags":[[1,2,3],[4]]}"#, 8, 7)])
    func limitsReachJSONParameters(_ json: String, _ depth: Int, _ elements: Int) async throws {
        var limits = URLLimits()
        (limits.depth, limits.elements) = (depth, elements)
        try await withRouting(Self.setUp(limits)) { (hive: Hive) async throws in
            for url in Self.urls(json) {
                let error = await #expect(throws: RemoteError.self, "\(url)") { try await hive.remote.open(url) }
                #expect(error?.kind == .tooLarge, "\(url)")
                let full = try await failure(.limitExceeded) { try await hive.routes.open(url) }
                #expect(full.message.contains("JSON"), "\(full)")
            }
        }
        // By the limits exactly it is read.
        (limits.depth, limits.elements) = (3, 8)
        try await withRouting(Self.setUp(limits)) { (hive: Hive) async throws in
            for url in Self.urls(json) { try await hive.remote.open(url) }
        }
    }

    // 48: wider limits count as well.
    @Test func limitsMayBeWidened() async throws {
        let json = #"{"tags":["# + Array(repeating: "[1]", count: 200).joined(separator: ",") + "]}"
        try await withRouting(Self.setUp(nil)) { (hive: Hive) async throws in
            await #expect(throws: RemoteError.self) { try await hive.remote.open(Self.urls(json)[0]) }
        }
        var limits = URLLimits()
        limits.elements = 1_000
        try await withRouting(Self.setUp(limits)) { (hive: Hive) async throws in
            for url in Self.urls(json) { #expect(try await hive.remote.open(url, as: Int.self) == 200) }
        }
    }

    // 48: an unknown key is unknown, whatever its value is; a known one may be null.
    @Test func unknownKeyWithNullIsRefused() async throws {
        try await withRouting(Self.setUp(nil)) { (hive: Hive) async throws in
            for json in [#"{"admin":null}"#, #"{"text":"a","admin":null}"#, #"{"inner":{"admin":null}}"#] {
                let url = "shop://json/all?params=" + Self.escaped(json)
                let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
                #expect(error?.kind == .badParameters, "\(json)")
                let full = try await failure(.parameterMismatch) { try await hive.routes.open(url) }
                #expect(full.message.contains("unknown key"), "\(full.message)")
                #expect(full.message.contains("admin"), "\(full.message)")
                _ = try await failure(.parameterMismatch) { try await hive.actions.perform("JSON", "all", json: json) }
            }
            for json in [#"{"say":{"admin":null}}"#, #"{"admin":null}"#, #"{"say":{},"admin":null}"#] {
                let url = "shop://steps/say?params=" + Self.escaped(json)
                let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
                #expect(error?.kind == .badParameters, "\(json)")
            }
            let unknown = "shop://json/filter?filter=" + Self.escaped(#"{"tags":[],"admin":null}"#)
            await #expect(throws: RemoteError.self) { try await hive.remote.open(unknown) }
            for json in [#"{"text":null}"#, #"{"inner":{"text":null}}"#, #"{"inner":null}"#] {
                let url = "shop://json/all?params=" + Self.escaped(json)
                #expect(try await hive.remote.open(url, as: String.self).isEmpty)
            }
            let say = "shop://steps/say?params=" + Self.escaped(#"{"say":{"text":null}}"#)
            #expect(try await hive.remote.open(say, as: String.self).isEmpty)
            let none = "shop://steps/say?params=" + Self.escaped(#"{"say":null}"#)
            #expect(try await hive.remote.open(none, as: String.self).isEmpty)
        }
    }

    // 48: NUL is refused in JSON as it is in a URL, and so are control characters in names.
    @Test(arguments: [#"{"text":"a\u0000b"}"#, #"{"te\u0000xt":"a"}"#, #"{"te\u000Axt":"a"}"#, #"{"a\u007F":null}"#])
    func controlCharactersAreTreatedAsInURLs(_ json: String) async throws {
        try await withRouting(Self.setUp(nil)) { (hive: Hive) async throws in
            for url in [
                "shop://json/all?params=" + Self.escaped(json),
                "shop://steps/say?params=" + Self.escaped(#"{"say":\#(json)}"#),
            ] {
                let error = await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
                #expect(error?.kind == .badParameters)
                let full = try await failure(.parameterMismatch) { try await hive.routes.open(url) }
                #expect(full.message.contains("control character"), "\(full.message)")
            }
        }
        // What a URL may hold, JSON may hold too, and what code gives is nobody's business.
        try await withRouting(Self.setUp(nil)) { (hive: Hive) async throws in
            let url = "shop://json/all?params=" + Self.escaped(#"{"text":"a\nb"}"#)
            #expect(try await hive.remote.open(url, as: String.self) == "a\nb")
            let text: String = try await hive.actions.perform("JSON", "all", ["text": "a\u{0}b"])
            #expect(text == "a\u{0}b")
            let encoded: String = try await hive.actions.perform("JSON", "all", with: ["text": "a\u{0}b"])
            #expect(encoded == "a\u{0}b")
        }
    }
}
