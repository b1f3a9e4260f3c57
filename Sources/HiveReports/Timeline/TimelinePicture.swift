// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// The parts of a picture of a timeline, in pixels.
struct TimelinePicture {
    private static let labelWidth = 220
    private static let barWidth = 760
    private static let rowHeight = 20
    private static let top = 44

    private let height: Int
    private var elements: [String] = []

    init(rowCount: Int) {
        height = Self.top + rowCount * Self.rowHeight + 44
    }

    mutating func title(_ text: String) {
        elements.append("<title>\(text.markupText)</title>")
        elements.append(#"<text x="8" y="20" class="head">\#(text.markupText)</text>"#)
    }

    mutating func note(_ text: String) {
        elements.append(#"<text x="8" y="36">\#(text.markupText)</text>"#)
    }

    mutating func label(_ module: String, row: Int) {
        let limit = 30
        let isLong = module.unicodeScalars.count > limit
        let shown = isLong ? String(String.UnicodeScalarView(module.unicodeScalars.prefix(limit))) + "…" : module
        let y = Self.top + row * Self.rowHeight + 14
        elements.append(#"<text x="8" y="\#(y)">\#(shown.markupText)<title>\#(module.markupText)</title></text>"#)
    }

    mutating func bar(_ entry: Timeline.Entry, row: Int, from begin: Double, to end: Double, isCritical: Bool) {
        let x = Self.x(begin)
        // So that what took no time is seen all the same.
        let width = max(150, Self.x(end) - x)
        let y = Self.top + row * Self.rowHeight + 3
        let classes = [entry.phase.description, isCritical ? "critical" : "", entry.result.rawValue]
        let tip = """
            \(entry.name): began \(entry.began.brief), took \(entry.duration.brief), \(entry.result.rawValue)\
            \(isCritical ? ", on the critical path" : "")
            """
        elements.append(
            """
            <rect x="\(x.hundredths)" y="\(y)" width="\(width.hundredths)" height="\(Self.rowHeight - 6)" \
            class="\(classes.filter { !$0.isEmpty }.joined(separator: " "))"><title>\(tip.markupText)</title></rect>
            """
        )
    }

    mutating func cut(at place: Double, _ text: String) {
        let x = Self.x(place).hundredths
        elements.append(
            """
            <line x1="\(x)" x2="\(x)" y1="\(Self.top)" y2="\(height - 40)" class="cut">\
            <title>\(text.markupText)</title></line>
            """
        )
    }

    mutating func axis(_ length: String) {
        let (left, right, y) = (Self.labelWidth, Self.labelWidth + Self.barWidth, height - 40)
        elements.append(#"<line x1="\#(left)" x2="\#(right)" y1="\#(y)" y2="\#(y)" class="axis"/>"#)
        elements.append(#"<text x="\#(left)" y="\#(y + 14)">0</text>"#)
        elements.append(#"<text x="\#(right)" y="\#(y + 14)" class="end">\#(length.markupText)</text>"#)
        var x = left
        for phase in Phase.allCases where phase.occasion != .reload {
            elements.append(#"<rect x="\#(x)" y="\#(y + 22)" width="10" height="10" class="\#(phase)"/>"#)
            elements.append(#"<text x="\#(x + 14)" y="\#(y + 31)">\#(phase)</text>"#)
            x += 90
        }
        elements.append(#"<rect x="\#(x)" y="\#(y + 22)" width="10" height="10" class="critical none"/>"#)
        elements.append(#"<text x="\#(x + 14)" y="\#(y + 31)">critical path</text>"#)
    }

    var document: String {
        let width = Self.labelWidth + Self.barWidth + 20
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img">
            <style>
            text { font: 12px sans-serif; fill: #222 } .head { font-weight: bold } .end { text-anchor: end }
            \(Phase.allCases.map { ".\($0) { fill: \($0.colour) }" }.joined(separator: " "))
            .failed, .abandoned { fill: #d9534f } .critical { stroke: #c00; stroke-width: 2 } .none { fill: none }
            .cut { stroke: #888; stroke-dasharray: 4 3 } .axis { stroke: #888 }
            </style>
            <rect width="100%" height="100%" fill="#fff"/>
            \(elements.joined(separator: "\n"))
            </svg>

            """
    }

    /// The column of a place, in hundredths of a pixel.
    private static func x(_ place: Double) -> Int {
        labelWidth * 100 + Int((place * Double(barWidth * 100)).rounded())
    }
}

extension Int {
    /// A hundredth of the number, with two decimals.
    fileprivate var hundredths: String { "\(self / 100).\(self % 100 < 10 ? "0" : "")\(self % 100)" }
}
