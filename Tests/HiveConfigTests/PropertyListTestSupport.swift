// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig
@testable import HivePropertyList

/// Wraps the content of a `<plist>` the way that Apple's tools do; the content begins on line 4.
func xml(_ content: String) -> [UInt8] {
    Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(content)
        </plist>
        """.utf8
    )
}

/// Expects a file to be refused and returns the problems as text.
func problems(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    let error = #expect(throws: PropertyListError.self, sourceLocation: sourceLocation) {
        _ = try PropertyListDocument.read(bytes)
    }
    return error?.problems.map(\.description) ?? []
}

/// Expects a file to be refused for one reason that contains a text, at a line.
func expectProblem(
    _ bytes: [UInt8],
    _ part: String,
    line: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: PropertyListError.self, sourceLocation: sourceLocation) {
        _ = try PropertyListDocument.read(bytes)
    }
    let message = error?.description ?? ""
    #expect(message.contains(part), sourceLocation: sourceLocation)
    #expect(error?.problems.first?.line == line, "\(message)", sourceLocation: sourceLocation)
    #expect(!message.contains { $0.isNewline }, sourceLocation: sourceLocation)
}

/// Builds a binary property list object by object, however wrong.
struct BinaryFile {
    var objects: [[UInt8]]
    var root = 0
    var referenceSize: UInt8 = 1
    var offsetSize: UInt8 = 4

    /// A dictionary with one-byte references.
    static func dictionary(_ keys: [UInt8], _ values: [UInt8]) -> [UInt8] { [0xD0 | UInt8(keys.count)] + keys + values }

    /// An array with one-byte references.
    static func array(_ elements: [UInt8]) -> [UInt8] { [0xA0 | UInt8(elements.count)] + elements }

    /// An ASCII string of up to 14 characters.
    static func string(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }

    var bytes: [UInt8] {
        var result = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += bigEndian(result.count, Int(offsetSize))
            result += object
        }
        let tableOffset = result.count
        result += table + [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
        return result + bigEndian(objects.count, 8) + bigEndian(root, 8) + bigEndian(tableOffset, 8)
    }

    private func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
