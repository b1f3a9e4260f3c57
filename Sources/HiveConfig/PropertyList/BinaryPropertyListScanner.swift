// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Checks a binary property list and takes down its outline.
///
/// Objects may be shared. The outline lists a shared one wherever it is referred to, because that is how the content
/// will be read, within limits that keep a small file from standing for a huge tree.
struct BinaryPropertyListScanner {
    let bytes: [UInt8]
    let trailer: BinaryPropertyListTrailer
    var builder = PropertyListShapeBuilder()
    /// The containers around the current object; a reference to one of them is a cycle.
    private var isOpen: [Bool]
    /// The interned keys, by object.
    private var keyIndices: [Int32]
    /// How many bytes strings and data may still take.
    private var remainingBytes: Int

    /// Scans a whole file that begins with `bplist00`.
    ///
    /// - Parameter bytes: The file's content.
    /// - Returns: The outline.
    /// - Throws: `PropertyListError`.
    static func scan(_ bytes: [UInt8]) throws -> PropertyListShape {
        let trailer: BinaryPropertyListTrailer
        do {
            trailer = try BinaryPropertyListTrailer(of: bytes)
        } catch {
            throw PropertyListError(error.message, remedy: error.remedy)
        }
        var scanner = BinaryPropertyListScanner(bytes: bytes, trailer: trailer)
        var fault: PropertyListFault?
        do {
            try scanner.visit(trailer.rootObject)
        } catch {
            fault = error
        }
        if let error = scanner.builder.error(for: fault, lines: nil) { throw error }
        return scanner.builder.finish()
    }

    private init(bytes: [UInt8], trailer: BinaryPropertyListTrailer) {
        self.bytes = bytes
        self.trailer = trailer
        isOpen = Array(repeating: false, count: trailer.objectCount)
        keyIndices = Array(repeating: PropertyListShape.noKey, count: trailer.objectCount)
        remainingBytes = PropertyListLimits.expandedByteCount(ofFileWith: bytes.count)
    }

    private mutating func visit(_ object: Int) throws(PropertyListFault) {
        let offset = try trailer.offset(of: object, in: bytes)
        // Each reference takes a byte, so only shared containers can make more values than the file has bytes.
        guard builder.count < bytes.count else { throw expandsTooFar(offset) }
        switch try readObject(at: offset) {
        case .scalar(let kind): try builder.add(kind, offset: offset)
        case .text(let text):
            try charge(text.content.count, offset)
            try checkText(text, at: offset)
            try builder.add(.string, offset: offset)
        case .data(let content):
            try charge(content.count, offset)
            try builder.add(.data, offset: offset)
        case .array(let references):
            try enter(object, .array, offset) { scanner throws(PropertyListFault) in
                for index in 0..<references.count {
                    try scanner.visit(scanner.reference(index, of: references))
                }
            }
        case .dictionary(let references):
            try enter(object, .dictionary, offset) { scanner throws(PropertyListFault) in
                let count = references.count / 2
                for index in 0..<count {
                    scanner.builder.setKey(
                        try scanner.key(scanner.reference(index, of: references)),
                        offset: offset
                    )
                    try scanner.visit(scanner.reference(count + index, of: references))
                }
            }
        }
    }

    private mutating func enter(
        _ object: Int,
        _ kind: PropertyListShape.Kind,
        _ offset: Int,
        content: (inout Self) throws(PropertyListFault) -> Void
    ) throws(PropertyListFault) {
        guard !isOpen[object] else {
            throw PropertyListFault("a container holds itself", remedy: "Save the file again", offset: offset)
        }
        try builder.begin(kind, offset: offset)
        isOpen[object] = true
        try content(&self)
        isOpen[object] = false
        builder.end()
    }

    /// Returns the interned key that an object holds.
    private mutating func key(_ object: Int) throws(PropertyListFault) -> Int32 {
        if object < keyIndices.count, keyIndices[object] != PropertyListShape.noKey { return keyIndices[object] }
        let offset = try trailer.offset(of: object, in: bytes)
        guard case .text(let text) = try readObject(at: offset) else {
            throw PropertyListFault("a key isn't a string", remedy: "Use strings as keys", offset: offset)
        }
        guard text.content.count <= PropertyListLimits.keyByteCount else {
            throw PropertyListFault(
                "a key is longer than \(PropertyListLimits.keyByteCount) bytes",
                remedy: "Choose a shorter key",
                offset: offset
            )
        }
        try checkText(text, at: offset)
        let index = builder.intern(string(text), at: offset)
        keyIndices[object] = index
        return index
    }

    private mutating func charge(_ byteCount: Int, _ offset: Int) throws(PropertyListFault) {
        remainingBytes -= byteCount
        if remainingBytes < 0 { throw expandsTooFar(offset) }
    }

    private func expandsTooFar(_ offset: Int) -> PropertyListFault {
        PropertyListFault(
            "the file refers to the same objects so often that it stands for far more than it holds",
            remedy: "Write the values out, or save the file as XML",
            offset: offset
        )
    }
}
