// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// C42 to C45 for JSON: what is read, where it is, and what is refused.
@Suite(.timeLimit(.minutes(5)))
struct JSONDocumentTests {
    private func read(_ text: String) throws -> PropertyListDocument {
        try PropertyListDocument.read(Array(text.utf8), of: "modules.json", isJSON: true)
    }

    // C45: each gives an error with its line, in words, and no part of what was read.
    @Test(
        arguments: [
            ("", "the file is empty", nil), (" \n", "only white space", nil),
            ("[1] 2", "something after the end", 1), ("[1]\n,", "something after the end", 2),
            ("{\n\"a\": 1", "the `{` has no end", 1), ("[\n[1\n", "the `[` has no end", 2), ("{\"a\":", "file ends", 1),
            ("{\"a\": [1}", "`}` stands where a `[` ends", 1), ("{\n]", "`]` stands where a `{` ends", 2),
            ("[1,\n,2]", "nothing before the comma", 2), ("[,]", "nothing before the comma", 1),
            ("[1\n2]", "no comma between two entries", 2), ("{\"a\": 1\n\"b\": 2}", "no comma between", 2),
            ("{a: 1}", "this is no key", 1), ("{1: 1}", "this is no key", 1), ("{'a': 1}", "in single quotes", 1),
            ("[\n'x']", "in single quotes", 2), ("{\"a\" 1}", "no `:` behind the key", 1),
            ("{\"a\"\n}", "no `:` behind the key", 1), ("{\"a\":}", "this is no value", 1),
            ("[no]", "this is no value", 1), ("[truest]", "this is no value", 1), ("[null]", "null states nothing", 1),
            ("[nul]", "this is no value", 1), ("[NaN]", "no number of JSON", 1),
            ("[-Infinity]", "no number of JSON", 1),
            ("[+1]", "no number of JSON", 1), ("[01]", "no number of JSON", 1), ("[-]", "no number of JSON", 1),
            ("[1.]", "no number of JSON", 1), ("[.5]", "this is no value", 1), ("[1e]", "no number of JSON", 1),
            ("[0x10]", "no number of JSON", 1), ("[12px]", "no number of JSON", 1), ("[1.2.3]", "no number of JSON", 1),
            ("[1e999]", "isn't a finite number", 1), ("[9223372036854775808]", "doesn't fit in 64 bits", 1),
            ("[\"a\nb\"]", "has no end on its line", 1), ("[\n\"a]", "has no end on its line", 2),
            ("[\"\\", "has no end on its line", 1), ("[\"\u{0}\"]", "a control character", 1),
            ("[\"\\x\"]", "begins no escape", 1), ("[\"\\u12\"]", "begins no escape", 1),
            ("[\"\\uD83D\"]", "half of a pair", 1), ("[\"\\u0000\"]", "U+0000", 1),
            ("[\"\\uDC1D\\uD83D\"]", "half of a pair", 1),
            ("[\"\\uD83D\\u0041\"]", "half of a pair", 1), ("[\n/* \n]", "the comment isn't closed", 2),
            ("[1] /", "something after the end", 1), ("{\n<<<<<<< HEAD\n", "a merge was not finished", 2),
            ("{\"a\": 1,\n\"a\": 2}", "already used on line 1", 2),
            ("{\"\u{E9}\": 1, \"e\u{301}\": 2}", "means the same as", 1),
            ("<?xml version=\"1.0\"?><plist/>", "the file is XML", 1), ("bplist00", "binary property list", 1),
        ] as [(String, String, Int?)]
    )
    func mistakes(_ text: String, _ part: String, _ line: Int?) throws {
        let error = try #require(throws: PropertyListError.self) { _ = try read(text) }
        #expect(error.problems.count == 1)
        #expect(error.description.contains(part), "\(error)")
        #expect(error.problems[0].line == line, "\(error)")
    }

    @Test func limits() throws {
        func message(_ text: String) throws -> String {
            try #require(throws: PropertyListError.self) { _ = try read(text) }.description
        }
        #expect(try message(String(repeating: "[", count: 10_000)).contains("nested more than 64 levels"))
        #expect(try message("{\"\(String(repeating: "k", count: 257))\": 1}").contains("longer than 256 bytes"))
        #expect(try message("[" + String(repeating: "1,", count: 1_000_001) + "]").contains("more than 1000000 values"))
        #expect(try message("[1\(String(repeating: "0", count: 600)).5]").contains("isn't a finite number"))
        let huge = [UInt8](repeating: 0x20, count: 16 * 1024 * 1024 + 1)
        let error = #expect(throws: PropertyListError.self) { try PropertyListDocument.read(huge, isJSON: true) }
        #expect(error?.description.contains("larger than 16 MiB") == true)
    }

    @Test(arguments: ["{}".data(using: .utf16), "[]".data(using: .utf16LittleEndian), "{}".data(using: .utf32)])
    func otherEncodings(_ data: Data?) throws {
        let bytes = Array(try #require(data))
        let error = try #require(throws: PropertyListError.self) {
            _ = try PropertyListDocument.read(bytes, isJSON: true)
        }
        #expect(error.description.contains("encoded in UTF-"), "\(error)")
    }

    // What is no JSON by its name is none, and says what would help.
    @Test func theNameDecides() throws {
        let error = try #require(throws: PropertyListError.self) { _ = try PropertyListDocument.read(Array("{}".utf8)) }
        #expect(error.description.contains("name of a file in JSON ends in .json"))
    }

    // C42
    @Test(
        arguments: [
            ("true", true), ("[false]", [false]), ("{}", [:]), ("[]", []), ("\"\"", ""), ("{\"\": 1}", ["": 1]),
            ("[0, -0, 12, -9223372036854775808]", [0, 0, 12, .integer(.min)]),
            ("[0.5, -1.5e-3, 1E+3, 1e2, 1e-400]", [0.5, -0.0015, .real(1000), .real(100), .real(0)]),
            ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\uD83D\\uDC1D\"", "\"\\/\u{8}\u{C}\n\r\tA\u{E9}🐝"),
            ("\"漢字 'x' // no comment\"", "漢字 'x' // no comment"),
            ("\u{FEFF}[1,]", [1]), ("{\"a\": [1, 2,], \"b\": {\"c\": 3,},}", ["a": [1, 2], "b": ["c": 3]]),
            ("// one\n[ /* two\n*/ 1 // three\r, /**/ 2 ]\n// end", [1, 2]),
            ("{\"$schema\": \"x\", \"a\": {\"$schema\": \"y\"}}", ["a": ["$schema": "y"]]),
        ] as [(String, ConfigurationValue)]
    )
    func whatIsRead(_ text: String, _ value: ConfigurationValue) throws {
        #expect(try read(text).root == value)
    }

    @Test func places() throws {
        let document = try read("{\n  \"a\": [\n    1,\n    {\"b\":\n true}\n  ]\n}")
        let path = ConfigurationKeyPath().appending(key: "a").appending(index: 1)
        #expect(document.line(of: ConfigurationKeyPath()) == 1)
        #expect(document.line(of: path) == 4)
        #expect(document.line(of: path.appending(key: "b")) == 5)
        let cursor = PropertyListCursor(document)
        #expect(cursor["a"]?.elements?[1]["b"]?.keyOrigin.description == "modules.json:4: a[1].b")
    }
}
