// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import Testing

@testable import HiveConfigGenerator

@Suite(.timeLimit(.minutes(5)))
struct SwiftTextTests {
    @Test(arguments: [
        ("plain", "\"plain\""),
        ("a\"b", "\"a\\\"b\""),
        ("\\(exit(1))", "\"\\\\(exit(1))\""),
        ("a\nb\r\u{0}", "\"a\\u{A}b\\u{D}\\u{0}\""),
        ("ü\u{202E}", "\"\\u{FC}\\u{202E}\""),
        ("", "\"\""),
    ])
    func literalsCannotEndEarly(_ text: String, _ literal: String) {
        #expect(text.swiftLiteral == literal)
    }

    @Test(arguments: [
        ("moduleClasses[0].moduleClass", "`moduleClasses[0].moduleClass`"),
        ("a`; exit(1); `b", "`a?; exit(1); ?b`"),
        ("a\\b\nc\u{2028}d", "`a?b?c?d`"),
        ("é.plist", "`?.plist`"),
        ("+", "`_ +`"),
        ("$a.plist", "`_ $a.plist`"),
        ("a$.plist", "`a$.plist`"),
        (" ", "`_  `"),
        ("", "`_ `"),
    ])
    func rawIdentifiersHoldOnlyWhatTheyMay(_ text: String, _ identifier: String) {
        #expect(text.rawIdentifier == identifier)
    }

    @Test func differentTextsStayDifferentIdentifiers() {
        let texts = ["a", "a ", "{61}", "{", "}", "\u{61}\u{301}", "á", "`", "\\", "\n", "A"]
        #expect(Set(texts.map(\.distinctIdentifierText)).count == texts.count)
        // None of them needs a question mark in a raw identifier, which would make them equal again.
        for text in texts where text.utf8.count > 1 {
            #expect(!text.distinctIdentifierText.rawIdentifier.contains("?"))
        }
    }

    @Test func commentsStayOnOneLine() {
        #expect("a\nexit(1)\u{2028}\r\u{85}".commentText == "a?exit(1)???")
    }

    @Test(arguments: ["/a/b.plist", "/größe/✓ c.plist", "/%20/'a'.plist"])
    func ordinaryPathsCanBePointedTo(_ path: String) {
        #expect(SourcePlace.canHold(path))
    }

    @Test(arguments: ["", "/a\".plist", "/a\\.plist", "/a\n.plist", "/a\u{0}", "/a\u{2028}", "/\\(x)", "/a\r"])
    func pathsThatEndTheTextAreRefused(_ path: String) {
        #expect(!SourcePlace.canHold(path))
    }

    @Test func eachLineGetsThePlaceInThePropertyList() {
        let place = SourcePlace(.propertyList("/c/modules.plist", ConfigurationKeyPath([.key("a")]), line: 7))
        #expect(
            place.located(["let x = 1", "let y = 2"]) == """
                #sourceLocation(file: "/c/modules.plist", line: 7)
                    let x = 1
                #sourceLocation(file: "/c/modules.plist", line: 7)
                    let y = 2
                #sourceLocation()
                """
        )
    }

    @Test func aPlaceInABinaryFileNamesTheKeyPath() {
        let path = ConfigurationKeyPath([.key("Shop.Price"), .index(2)])
        let place = SourcePlace(.propertyList("/c/services.plist", path))
        #expect(place.path == "/c/services.plist (['Shop.Price'][2])")
        #expect(place.line == 1)
        #expect(SourcePlace.canHold(place.path))
    }
}
