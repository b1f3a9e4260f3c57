// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Reads a binary property list.
///
/// Objects may be shared. The values and the outline have a shared one wherever it is referred to, within limits that
/// keep a small file from standing for a huge tree.
struct BinaryPropertyListParser {
    let bytes: [UInt8]
    let trailer: BinaryPropertyListTrailer
    var builder = PropertyListBuilder()
    /// The containers around the current object; a reference to one of them is a cycle.
    private var isOpen: [Bool]
    /// The interned keys, by object.
    private var keyIndices: [Int32]
    /// How many bytes strings and data may still take.
    private var remainingBytes: Int

    /// Reads a whole file that begins with `bplist00`.
    ///
    /// - Parameter bytes: The file's content.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError`.
    static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListDocument.Outline {
        let trailer: BinaryPropertyListTrailer
        do { trailer = try BinaryPropertyListTrailer(of: bytes) } catch {
            throw PropertyListError(error.message, remedy: error.remedy)
        }
        var parser = BinaryPropertyListParser(bytes: bytes, trailer: trailer)
        let end = Result { () throws(PropertyListFault) in try parser.visit(trailer.rootObject) }
        return try parser.builder.finish(end)
    }

    private init(bytes: [UInt8], trailer: BinaryPropertyListTrailer) {
        self.bytes = bytes
        self.trailer = trailer
        isOpen = Array(repeating: false, count: trailer.objectCount)
        keyIndices = Array(repeating: PropertyListDocument.noKey, count: trailer.objectCount)
        remainingBytes = PropertyListLimits.expandedByteCount(ofFileWith: bytes.count)
    }

    private mutating func visit(_ object: Int) throws(PropertyListFault) {
        let offset = try trailer.offset(of: object, in: bytes)
        // Each reference takes a byte, so only shared containers can make more values than the file has bytes.
        guard builder.count < bytes.count else { throw expandsTooFar(offset) }
        switch try readObject(at: offset) {
        case .scalar(let value): try builder.add(value, offset: offset)
        case .text(let content, let isUTF16):
            try charge(content.count, offset)
            try builder.add(.string(string(content, isUTF16: isUTF16, at: offset)), offset: offset)
        case .data(let content):
            try charge(content.count, offset)
            try builder.add(.data(Array(bytes[content])), offset: offset)
        case .container(let kind, let references):
            guard !isOpen[object] else {
                throw PropertyListFault("a container holds itself", remedy: "Save the file again", at: offset)
            }
            try builder.begin(kind, offset: offset)
            isOpen[object] = true
            let count = references.count / trailer.referenceSize
            let keyCount = kind == .dictionary ? count / 2 : 0
            for index in keyCount..<count {
                if kind == .dictionary {
                    builder.setKey(try key(reference(index - keyCount, of: references)), offset: offset)
                }
                try visit(reference(index, of: references))
            }
            isOpen[object] = false
            builder.end()
        }
    }

    /// Returns the interned key that an object holds.
    private mutating func key(_ object: Int) throws(PropertyListFault) -> Int32 {
        if object < keyIndices.count, keyIndices[object] != PropertyListDocument.noKey { return keyIndices[object] }
        let offset = try trailer.offset(of: object, in: bytes)
        guard case .text(let content, let isUTF16) = try readObject(at: offset) else {
            throw PropertyListFault("a key isn't a string", remedy: "Use strings as keys", at: offset)
        }
        guard content.count <= PropertyListLimits.keyByteCount else { throw .longKey("a key", at: offset) }
        let index = builder.intern(try string(content, isUTF16: isUTF16, at: offset), at: offset)
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
            at: offset
        )
    }
}
