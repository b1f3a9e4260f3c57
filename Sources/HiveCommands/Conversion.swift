// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList
import HiveReports

/// A configuration's file, written in the other format.
enum Conversion {
    /// Reads a file and writes it in the other format: JSON as XML, a property list as JSON; comments are lost.
    ///
    /// - Throws: ``HiveError`` with everything that is wrong with the file.
    static func text(_ path: String) throws -> String {
        do {
            let root = PropertyListCursor(try PropertyListDocument.read(contentsOf: path))
            return FileName(path).isJSON ? try xmlFile(root) : try json(root, "") + "\n"
        } catch {
            throw HiveError(
                .invalidPropertyList,
                "\(path) cannot be converted.",
                problems: error.problems(.invalidPropertyList, in: path)
            )
        }
    }

    private static func json(_ value: PropertyListCursor, _ indent: String) throws(PropertyListError) -> String {
        let inner = indent + "  "
        var lines: [String] = []
        if let entries = value.entries {
            for (key, entry) in entries {
                lines.append("\(ConfigurationValue.string(key).json): \(try json(entry, inner))")
            }
        } else if let elements = value.elements {
            for element in elements { lines.append(try json(element, inner)) }
        } else {
            switch value.value {
            // As it is read again: a whole number with a point is a real number still.
            case .real(let number): return "\(number)"
            case .date(let seconds): return ConfigurationValue.string(try date(seconds, value)).json
            case let scalar: return scalar.json
            }
        }
        return value.kind == .array ? jsonBlock("[", lines, "]", indent) : jsonBlock("{", lines, "}", indent)
    }

    private static func xmlFile(_ root: PropertyListCursor) throws(PropertyListError) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(try xml(root, ""))
        </plist>

        """
    }

    private static func xml(_ value: PropertyListCursor, _ indent: String) throws(PropertyListError) -> String {
        let inner = indent + "    "
        var lines: [String] = []
        if let entries = value.entries {
            for (key, entry) in entries {
                if key == "CF$UID" { throw reserved("The key CF$UID", value) }
                lines.append("\(inner)<key>\(try text(key, value))</key>")
                lines.append(try xml(entry, inner))
            }
        } else if let elements = value.elements {
            for element in elements { lines.append(try xml(element, inner)) }
        } else {
            let content =
                switch value.value {
                case .string(let text): "<string>\(try Self.text(text, value))</string>"
                case .integer(let number): "<integer>\(number)</integer>"
                case .real(let number): "<real>\(number)</real>"
                case .boolean(let flag): flag ? "<true/>" : "<false/>"
                // JSON has no other scalar.
                case .date, .data, .array, .dictionary: ""
                }
            return indent + content
        }
        let tag = value.kind == .array ? "array" : "dict"
        if lines.isEmpty { return "\(indent)<\(tag)/>" }
        return "\(indent)<\(tag)>\n\(lines.joined(separator: "\n"))\n\(indent)</\(tag)>"
    }

    private static func date(_ seconds: Double, _ value: PropertyListCursor) throws(PropertyListError) -> String {
        if let text = dateText(secondsSinceReferenceDate: seconds) { return text }
        let text = "the date has parts of a second, which no text of a configuration has"
        throw PropertyListError(text, remedy: "Round it to a second", keyPath: value.path)
    }

    /// What a property list could hold, and its readers take for a part of an archive.
    private static func reserved(_ thing: String, _ value: PropertyListCursor) -> PropertyListError {
        let text = "\(thing) is reserved for archives in a property list"
        return PropertyListError(text, remedy: "Choose another one, or keep the file in JSON", keyPath: value.path)
    }

    /// The text inside an element; what a terminal would not show as it is stands as a reference.
    private static func text(_ text: String, _ value: PropertyListCursor) throws(PropertyListError) -> String {
        if text.begins(with: "$null") { throw reserved("A text that begins with $null", value) }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 && scalar != "\r" || 0xFFFE...0xFFFF ~= scalar.value:
                let text = "a text has the character U+\(String(scalar.value, radix: 16)), which XML cannot hold"
                throw PropertyListError(text, remedy: "Leave it out, or keep the file in JSON", keyPath: value.path)
            case _ where !scalar.isPrintable: result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
