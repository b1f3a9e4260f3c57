// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Lines from any source of bytes, in bounded memory, whatever the source sends.
package struct LineReader {
    /// A line, or the reason why it cannot be read as one.
    package enum Content: Hashable, Sendable {
        /// The text, without its end.
        case text(String)
        /// More bytes than a line may have.
        case tooLong
        /// Bytes that are not UTF-8.
        case notUTF8
    }

    /// The longest line, in bytes.
    package static let limit = 65_536

    /// The number of the last line that was returned, counted from 1.
    package private(set) var number = 0

    private let limit: Int
    private let read: () async throws -> [UInt8]
    private var chunk: ArraySlice<UInt8> = []
    private var isAtEnd = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - limit: The longest line, in bytes.
    ///   - read: Returns the next bytes, or none at the end.
    package init(limit: Int = Self.limit, read: @escaping () async throws -> [UInt8]) {
        self.limit = limit
        self.read = read
    }

    /// Returns the next line, or nil after the last one.
    ///
    /// - Throws: What the source throws.
    package mutating func next() async throws -> Content? {
        var line: [UInt8] = []
        var isTooLong = false
        var isEmpty = true
        func add(_ bytes: ArraySlice<UInt8>) {
            isTooLong = isTooLong || line.count + bytes.count > limit
            if isTooLong { line = [] } else { line += bytes }
        }
        while true {
            if let end = chunk.firstIndex(of: UInt8(ascii: "\n")) {
                add(chunk[..<end])
                chunk = chunk[(end + 1)...]
                break
            }
            isEmpty = isEmpty && chunk.isEmpty
            add(chunk)
            if !isAtEnd { chunk = try await read()[...] } else { chunk = [] }
            if chunk.isEmpty {
                isAtEnd = true
                if isEmpty { return nil }
                break
            }
        }
        number += 1
        if isTooLong { return .tooLong }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(validating: line, as: UTF8.self).map(Content.text) ?? .notUTF8
    }
}
