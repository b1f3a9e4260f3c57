// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension XMLPropertyListParser {
    /// Reads what comes before the content, including the tag `<plist>`.
    mutating func readProlog() throws(PropertyListFault) -> Tag {
        var canBeDeclaration = true
        var hasDocumentType = false
        while try skipToMarkup() {
            if isAt("<!--") {
                try skipComment(4, to: "-->")
            } else if isAt("<?xml"), canBeDeclaration {
                try readDeclaration()
            } else if isAt("<!doctype") {
                throw webPage()
            } else if isAt("<!DOCTYPE"), !hasDocumentType {
                try readDocumentType()
                hasDocumentType = true
            } else if isAt("<!") || isAt("<?") {
                throw misplacedMarkup()
            } else {
                let offset = position
                let tag = try readOpeningTag()
                if tag.element == .plist, !tag.isEmpty { return tag }
                throw fault(
                    tag.element == .plist ? "<plist/> holds no value" : "<\(tag.element.rawValue)> stands alone",
                    remedy: "Put one <dict> or <array> between <plist version=\"1.0\"> and </plist>",
                    at: offset
                )
            }
            canBeDeclaration = false
        }
        throw fault("the file ends before <plist>", remedy: "The file seems cut off; restore it")
    }

    /// Reads `<?xml version="1.0" encoding="UTF-8"?>`.
    private mutating func readDeclaration() throws(PropertyListFault) {
        let start = position
        guard skip(past: "?>") else {
            throw fault("the XML declaration isn't closed", remedy: "End it with `?>`", at: start)
        }
        guard position - start <= Self.declarationByteCount else {
            let remedy = "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`"
            throw fault("the XML declaration is too long", remedy: remedy, at: start)
        }
        let encodings = Self.declaredEncodings(in: bytes[start..<position])
        guard let encoding = encodings.first(where: { $0.lowercased() != "utf-8" }) else { return }
        let text = "the file is declared to be encoded in \(encoding.quoted(limit: 40))"
        throw fault(text, remedy: "Save the file as UTF-8 and declare that, or nothing", at: start)
    }

    /// The bytes in a declaration, of which any writer needs some sixty.
    private static let declarationByteCount = 1024

    /// Returns what follows each `encoding`, between quotes or up to the end; also one inside another word, because
    /// other readers may take it for one.
    private static func declaredEncodings(in declaration: ArraySlice<UInt8>) -> [String] {
        let word = "encoding".utf8
        return declaration.indices.filter { declaration[$0...].starts(with: word) }.map { start in
            let rest = declaration[start...].dropFirst(word.count).drop { $0.isXMLSpace || $0 == UInt8(ascii: "=") }
            let quote = rest.first.flatMap { [UInt8(ascii: "\""), UInt8(ascii: "'")].contains($0) ? $0 : nil }
            let value = rest.dropFirst(quote == nil ? 0 : 1).prefix { byte in
                quote.map { byte != $0 } ?? (!byte.isXMLSpace && byte != UInt8(ascii: "?"))
            }
            return String(decoding: value, as: UTF8.self)
        }
    }

    /// Reads `<!DOCTYPE plist PUBLIC "…" "…">`; nothing is ever fetched.
    private mutating func readDocumentType() throws(PropertyListFault) {
        let start = position
        position += 9
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            if bytes[position] == UInt8(ascii: "[") || bytes[position] == UInt8(ascii: "<") {
                let text = "the document type declares entities or other markup of its own"
                throw fault(text, remedy: "Remove the part between `[` and `]`")
            }
            position += 1
        }
        let words = bytes[(start + 9)..<position].split(whereSeparator: \.isXMLSpace)
        guard position < bytes.count, words.first?.elementsEqual("plist".utf8) == true else {
            position = start
            if let word = words.first, String(decoding: word, as: UTF8.self).lowercased() == "html" { throw webPage() }
            throw fault("the document type isn't that of a property list", remedy: "Write `<!DOCTYPE plist>`")
        }
        position += 1
    }

    func misplacedMarkup() -> PropertyListFault {
        if isAt("<!DOCTYPE") {
            return fault("<!DOCTYPE> doesn't belong here", remedy: "Keep one, before <plist>")
        }
        if isAt("<![CDATA[") {
            return fault("a CDATA section doesn't belong here", remedy: "Put it into a <string>")
        }
        if isAt("<!") {
            return fault("this declaration isn't supported", remedy: "Remove it; entities can't be declared")
        }
        return fault("this processing instruction isn't supported", remedy: "Keep only `<?xml …?>`, at the start")
    }
}
