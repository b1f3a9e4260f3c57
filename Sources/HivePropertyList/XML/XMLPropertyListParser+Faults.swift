// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension XMLPropertyListParser {
    /// Says that the file was left with both sides of a merge, and shows the line that does.
    func shownMergeConflict() -> PropertyListFault {
        let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.prefix(160)
        return mergeConflict(": \(String(decoding: line, as: UTF8.self).quoted(limit: 40))")
    }

    /// Says that the file is a web page, most often one of an error or of a log-in.
    func webPage() -> PropertyListFault {
        fault(
            "the file is a web page (HTML), not a property list",
            remedy: "Get the file itself; where it was downloaded, the server may have answered with a page"
        )
    }

    /// Checks that an element may stand where it does.
    func checkPlace(of tag: Tag) throws(PropertyListFault) {
        func misplaced(_ message: String, _ remedy: String) -> PropertyListFault {
            fault(message, remedy: remedy, at: tag.offset)
        }
        if tag.element == .plist { throw misplaced("<plist> stands inside another one", "Keep the outer one") }
        guard let container = builder.open.last else {
            if tag.element == .key { throw misplaced("<key> stands outside a <dict>", "Put a <dict> around it") }
            if !builder.isEmpty {
                throw misplaced("<plist> holds a second value", "Put both into one <array> or <dict>")
            }
            return
        }
        let isDictionary = container.kind == .dictionary
        switch (tag.element == .key, isDictionary, builder.needsKey) {
        case (true, false, _): throw misplaced("<key> stands inside an <array>", "Put a <dict> around it")
        case (true, true, false): throw keyWithoutValue()
        case (false, true, true):
            throw misplaced("<\(tag.element.rawValue)> stands where a <key> belongs", "Write a <key> before each value")
        default: return
        }
    }

    /// Checks that a container or `<plist>` may end where it does.
    func checkEnd(of element: XMLPropertyListElement, at offset: Int) throws(PropertyListFault) {
        if element == .plist, builder.isEmpty {
            throw fault("<plist> holds no value", remedy: "Put one <dict> or <array> into it", at: offset)
        }
        if element == .dict, !builder.needsKey { throw keyWithoutValue() }
    }

    private func keyWithoutValue() -> PropertyListFault {
        let remedy = "Write a value after it, or remove the key"
        return fault("the key has no value", remedy: remedy, at: builder.open.last?.pendingKeyOffset)
    }

    /// Says why an element's closing tag isn't there.
    func unexpectedContent(of element: XMLPropertyListElement, openedAt: Int) -> PropertyListFault {
        let name = element.rawValue
        let opened = "<\(name)>, opened on line \(lines.line(at: openedAt))"
        guard position < bytes.count else {
            return fault("the file ends inside \(opened)", remedy: "Close it with </\(name)>; the file seems cut off")
        }
        if !isAt("<") { return fault("\(opened), can't hold text", remedy: "Write <\(name)/>") }
        if isAt("<!--") {
            return fault("a comment stands inside <\(name)>", remedy: "Move it out, in front of <\(name)>")
        }
        let remedy = "Close it with </\(name)> first; in text write `&lt;` for `<`"
        return fault("\(opened), holds another tag", remedy: remedy)
    }
}
