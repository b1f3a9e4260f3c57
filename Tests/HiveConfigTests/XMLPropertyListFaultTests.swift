// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig
@testable import HivePropertyList

/// C45: whatever is wrong in an XML file is an error with its line.
struct XMLPropertyListFaultTests {
    @Test(
        arguments: [
            // Structure; the content begins on line 4.
            ("<dict>\n<key>a</key>", "</plist> stands where <dict>, opened on line 4, should be closed", 6),
            ("<dict>\n</array>", "</array> stands where <dict>, opened on line 4, should be closed", 5),
            ("<array>\n<string>a</array>", "</array> stands where <string>, opened on line 5, should be closed", 5),
            ("<dict><key>a</key>\n</dict>", "the key has no value", 4),
            ("<dict>\n<key>a</key>\n<key>b</key>\n</dict>", "the key has no value", 5),
            ("<dict>\n<string>a</string></dict>", "<string> stands where a <key> belongs", 5),
            ("<array>\n<key>a</key></array>", "<key> stands inside an <array>", 5),
            ("<key>a</key>", "<key> stands outside a <dict>", 4),
            ("<dict><key/><true/></dict>", "<key/> holds no key", 4),
            ("<dict/>\n<dict/>", "<plist> holds a second value", 5),
            ("<plist>", "<plist> stands inside another one", 4),
            ("", "<plist> holds no value", 5),
            ("<dict/>\n</plist>\n<plist>", "the file holds a second <plist>", 6),
            ("<dict/>\n</plist>\n<dict/>", "there is something after </plist>", 6),
            ("<dict>\nstray</dict>", "text stands here that belongs to no value", 5),
            ("<array>\n<true>x</true></array>", "<true>, opened on line 5, can't hold text", 5),
            ("<bool/>", "the tag <bool> is unknown", 4),
            ("<\0dict/>", "is unknown", 4),
            ("<dict><key>a</key><true/></dict>\n<dict><key>a<b/></key></dict>", "holds a second value", 5),
            ("<array><dict><key>a</key><true/></dict>\n<dict><key>a<b/></key></dict></array>", "holds another tag", 5),
            (
                "<array><dict><key>a</key><true/></dict>\n<dict><key>a</b></key></dict></array>",
                "the tag <b> is unknown", 5
            ),
            (
                "<array><dict><key>a</key><true/></dict>\n<dict><key>a</key><true/><key>a</key><true/></dict></array>",
                "the key is already used on line 5", 5
            ),
            ("<Dict/>", "Did you mean <dict>?", 4),
            ("<verylongunknowntagname/>", "the tag <verylongunknowntagname> is unknown", 4),
            ("< dict/>", "a `<` stands alone", 4),
            ("<dict id='1'/>", "the tag <dict> isn't well formed", 4),
            ("<string>a<b></string>", "holds another tag", 4),
            ("<string>a<dict/></string>", "<string>, opened on line 4, holds another tag", 4),
            ("<string>a<!-- b --></string>", "a comment stands inside <string>", 4),
            ("<![CDATA[a]]>", "a CDATA section doesn't belong here", 4),
            ("<?php ?>", "this processing instruction isn't supported", 4),
            ("<!ENTITY a 'b'>", "entities can't be declared", 4),
            ("<!-- open", "the comment isn't closed", 4),
            ("<string><![CDATA[open</string>", "the CDATA section isn't closed", 4),
            // Text.
            ("<string>&unknown;</string>", "the `&` begins no entity that is known", 4),
            ("<string>a & b</string>", "the character `&` stands alone", 4),
            ("<string>&#xD800;</string>", "the `&` begins no entity that is known", 4),
            ("<string>&#0;</string>", "U+0000 isn't allowed", 4),
            ("<string>&#+65;</string>", "no entity that is known", 4),
            ("<string>\u{1}</string>", "U+0001 isn't allowed", 4),
            ("<string>$null</string>", "`$null`", 4),
            ("<dict><key>$nullable</key><true/></dict>", "`$null`", 4),
            ("<dict><key>CF$UID</key><integer>1</integer></dict>", "archived object", 4),
            // Scalars.
            ("<integer>9223372036854775808</integer>", "doesn't fit in 64 bits", 4),
            ("<integer>-9223372036854775809</integer>", "doesn't fit in 64 bits", 4),
            ("<integer>0x8000000000000000</integer>", "doesn't fit in 64 bits", 4),
            ("<integer>1.0</integer>", "isn't an integer", 4),
            ("<integer> 1</integer>", "isn't an integer", 4),
            ("<integer></integer>", "isn't an integer", 4),
            ("<integer>-</integer>", "isn't an integer", 4),
            ("<integer>0x</integer>", "isn't an integer", 4),
            ("<integer/>", "<integer/> holds no value", 4),
            ("<real>nan</real>", "isn't a finite real number", 4),
            ("<real>+infinity</real>", "isn't a finite real number", 4),
            ("<real>0x1p3</real>", "isn't a finite real number", 4),
            ("<real>1,5</real>", "isn't a finite real number", 4),
            ("<real>.</real>", "isn't a finite real number", 4),
            ("<real>1e</real>", "isn't a finite real number", 4),
            ("<real>1e999</real>", "isn't a finite number", 4),
            ("<date>2001-02-29T00:00:00Z</date>", "isn't a date", 4),
            ("<date>2001-13-01T00:00:00Z</date>", "isn't a date", 4),
            ("<date>2001-01-01T24:00:00Z</date>", "isn't a date", 4),
            ("<date>2001-01-01</date>", "isn't a date", 4),
            ("<date>2001-01-01T00:00:00+01:00</date>", "isn't a date", 4),
            ("<data>QQ</data>", "isn't Base64", 4),
            ("<data>QQ= =</data>", "isn't Base64", 4),
            ("<data>Q===</data>", "isn't Base64", 4),
            ("<data>QQ==QQ==</data>", "isn't Base64", 4),
            ("<data>Q*==</data>", "isn't Base64", 4),
            ("<data/>", "Write <data></data>", 4),
        ] as [(String, String, Int)]
    )
    func contentIsRefused(content: String, message: String, line: Int) {
        expectProblem(xml(content), message, line: line)
    }

    @Test(
        arguments: [
            ("", "the file is empty", nil),
            (" \n\t", "only white space", nil),
            ("{ a = b; }", "neither an XML nor a binary property list", nil),
            ("bplist15xxxxxxxx", #"version "15""#, nil),
            ("<plist", "the file ends inside a tag", 1),
            ("<pli", "the file ends inside a tag", 1),
            ("<?xml version='1.0'", "the XML declaration isn't closed", 1),
            ("<?xml version='1.0'?>\n", "the file ends before <plist>", 2),
            ("<?xml version='1.0'?>\n<dict/>", "<dict> stands alone", 2),
            ("<plist/>", "<plist/> holds no value", 1),
            ("<!-- -->\n<?xml version='1.0'?><plist/>", "processing instruction", 2),
            ("<?xml version='1.0' encoding='ISO-8859-1'?>\n<plist/>", #"encoded in "ISO-8859-1""#, 1),
            ("<?xml version='1.0' encoding = \"utf-16\"?>\n<plist/>", #"encoded in "utf-16""#, 1),
            ("<?xml version='1.0' xencoding='UTF-8' encoding='UTF-16'?>\n<plist/>", #"encoded in "UTF-16""#, 1),
            (
                "<?xml \(String(repeating: " ", count: 2_000))encoding=\"UTF-16\"?>\n<plist/>",
                "declaration is too long", 1
            ),
            ("<!DOCTYPE note>\n<plist/>", "isn't that of a property list", 1),
            ("<!DOCTYPE plist>\n<!DOCTYPE plist>", "<!DOCTYPE> doesn't belong here", 2),
            ("<!DOCTYPE plist [\n<!ENTITY a 'aa'>\n]>", "declares entities", 1),
            ("<!DOCTYPE plist SYSTEM 'x'", "isn't that of a property list", 1),
            ("<plist>\n<dict>\n<key>a", "the file ends inside <key>, opened on line 3", 3),
            ("<plist>\n<dict>\n<key>a</key>\n", "the file ends inside <dict>, opened on line 2", 4),
            ("<plist>\n", "the file ends inside <plist>, opened on line 1", 2),
        ] as [(String, String, Int?)]
    )
    func fileIsRefused(text: String, message: String, line: Int?) {
        expectProblem(Array(text.utf8), message, line: line)
    }

    @Test(
        arguments: [
            ([0xFE, 0xFF, 0x00, 0x3C], "UTF-16"), ([0xFF, 0xFE, 0x3C, 0x00], "UTF-16"), ([0x00, 0x3C], "UTF-16"),
            ([0x3C, 0x00, 0x3F, 0x00], "UTF-16"), ([0xFF, 0xFE, 0x00, 0x00], "UTF-32"),
            ([0x00, 0x00, 0xFE, 0xFF], "UTF-32"), ([0x4C, 0x6F, 0xA7, 0x94], "EBCDIC"),
        ] as [([UInt8], String)]
    )
    func otherEncodingsAreNamed(bytes: [UInt8], name: String) {
        expectProblem(bytes, "encoded in \(name). Save the file as UTF-8", line: 1)
    }

    @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func invalidUTF8IsRefusedWithItsLine(sequence: [UInt8]) {
        expectProblem(
            Array("<plist>\n<string>".utf8) + sequence + Array("</string></plist>".utf8),
            "isn't valid UTF-8",
            line: 2
        )
    }

    @Test func allDuplicateKeysAreReportedWithBothLines() {
        let found = problems(
            xml(
                """
                <dict>
                <key>a</key><integer>1</integer>
                <key>list</key><array><true/><dict>
                <key>b.c</key><true/>
                <key>a</key><dict><key>a</key><true/></dict>
                <key>b.c</key><true/>
                </dict></array>
                <key>&#97;</key><integer>2</integer>
                </dict>
                """
            )
        )
        #expect(
            found == [
                #"line 9, list[1]["b.c"]: the key is already used on line 7. Remove or rename one of the two."#,
                "line 11, a: the key is already used on line 5. Remove or rename one of the two.",
            ]
        )
    }

    @Test func manyDuplicatesAreCounted() throws {
        let found = problems(xml("<dict>" + String(repeating: "<key>a</key><true/>", count: 1000) + "</dict>"))
        #expect(found.count == PropertyListLimits.problemCount + 1)
        #expect(found.last == "899 more keys are used twice or spelt in two ways. Correct them as well.")
    }

    @Test func manyOtherSpellingsAreCounted() throws {
        let other = String(repeating: "<dict><key>cafe\u{301}</key><true/></dict>", count: 150)
        let found = problems(xml("<array><dict><key>caf\u{E9}</key><true/></dict>\(other)</array>"))
        #expect(found.count == PropertyListLimits.problemCount + 1)
        #expect(found.last == "50 more keys are used twice or spelt in two ways. Correct them as well.")
    }

    @Test func faultNamesItsKeyPath() throws {
        let bytes = xml("<dict><key>a</key><array><true/><dict><key>b</key><integer>x</integer></dict></array></dict>")
        let error = #expect(throws: PropertyListError.self) { _ = try PropertyListDocument.read(bytes) }
        #expect(error?.problems.first?.keyPath?.description == "a[1].b")
    }

    @Test(arguments: [65, 10_000])
    func deepNestingIsRefused(depth: Int) {
        let arrays = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
        expectProblem(xml(arrays), "nested more than 64 levels deep", line: 4)
        expectProblem(xml(String(repeating: "<dict><key>a</key>", count: depth)), "nested more than 64", line: 4)
    }

    @Test func longKeyIsRefused() {
        let key = String(repeating: "a", count: PropertyListLimits.keyByteCount + 1)
        expectProblem(xml("<dict><key>\(key)</key><true/></dict>"), "longer than 256 bytes", line: 4)
    }

    @Test func tooManyValuesAreRefused() throws {
        var builder = PropertyListBuilder()
        try builder.begin(.array, offset: 0)
        for _ in 1..<PropertyListLimits.valueCount { try builder.add(.boolean(true), offset: 0) }
        let fault = #expect(throws: PropertyListFault.self) { try builder.add(.boolean(true), offset: 0) }
        #expect(fault?.message == "the file holds more than 1000000 values")
    }

    @Test func everyTruncationIsRefused() throws {
        let whole = xml(
            "<dict><key>a&amp;</key><array><integer>1</integer><string>b<![CDATA[c]]></string></array></dict>"
        )
        _ = try PropertyListDocument.read(whole)
        for count in 0..<(whole.count) {
            #expect(throws: PropertyListError.self) { _ = try PropertyListDocument.read(Array(whole.prefix(count))) }
        }
    }

    // C43
    @Test(arguments: ["<<<<<<< HEAD", "=======", ">>>>>>> topic", "||||||| 1a2b3c"])
    func mergesThatWereNotFinishedAreCalledThat(marker: String) {
        expectProblem(xml("<array>\n\(marker)\n</array>"), "a merge was not finished here: \"\(marker)\"", line: 5)
    }

    // C43
    @Test(arguments: [
        "<!DOCTYPE html>", "<!doctype html>", "<html>", "<HTML lang=\"en\">", "<!DOCTYPE HTML PUBLIC \"x\">",
    ])
    func webPagesAreCalledThat(start: String) {
        expectProblem(Array("\(start)\n<body></body>".utf8), "the file is a web page", line: 1)
    }
}
