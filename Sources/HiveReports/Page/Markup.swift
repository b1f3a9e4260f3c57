// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// A piece of HTML.
///
/// What stands in a literal is HTML as it is; every text that is put into one is escaped, so that no name can be
/// anything but text. A text becomes HTML in no other way.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    private(set) var html: String

    fileprivate init(html: String) { self.html = html }

    init(stringLiteral value: String) { html = value }

    init(stringInterpolation: Interpolation) { html = stringInterpolation.html }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        init(literalCapacity: Int, interpolationCount: Int) { html.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { html += literal }

        mutating func appendInterpolation(_ text: String) { html += text.markupText }

        mutating func appendInterpolation(_ number: Int) { html += "\(number)" }

        mutating func appendInterpolation(_ markup: Markup) { html += markup.html }

        /// A piece that may not be there.
        mutating func appendInterpolation(_ markup: Markup?) { if let markup { html += markup.html } }
    }

    static func += (left: inout Markup, right: Markup) { left.html += right.html }
}

extension Sequence<Markup> {
    /// The pieces one after the other.
    func joined(_ separator: Markup = "") -> Markup {
        Markup(html: map(\.html).joined(separator: separator.html))
    }
}

extension Markup {
    /// A name that somebody has chosen: cut where it is long, and kept from reordering what stands beside it.
    static func name(_ text: String) -> Markup {
        "<bdi>\(breakable(text.isEmpty ? "(no name)" : text.cut(to: 120)))</bdi>"
    }

    /// A text that somebody has written, such as a reason: it may be longer than a name.
    static func text(_ text: String) -> Markup { "<bdi>\(text.cut(to: 500))</bdi>" }

    /// Code, such as a value or a place.
    static func code(_ text: String) -> Markup { "<code><bdi>\(breakable(text.cut(to: 400)))</bdi></code>" }

    /// A place such as a file and a line: broken behind the parts of its path, and only where the window is narrow
    /// within a name.
    static func place(_ origin: Origin) -> Markup {
        let text = breakable(origin.description.cut(to: 400), inNames: #"<wbr class="narrow"/>"#)
        return "<code><bdi>\(text)</bdi></code>"
    }

    /// A text that may be broken behind the parts of a path, and between the words of an identifier.
    private static func breakable(_ text: String, inNames: Markup = "<wbr/>") -> Markup {
        var result: Markup = ""
        var piece = ""
        for scalar in text.unicodeScalars {
            let last = piece.unicodeScalars.last
            let isHump = ("A"..."Z").contains(scalar) && last.map { ("a"..."z").contains($0) } ?? false
            if isHump || last == "." || last == "/" {
                result += "\(piece)\(last == "/" ? "<wbr/>" : inNames)"
                piece = ""
            }
            piece.unicodeScalars.append(scalar)
        }
        return "\(result)\(piece)"
    }

    /// A word in the colour of what it means.
    static func badge(_ text: String, _ tone: Tone) -> Markup {
        "<span class=\"badge \(tone.rawValue)\">\(text)</span>"
    }

    /// What a word on the page means; the colour adds to the word and never stands for it.
    enum Tone: String {
        case good, doubtful, bad, idle
    }

    /// The piece with a note below it in small print, where there is one.
    func noting(_ note: Markup?) -> Markup { note.map { "\(self)<br/><small>\($0)</small>" } ?? self }

    /// A row of a table: what it is about, and what the further columns say of it.
    static func row(_ subject: Markup, _ cells: [Markup], id: String? = nil) -> Markup {
        let cells = cells.map { cell -> Markup in "<td>\(cell)</td>" }
        return """
            <tr\(id.map { #" id="\#($0)""# })><th scope="row">\(subject)</th>\(cells.joined())</tr>

            """
    }

    /// A table of rows.
    static func table(_ caption: Markup, _ heads: [(name: Markup, width: Int)], _ rows: [Markup]) -> Markup {
        table(caption, heads, bodies: "<tbody>\n\(rows.joined())</tbody>")
    }

    /// A table with a caption and heads of columns, each with its width in percent.
    static func table(_ caption: Markup, _ heads: [(name: Markup, width: Int)], bodies: Markup) -> Markup {
        let columns = heads.map { head -> Markup in #"<col class="w\#(head.width)"/>"# }.joined()
        let names = heads.map { head -> Markup in #"<th scope="col">\#(head.name)</th>"# }.joined()
        return """
            <table><caption>\(caption)</caption><colgroup>\(columns)</colgroup>
            <thead><tr>\(names)</tr></thead>
            \(bodies)</table>

            """
    }

    /// What is opened with a click or a key.
    static func details(_ summary: Markup, _ content: Markup) -> Markup {
        """
        <details><summary>\(summary)</summary>
        \(content)</details>

        """
    }
}
