// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension BinaryPropertyListParser {
    /// An object with what is needed to go on.
    enum Object {
        case scalar(ConfigurationValue)
        /// The characters of a string: big-endian UTF-16, or ASCII.
        case text(Range<Int>, isUTF16: Bool)
        case data(Range<Int>)
        /// The references of a container; a dictionary lists its keys first.
        case container(PropertyListDocument.Kind, Range<Int>)
    }

    /// Reads the marker of an object and checks that its content lies inside the file.
    func readObject(at offset: Int) throws(PropertyListFault) -> Object {
        let marker = bytes[offset]
        let (detail, referenceSize) = (Int(marker & 0x0F), trailer.referenceSize)
        switch marker {
        case 0x08, 0x09: return .scalar(.boolean(marker == 0x09))
        case 0x10...0x13: return .scalar(.integer(integer(in: try content(at: offset + 1, count: 1 << detail))))
        case 0x14: return .scalar(.integer(try longInteger(in: content(at: offset + 1, count: 16))))
        case 0x22, 0x23: return .scalar(.real(try real(in: content(at: offset + 1, count: 1 << detail), offset)))
        case 0x33: return .scalar(try date(in: content(at: offset + 1, count: 8), offset))
        case 0x40...0x4F: return .data(try counted(detail, at: offset, size: 1))
        case 0x50...0x5F: return .text(try counted(detail, at: offset, size: 1), isUTF16: false)
        case 0x60...0x6F: return .text(try counted(detail, at: offset, size: 2), isUTF16: true)
        case 0xA0...0xAF: return .container(.array, try counted(detail, at: offset, size: referenceSize))
        case 0xD0...0xDF: return .container(.dictionary, try counted(detail, at: offset, size: 2 * referenceSize))
        default: throw unsupported(marker, at: offset)
        }
    }

    /// Returns the object to which a container refers.
    func reference(_ index: Int, of references: Range<Int>) throws(PropertyListFault) -> Int {
        let offset = references.lowerBound + index * trailer.referenceSize
        guard let object = bytes.bigEndian(at: offset, size: trailer.referenceSize) else {
            throw .damaged("a reference points to an object that doesn't exist", at: offset)
        }
        return object
    }

    /// Returns the characters of a string, which has to be Unicode text.
    func string(_ content: Range<Int>, isUTF16: Bool, at offset: Int) throws(PropertyListFault) -> String {
        let content = bytes[content]
        let string: String? =
            if isUTF16 {
                String(
                    validating: stride(from: content.startIndex, to: content.endIndex, by: 2).map { index in
                        UInt16(content[index]) << 8 | UInt16(content[index + 1])
                    },
                    as: UTF16.self
                )
            } else {
                content.allSatisfy { $0 < 0x80 } ? String(decoding: content, as: UTF8.self) : nil
            }
        guard let string else { throw .damaged("a string isn't valid Unicode text", at: offset) }
        if string == "$null" {
            let remedy = "Choose another text; property list archives reserve this one"
            throw PropertyListFault("the text `$null` can't be read", remedy: remedy, at: offset)
        }
        return string
    }

    /// Returns the bytes of so many parts, each of one size, as a marker says in its lower half or, if that is full, as
    /// an integer after it.
    private func counted(_ detail: Int, at offset: Int, size partSize: Int) throws(PropertyListFault) -> Range<Int> {
        guard detail == 0x0F else { return try content(at: offset + 1, count: detail * partSize) }
        let marker = bytes[try content(at: offset + 1, count: 1).lowerBound]
        guard (0x10...0x13).contains(marker) else { throw .damaged("a count isn't an integer", at: offset) }
        let size = 1 << Int(marker & 0x0F)
        let digits = try content(at: offset + 2, count: size)
        guard let count = bytes.bigEndian(at: digits.lowerBound, size: size), count <= bytes.count else {
            throw .damaged("an object is longer than the file", at: offset)
        }
        return try content(at: digits.upperBound, count: count * partSize)
    }

    /// Returns a range of bytes after checking that it ends before the offset table.
    private func content(at start: Int, count: Int) throws(PropertyListFault) -> Range<Int> {
        guard start <= trailer.tableOffset, count <= trailer.tableOffset - start else {
            throw .damaged("an object is longer than the file", at: start)
        }
        return start..<(start + count)
    }

    /// An integer of 8 bytes may be negative, a shorter one never is.
    private func integer(in range: Range<Int>) -> Int {
        Int(truncatingIfNeeded: bytes.bigEndianBits(at: range.lowerBound, size: range.count))
    }

    private func longInteger(in range: Range<Int>) throws(PropertyListFault) -> Int {
        let isSmall = bytes[range].prefix(8).allSatisfy { $0 == 0 }
        guard isSmall, let value = bytes.bigEndian(at: range.lowerBound + 8, size: 8) else {
            let remedy = "Write \(Int.min) through \(Int.max)"
            throw PropertyListFault("an integer doesn't fit in 64 bits", remedy: remedy, at: range.lowerBound)
        }
        return value
    }

    private func real(in range: Range<Int>, _ offset: Int) throws(PropertyListFault) -> Double {
        let bits = bytes.bigEndianBits(at: range.lowerBound, size: range.count)
        let value = range.count == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
        guard value.isFinite else { throw .notFinite("\(value)", at: offset) }
        return value
    }

    private func date(in range: Range<Int>, _ offset: Int) throws(PropertyListFault) -> ConfigurationValue {
        let seconds = Double(bitPattern: bytes.bigEndianBits(at: range.lowerBound, size: 8))
        guard seconds.isFinite else { throw .notFinite("the date", at: offset) }
        return .date(secondsSinceReferenceDate: seconds)
    }

    private func unsupported(_ marker: UInt8, at offset: Int) -> PropertyListFault {
        let name: String? =
            switch marker {
            case 0x00: "a null object"
            case 0x80...0x8F: "a UID, as keyed archives do"
            case 0xB0...0xCF: "a set"
            default: nil
            }
        guard let name else {
            return .damaged("an object is of the unknown kind 0x\(String(marker, radix: 16))", at: offset)
        }
        let remedy = "Save it as an ordinary property list of dictionaries, arrays, strings, numbers, dates and data"
        return PropertyListFault("the file holds \(name)", remedy: remedy, at: offset)
    }
}
