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

struct PropertyListDocumentTests {
    /// One value of every kind, for round trips through the toolchain's encoder.
    struct Sample: Codable, Equatable {
        var text = "a <b> & \"c\" 'd' é 漢字 🐝\n\t"
        var empty = ""
        var integers = [0, 1, -1, 255, 256, 65_536, Int.max, Int.min]
        var reals = [0.0, -1.5, 1e300, 2.5e-308]
        var flags = [true, false]
        var date = Date(timeIntervalSinceReferenceDate: 1000)
        var data = Data([0, 1, 254, 255])
        var none: [String] = []
        var nested = ["a.b": ["x": [["y": 1]]], "é": [:]]

        static let tree: ConfigurationValue = [
            "text": .string("a <b> & \"c\" 'd' é 漢字 🐝\n\t"), "empty": "",
            "integers": [0, 1, -1, 255, 256, 65_536, .integer(.max), .integer(.min)],
            "reals": [.real(0), -1.5, 1e300, 2.5e-308], "flags": [true, false],
            "date": .date(secondsSinceReferenceDate: 1000), "data": .data([0, 1, 254, 255]), "none": [],
            "nested": ["a.b": ["x": [["y": 1]]], "é": [:]],
        ]

        static func encoded(_ format: PropertyListDecoder.PropertyListFormat) throws -> [UInt8] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            return Array(try encoder.encode(Sample()))
        }
    }

    // C42
    @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
    func readsWhatTheEncoderWrites(format: PropertyListDecoder.PropertyListFormat) throws {
        let document = try PropertyListDocument.read(Sample.encoded(format))
        #expect(document.root == Sample.tree)
        #expect(try ConfigurationDecoder().decode(Sample.self, from: document.root) == Sample())
    }

    @Test(
        arguments: [
            ("<string>a&lt;&gt;&amp;&apos;&quot;&#65;&#x1F41D;</string>", "a<>&'\"A🐝"),
            ("<string>a<![CDATA[<&]]>b<![CDATA[]]></string>", "a<&b"),
            ("<string>a]]>b</string>", "a]]>b"),
            ("<string></string>", ""), ("<string/>", ""), ("<string />", ""),
            ("<string\n>a</string\n>", "a"),
            ("<string> a\n b </string>", " a\n b "),
            ("<integer>0x1F</integer>", 31), ("<integer>-0X1f</integer>", -31), ("<integer>+7</integer>", 7),
            ("<integer>-9223372036854775808</integer>", .integer(.min)), ("<integer>007</integer>", 7),
            ("<real>1</real>", .real(1)), ("<real>-.5e+1</real>", -5.0), ("<real>1.</real>", .real(1)),
            ("<true/>", true), ("<false></false>", false),
            ("<date>2001-01-01T00:00:01Z</date>", .date(secondsSinceReferenceDate: 1)),
            ("<date>2000-02-29T00:00:00Z</date>", .date(secondsSinceReferenceDate: -26_524_800)),
            // The Gregorian calendar counts before 1582 too, as in ISO 8601.
            ("<date>0001-01-01T00:00:00Z</date>", .date(secondsSinceReferenceDate: -63_113_904_000)),
            ("<date>1582-10-15T00:00:00Z</date>", .date(secondsSinceReferenceDate: -13_197_600_000)),
            ("<date>1582-10-14T23:59:59Z</date>", .date(secondsSinceReferenceDate: -13_197_600_001)),
            ("<date>9999-12-31T23:59:59Z</date>", .date(secondsSinceReferenceDate: 252_423_993_599)),
            ("<data>\n  QUJD\n  RA==\n</data>", .data([65, 66, 67, 68])), ("<data></data>", .data([])),
            ("<array/>", []), ("<dict/>", [:]), ("<dict></dict>", [:]),
            ("<dict><key></key><true/></dict>", ["": true]),
            ("<dict><key>a&amp;<![CDATA[<]]>b</key><true/></dict>", ["a&<b": true]),
            ("<!-- a --><dict><!-- <b> --><key>k</key><!----><true/><!-- --></dict><!-- c -->", ["k": true]),
        ] as [(String, ConfigurationValue)]
    )
    func readsXML(content: String, expected: ConfigurationValue) throws {
        #expect(try PropertyListDocument.read(xml(content)).root == expected)
    }

    // Keys that were read before are known by the bytes that they are written in.
    @Test(
        arguments: [
            (
                "<array><dict><key>a</key><true/></dict><dict><key>a<![CDATA[b]]></key><true/></dict></array>",
                [["a": true], ["ab": true]]
            ),
            (
                "<array><dict><key>a<![CDATA[b]]></key><true/></dict><dict><key>a</key><true/></dict></array>",
                [["ab": true], ["a": true]]
            ),
            (
                "<array><dict><key>a&amp;</key><true/></dict><dict><key>a&amp;</key><false/></dict></array>",
                [["a&": true], ["a&": false]]
            ),
            (
                "<array><dict><key>a&amp;</key><true/></dict><dict><key>a&#38;</key><false/></dict></array>",
                [["a&": true], ["a&": false]]
            ),
            (
                "<array><dict><key></key><true/></dict><dict><key></key><false/></dict></array>",
                [["": true], ["": false]]
            ),
        ] as [(String, ConfigurationValue)]
    )
    func tellsKeysApartThatWereReadBefore(content: String, expected: ConfigurationValue) throws {
        #expect(try PropertyListDocument.read(xml(content)).root == expected)
    }

    @Test func tellsKeysApartThatBeginAndEndAlike() throws {
        let keys = (100..<400).map { "a\($0)z" }
        let entries = keys.map { "<key>\($0)</key><string>\($0)</string>" }.joined()
        let expected = ConfigurationValue.dictionary(
            Dictionary(uniqueKeysWithValues: keys.map { ($0, .string($0)) })
        )
        let content = "<array><dict>\(entries)</dict><dict>\(entries)</dict></array>"
        #expect(try PropertyListDocument.read(xml(content)).root == .array([expected, expected]))
    }

    @Test(arguments: [
        "<plist><true/></plist>", "\u{FEFF}<plist><true/></plist>", "\n <plist version='1.0'><true/></plist>\n\n",
        "<?xml version='1.0'?><!-- a --><!DOCTYPE plist SYSTEM 'x'><plist><true/></plist><!-- b -->",
        "<?xml version='1.0' encoding='utf-8'?>\r\n<plist>\r\n<true/>\r\n</plist>",
    ])
    func readsFilesInOtherForms(text: String) throws {
        #expect(try PropertyListDocument.read(Array(text.utf8)).root == true)
    }

    @Test func readsSharedObjectsAndLongIntegers() throws {
        let objects: [[UInt8]] = [
            BinaryFile.array([1, 1, 2]), BinaryFile.array([2]), [0x14] + [UInt8](repeating: 0, count: 15) + [9],
        ]
        #expect(try PropertyListDocument.read(BinaryFile(objects: objects).bytes).root == [[9], [9], 9])
    }

    @Test func lineIsThatOfTheValueOrItsNearestContainer() throws {
        let document = try PropertyListDocument.read(
            xml("<dict>\n<key>a</key>\n<array>\n<true/>\n<dict>\n<key>b.c</key><true/></dict></array>\n</dict>")
        )
        let a = ConfigurationKeyPath().appending(key: "a")
        #expect(document.line(of: ConfigurationKeyPath()) == 4)
        #expect(document.line(of: a) == 6)
        #expect(document.line(of: a.appending(index: 0)) == 7)
        #expect(document.line(of: a.appending(index: 1).appending(key: "b.c")) == 9)
        #expect(document.line(of: a.appending(index: 1).appending(key: "missing")) == 8)
        #expect(document.line(of: a.appending(index: 7).appending(key: "x")) == 6)
        #expect(document.line(of: a.appending(key: "x")) == 6)
        #expect(try PropertyListDocument.read(Sample.encoded(.binary)).line(of: a) == nil)
    }

    // The greatest depth still fits on the stack of a task.
    @Test func readsTheGreatestDepth() async throws {
        let depth = PropertyListLimits.depth
        let arrays = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
        _ = try await Task { try PropertyListDocument.read(xml(arrays)) }.value
        let objects = (1..<depth).map { BinaryFile.array([UInt8($0)]) } + [BinaryFile.array([])]
        _ = try await Task { try PropertyListDocument.read(BinaryFile(objects: objects).bytes) }.value
    }

    // C43: files from old editors end their lines with a carriage return alone.
    @Test(arguments: ["\n", "\r", "\r\n"])
    func linesEndInThreeWays(end: String) throws {
        let text = ["<plist>", "<dict>", "", "<key>a</key>", "<true/>", "</dict>", "</plist>"].joined(separator: end)
        let document = try PropertyListDocument.read(Array(text.utf8))
        #expect(document.line(of: ConfigurationKeyPath([.key("a")])) == 5)
        #expect(document.line(of: ConfigurationKeyPath()) == 2)
    }

    // C43: Swift takes them for the same key, so one would silently become the other.
    @Test func keysThatMeanTheSameAreSpeltTheSame() {
        let key = "<key>caf\u{E9}</key><true/>"
        let found = problems(xml("<array><dict>\n\(key)</dict><dict>\n<key>cafe\u{301}</key><true/></dict></array>"))
        let message =
            #"the key "cafe\u{301}" means the same as "caf\u{E9}" of line 5 and is written with other characters"#
        #expect(found.count == 1)
        #expect(found.first?.contains(message) == true, "\(found)")
        #expect(found.first?.hasPrefix("line 6, [1]") == true, "\(found)")
        #expect(problems(xml("<dict><key>K</key><true/><key>\u{212A}</key><true/></dict>")).count == 1)
    }
}
