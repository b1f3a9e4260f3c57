// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The last 32 bytes of a binary property list, which say where its objects are.
struct BinaryPropertyListTrailer {
    private static let byteCount = 32
    private static let headerByteCount = 8

    /// The number of bytes of a reference to an object.
    let referenceSize: Int
    let objectCount: Int
    let rootObject: Int
    /// Where the objects end and the table of their offsets begins.
    let tableOffset: Int
    private let offsetSize: Int

    init(of bytes: [UInt8]) throws(PropertyListFault) {
        guard bytes.count >= Self.headerByteCount + Self.byteCount + 2 else {
            throw .damaged("the file is too short for a binary property list", at: 0)
        }
        let start = bytes.count - Self.byteCount
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw .damaged("the trailer gives impossible sizes", at: start)
        }
        guard let objectCount = bytes.bigEndian(at: start + 8, size: 8), objectCount >= 1,
            let rootObject = bytes.bigEndian(at: start + 16, size: 8), rootObject < objectCount,
            let tableOffset = bytes.bigEndian(at: start + 24, size: 8), tableOffset > Self.headerByteCount,
            objectCount <= bytes.count, tableOffset <= start,
            tableOffset + objectCount * offsetSize == start
        else {
            throw .damaged("the trailer doesn't fit the file", at: start)
        }
        // No program writes such a file, and the toolchain's decoder refuses it too.
        guard Self.canHold(tableOffset, inBytes: offsetSize), Self.canHold(objectCount, inBytes: referenceSize) else {
            throw .damaged("the trailer gives sizes that are too small for the file", at: start)
        }
        self.objectCount = objectCount
        self.rootObject = rootObject
        self.tableOffset = tableOffset
        // Also of objects to which nothing refers: a file with such a table is damaged.
        for entry in stride(from: tableOffset, to: start, by: offsetSize) {
            guard let offset = bytes.bigEndian(at: entry, size: offsetSize), offset < tableOffset else {
                throw .damaged("an object lies outside of the file", at: entry)
            }
        }
    }

    private static func canHold(_ number: Int, inBytes size: Int) -> Bool {
        size == 8 || number < 1 << (8 * size)
    }

    /// Returns where an object begins.
    func offset(of object: Int, in bytes: [UInt8]) throws(PropertyListFault) -> Int {
        guard object < objectCount else {
            throw .damaged("a reference points to an object that doesn't exist", at: 0)
        }
        let entry = tableOffset + object * offsetSize
        guard let offset = bytes.bigEndian(at: entry, size: offsetSize), offset >= Self.headerByteCount,
            offset < tableOffset
        else {
            throw .damaged("an object lies outside of the file", at: entry)
        }
        return offset
    }
}

extension [UInt8] {
    /// Returns an unsigned big-endian number, or `nil` if it doesn't fit in an `Int`; the bytes must exist.
    func bigEndian(at offset: Int, size: Int) -> Int? {
        Int(exactly: bigEndianBits(at: offset, size: size))
    }

    /// Returns up to eight bytes as a number; the bytes must exist.
    func bigEndianBits(at offset: Int, size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in offset..<(offset + size) { value = value << 8 | UInt64(self[index]) }
        return value
    }
}

extension PropertyListFault {
    /// A fault that no program writes; the file was damaged or forged.
    static func damaged(_ message: String, at offset: Int) -> PropertyListFault {
        PropertyListFault(message, remedy: "The file is damaged or cut off; restore it", at: offset)
    }
}
