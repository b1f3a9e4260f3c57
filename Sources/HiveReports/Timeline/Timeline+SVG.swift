// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension Timeline {
    /// The timeline as a picture: a row for each module, a bar for each hook, the critical path of the start outlined.
    ///
    /// A long time in which no hook ran, as between start and stop, is left out and marked with a dashed line. A bar's
    /// tooltip has the hook's name, times and result.
    ///
    /// - Returns: A document of its own, XML in UTF-8; names are escaped, and what XML does not allow is shown as an
    ///   escape.
    /// - Complexity: O(n log n).
    public var svg: String {
        let hooks = hooks(critical: criticalIndices)
        let scale = TimelineScale(hooks)
        let modules = hooks.grouped(by: \.entry.module).map(\.key)
        // In pixels; bars begin behind the names.
        let (left, right, top, rowHeight) = (220, 980, 44, 20)
        let axis = top + modules.count * rowHeight + 4
        var elements: [String] = []
        func text(_ x: Int, _ y: Int, _ content: String, _ style: String = "", title: String? = nil) {
            let tip = title.map { "<title>\($0.markupText)</title>" } ?? ""
            elements.append(#"<text x="\#(x)" y="\#(y)"\#(style)>\#(content.markupText)\#(tip)</text>"#)
        }
        /// The column of a time, in hundredths of a pixel.
        func column(_ time: Duration) -> Int {
            left * 100 + Int((scale.place(of: time) * Double((right - left) * 100)).rounded())
        }

        let path = criticalPath
        let title = path.isEmpty ? "No hook of a start is known" : "Critical path of the start: \(path.summary)"
        elements.append("<title>\(title.markupText)</title>")
        text(8, 20, title, #" class="head""#)
        if dropped > 0 { text(8, 36, "\(dropped) older hooks found no room") }
        for (row, module) in modules.enumerated() {
            text(8, top + row * rowHeight + 14, module.shortened(to: 30), title: module)
        }
        for gap in scale.gaps {
            let x = column(gap.ended).hundredths
            elements.append(
                """
                <line x1="\(x)" x2="\(x)" y1="\(top)" y2="\(axis)" class="cut">\
                <title>no hook ran for \(gap.duration.brief)</title></line>
                """
            )
        }
        for hook in hooks {
            let entry = hook.entry
            let x = column(entry.began)
            // So that what took no time is seen all the same.
            let width = max(150, column(entry.ended) - x)
            let tip = """
                \(entry.name): began \(entry.began.brief), took \(entry.duration.brief), \(entry.result.rawValue)\
                \(hook.isCritical ? ", on the critical path" : "")
                """
            elements.append(
                """
                <rect x="\(x.hundredths)" y="\(top + hook.row * rowHeight + 3)" \
                width="\(width.hundredths)" height="\(rowHeight - 6)" \
                class="\(entry.phase)\(hook.isCritical ? " critical" : "") \(entry.result.rawValue)">\
                <title>\(tip.markupText)</title></rect>
                """
            )
        }
        elements.append(#"<line x1="\#(left)" x2="\#(right)" y1="\#(axis)" y2="\#(axis)" class="axis"/>"#)
        text(left, axis + 14, "0")
        text(right, axis + 14, scale.length.brief, #" class="end""#)
        let phases = Phase.allCases.filter { $0.occasion != .reload }.map { (style: "\($0)", meaning: "\($0)") }
        for (place, key) in (phases + [("critical none", "critical path")]).enumerated() {
            let x = left + place * 90
            elements.append(#"<rect x="\#(x)" y="\#(axis + 22)" width="10" height="10" class="\#(key.style)"/>"#)
            text(x + 14, axis + 31, key.meaning)
        }
        let (width, height) = (right + 20, axis + 40)
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
}

extension Int {
    /// A hundredth of the number, with two decimals.
    fileprivate var hundredths: String { "\(self / 100).\("\(self % 100)".rightAligned(in: 2, behind: "0"))" }
}
