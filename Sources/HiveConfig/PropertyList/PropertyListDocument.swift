// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A property list, XML or binary, that was checked before it was decoded.
///
/// The file may come from anyone: it is scanned first, for everything that would make the toolchain's decoder crash,
/// hang or silently drop a value, and decoded afterwards.
package struct PropertyListDocument: Sendable {
    /// The whole content.
    package var root: ConfigurationValue { hiddenRoot.value }
    /// Out of the sight of `dump` and mirrors, because it may hold secrets.
    private let hiddenRoot: Secret<ConfigurationValue>
    let shape: PropertyListShape
    let lines: PropertyListLines?

    private init(root: ConfigurationValue, shape: PropertyListShape, lines: PropertyListLines?) {
        hiddenRoot = Secret(root)
        self.shape = shape
        self.lines = lines
    }

    /// Returns the line of a value in an XML file.
    ///
    /// - Parameter path: The value's path; if it doesn't exist, the innermost existing value around it counts.
    /// - Returns: The line on which the value begins, counted from 1, or `nil` for a binary file.
    /// - Complexity: O(*n*) in the number of siblings along the path.
    package func line(of path: ConfigurationKeyPath) -> Int? {
        lines?.line(at: Int(shape.nodes[shape.index(nearest: path)].offset))
    }

    /// Reads a property list from memory.
    ///
    /// - Parameter bytes: The content of an XML or binary property list file, at most 16 MiB.
    /// - Returns: The checked document.
    /// - Throws: `PropertyListError` with the first fault, or with all duplicate keys.
    /// - Complexity: O(*n*), in time and in memory.
    package static func read(_ bytes: [UInt8]) throws -> PropertyListDocument {
        guard bytes.count <= PropertyListLimits.byteCount else {
            throw PropertyListError(
                "the file is larger than \(PropertyListLimits.byteCount / 1024 / 1024) MiB",
                remedy: "Make sure that this is the right file; a configuration is far smaller"
            )
        }
        switch try PropertyListFormat(detectedIn: bytes) {
        case .binary:
            let shape = try BinaryPropertyListScanner.scan(bytes)
            return PropertyListDocument(root: try decode(bytes, shape, nil), shape: shape, lines: nil)
        case .xml(let start):
            let lines = PropertyListLines(in: bytes)
            let shape = try XMLPropertyListScanner.scan(bytes, from: start, lines: lines)
            let text = start == 0 ? bytes : Array(bytes[start...])
            return PropertyListDocument(root: try decode(text, shape, lines), shape: shape, lines: lines)
        }
    }

    private static func decode(
        _ bytes: [UInt8],
        _ shape: PropertyListShape,
        _ lines: PropertyListLines?
    ) throws -> ConfigurationValue {
        func error(at index: Int, _ message: String) -> PropertyListError {
            PropertyListError(
                message,
                remedy: "Correct the value",
                keyPath: shape.path(of: index),
                line: lines?.line(at: Int(shape.nodes[index].offset))
            )
        }
        do {
            let root = DecodedPropertyList.Place(shape: shape, index: 0)
            return try PropertyListDecoder()
                .decode(DecodedPropertyList.self, from: Data(bytes), configuration: root).value
        } catch let unreadable as DecodedPropertyList.UnreadableValue {
            throw error(at: unreadable.index, unreadable.message)
        } catch let DecodingError.dataCorrupted(context), let DecodingError.typeMismatch(_, context),
            let DecodingError.keyNotFound(_, context), let DecodingError.valueNotFound(_, context)
        {
            let path = ConfigurationKeyPath(codingPath: context.codingPath)
            let reason = context.debugDescription.onOneLine
            throw error(at: shape.index(nearest: path), "the value can't be read: \(reason)")
        } catch let other {
            throw error(at: 0, "the file can't be read: \("\(other)".onOneLine)")
        }
    }
}
