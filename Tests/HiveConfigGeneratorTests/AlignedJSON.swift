// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import HivePropertyList

/// A property list as JSON in which each key and each value is on the line on which it was.
///
/// It has a comment, and commas after the last entries, as people write settings.
struct AlignedJSON {
    private let document: PropertyListDocument
    private(set) var text = "/* As a property list: */ "
    private var line = 1

    init(_ document: PropertyListDocument) {
        self.document = document
        write(0)
    }

    private mutating func write(_ index: Int) {
        let node = document.nodes[index]
        goDown(to: node.offset)
        switch node.kind {
        case .dictionary:
            text += "{"
            for child in document.children(of: index) {
                let inner = document.nodes[child]
                goDown(to: inner.keyOffset)
                text += "\(document.keys[Int(inner.key)].inJSON): "
                write(child)
                text += ", "
            }
            text += "}"
        case .array:
            text += "["
            for child in document.children(of: index) {
                write(child)
                text += ", "
            }
            text += "]"
        default: text += document.value(of: index).inJSON
        }
    }

    /// Adds line breaks up to the line of a place in the property list; a binary one has none.
    private mutating func goDown(to offset: UInt32) {
        guard let target = document.lines?.line(at: Int(offset)), target > line else { return }
        text += String(repeating: "\n", count: target - line)
        line = target
    }
}

extension ConfigurationValue {
    /// A value other than a container; dates are not among the mistakes.
    fileprivate var inJSON: String {
        switch self {
        case .string(let text): text.inJSON
        case .data(let bytes): Base64.encode(bytes).inJSON
        default: description
        }
    }
}

extension String {
    fileprivate var inJSON: String {
        let scalars = unicodeScalars.map { scalar in
            guard scalar.value < 0x20 || scalar == "\"" || scalar == "\\" else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(scalars.joined())\""
    }
}
