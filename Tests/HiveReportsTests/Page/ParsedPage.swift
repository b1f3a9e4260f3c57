// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A page as an XML parser reads it, which forgives less than a browser.
final class ParsedPage: NSObject, XMLParserDelegate {
    let html: String
    private(set) var elements: Set<String> = []
    private(set) var attributes: Set<String> = []
    private(set) var addresses: Set<String> = []
    private(set) var ids: Set<String> = []
    /// What the rows of tables say, cell by cell, without what is below each other.
    private(set) var rows: [String] = []
    private(set) var text = ""
    private var row = ""

    private struct NoPage: Error {}

    init(_ html: String) throws {
        self.html = html
        super.init()
        let parser = XMLParser(data: Data(html.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? NoPage() }
    }

    /// The first row that begins so.
    func row(_ start: String) -> String? { rows.first { $0.hasPrefix(start) } }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes found: [String: String] = [:]
    ) {
        elements.insert(name)
        attributes.formUnion(found.keys)
        for key in ["href", "src", "action", "xlink:href"] { if let value = found[key] { addresses.insert(value) } }
        if let id = found["id"] { ids.insert(id) }
        if name == "tr" { row = "" }
        if name == "td" { row += " | " }
        if name == "br" {
            row += " "
            text += " "
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
        row += string
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if name == "tr" { rows.append(row) }
    }
}
