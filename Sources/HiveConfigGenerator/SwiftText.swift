// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveBase

// How texts that come from anyone become part of Swift source. Nothing here trusts what it is given.

extension String {
    /// The text as a Swift string literal on one line.
    var swiftLiteral: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            // Everything else that is printable ASCII stands for itself, so that no scalar can end or reorder the line.
            case " "..."~": result.unicodeScalars.append(scalar)
            default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return result + "\""
    }

    /// The text between backticks, as a raw identifier; what may not stand in one becomes a question mark.
    ///
    /// Different texts can become the same identifier; where that matters, a number goes before it.
    var rawIdentifier: String {
        let text = String(commentText.map { "`\\".contains($0) ? "?" : $0 })
        // An identifier of spaces or operators only is none, and those that begin with a dollar are the compiler's own.
        let isNone = text.utf8.first == UInt8(ascii: "$") || !text.utf8.contains(where: \.isASCIILetter)
        return isNone ? "`_ \(text)`" : "`\(text)`"
    }

    /// The text with what may not stand between backticks spelt out, so that no two texts become one identifier.
    var distinctIdentifierText: String {
        unicodeScalars.map { scalar in
            let isPlain = (" "..."~").contains(scalar) && !["`", "\\", "{"].contains(scalar)
            return isPlain ? String(scalar) : "{\(String(scalar.value, radix: 16, uppercase: true))}"
        }.joined()
    }

    /// The text on one line, for a line comment: what is no printable ASCII becomes a question mark.
    var commentText: String {
        String(String.UnicodeScalarView(unicodeScalars.map { (" "..."~").contains($0) ? $0 : "?" }))
    }
}

/// A place in a property list, to which the compiler points.
struct SourcePlace: Hashable {
    let path: String
    let line: Int

    /// The place of an entry; in a binary file, which has no lines, the key path belongs to the file's name.
    init(_ origin: Origin) {
        let entry = origin.line == nil ? origin.keyPath.map { " (\($0))".replacing("\"", with: "'") } : nil
        path = origin.file + (entry ?? "")
        line = origin.line ?? 1
    }

    /// Whether a path can stand in a `#sourceLocation`, whose text knows no escapes.
    static func canHold(_ path: String) -> Bool {
        !path.isEmpty
            && path.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: scalar != "\"" && scalar != "\\"
                }
            }
    }

    /// Lines of source for which the compiler reports this place, each of them.
    func located(_ lines: [String]) -> String {
        (lines.flatMap { ["#sourceLocation(file: \"\(path)\", line: \(line))", "    \($0)"] } + ["#sourceLocation()"])
            .joined(separator: "\n")
    }
}
