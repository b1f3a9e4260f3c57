// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Hive
import Testing

@testable import HiveReports

#if canImport(FoundationXML)
import FoundationXML
#endif

/// B20: the timeline as a picture, read back by an XML parser.
@Suite(.timeLimit(.minutes(5)))
struct TimelinePictureTests {
    @Test func everyPhaseHasAColourOfItsOwn() {
        #expect(Set(Phase.allCases.map(\.colour)).count == Phase.allCases.count)
    }

    @Test func pictureIsWellFormedWhateverModulesAreCalled() throws {
        for timeline in [Timeline.hostile, .sample, Timeline(entries: [])] {
            let picture = try Picture(timeline.svg)
            #expect(picture.bars.count == timeline.entries.count)
            #expect(picture.rootName == "svg")
        }
        let picture = try Picture(Timeline.hostile.svg)
        let first = try #require(picture.titles.first { $0.contains("quote") })
        #expect(first.contains(#"quote " backslash \ both \""#))
        #expect(picture.titles.contains { $0.contains("<b>&amp;</b> ' ]]>.setUp: began 1.000 ms") })
        #expect(picture.titles.contains { $0.contains(#"\u{1B}[2J\u{0}\u{7F}\u{9B}"#) })
        #expect(picture.text.contains("3 older hooks found no room"))
    }

    @Test func barsLieWhereTheirTimesAre() throws {
        let picture = try Picture(Timeline.sample.svg)
        // 150 ms over 760 pixels, beside 220 of names; the hour in between is cut out.
        let expected = [
            "220.00+50.67 setUp critical succeeded", "270.67+50.66 setUp critical succeeded",
            "321.33+101.34 initialize succeeded", "321.33+304.00 initialize critical succeeded",
            "625.33+1.50 ready critical succeeded", "625.33+101.34 ready critical succeeded",
            "726.67+202.66 tearDown failed", "929.33+50.67 tearDown abandoned",
        ]
        #expect(picture.bars == expected)
        #expect(picture.titles.contains("no hook ran for 3600.000 s"))
        #expect(picture.text.contains("150.000 ms"))
        #expect(picture.text.contains("Critical path of the start: 100.000 ms in 5 hooks"))
        let tip = "Store.initialize: began 20.000 ms, took 60.000 ms, succeeded, on the critical path"
        #expect(picture.titles.contains(tip))
    }

    private struct NoPicture: Error {
        let svg: String
    }

    /// What an XML parser finds in a picture.
    private final class Picture: NSObject, XMLParserDelegate {
        private(set) var rootName: String?
        private(set) var bars: [String] = []
        private(set) var titles: [String] = []
        private(set) var text = ""
        private var content = ""

        init(_ svg: String) throws {
            super.init()
            let parser = XMLParser(data: Data(svg.utf8))
            parser.delegate = self
            guard parser.parse() else { throw parser.parserError ?? NoPicture(svg: svg) }
        }

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String] = [:]
        ) {
            rootName = rootName ?? name
            content = ""
            let classes = attributes["class"] ?? ""
            let isBar = ["succeeded", "failed", "abandoned"].contains { classes.hasSuffix($0) }
            if name == "rect", isBar {
                bars.append("\(attributes["x"] ?? "")+\(attributes["width"] ?? "") \(classes)")
            }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            content += string
            text += string
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            if name == "title" { titles.append(content) }
        }
    }
}
