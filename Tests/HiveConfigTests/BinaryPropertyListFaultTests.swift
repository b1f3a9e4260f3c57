// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveConfig
@testable import HivePropertyList

/// C45: whatever is wrong in a binary file is an error, and costs no more than the file's size allows.
struct BinaryPropertyListFaultTests {
    private static let one: [UInt8] = [0x10, 0x01]

    @Test(
        arguments: [
            ("truncated content", [[0x5E, 0x61]], "longer than the file"),
            ("long count", [[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "longer than the file"),
            ("count that is no integer", [[0x5F, 0x51, 0x61]], "a count isn't an integer"),
            ("long UTF-16", [[0x6F, 0x10, 0xFF]], "longer than the file"),
            ("array without references", [[0xAE]], "longer than the file"),
            ("dictionary without references", [[0xD1, 0x00]], "longer than the file"),
            ("truncated integer", [[0x13, 0x00]], "longer than the file"),
            ("truncated date", [[0x33, 0x00]], "longer than the file"),
            ("reference out of bounds", [[0xA1, 0x05]], "object that doesn't exist"),
            ("array in itself", [[0xA1, 0x00]], "a container holds itself"),
            (
                "cycle over two", [[0xA1, 0x01], [0xD1, 0x02, 0x00], BinaryFile.string("k")], "a container holds itself"
            ),
            ("key that is no string", [[0xD1, 0x01, 0x01], one], "a key isn't a string"),
            ("key that is its dictionary", [[0xD1, 0x00, 0x00]], "a key isn't a string"),
            ("non-ASCII byte", [[0x51, 0xE9]], "isn't valid Unicode"),
            ("lone lead surrogate", [[0x61, 0xD8, 0x00]], "isn't valid Unicode"),
            ("lone trail surrogate", [[0x61, 0xDC, 0x00]], "isn't valid Unicode"),
            ("reserved text", [BinaryFile.string("$null")], "`$null`"),
            ("reserved key", [[0xD1, 0x01, 0x02], BinaryFile.string("$null"), one], "`$null`"),
            (
                "reserved UTF-16 key",
                [[0xD1, 0x01, 0x02], [0x65, 0, 0x24, 0, 0x6E, 0, 0x75, 0, 0x6C, 0, 0x6C], one], "`$null`"
            ),
            ("null", [[0x00]], "holds a null object"),
            ("UID", [[0x80, 0x01]], "holds a UID"),
            ("set", [[0xC1, 0x01], one], "holds a set"),
            ("unknown kind", [[0x70]], "unknown kind 0x70"),
            ("odd real", [[0x21, 0x00, 0x00]], "unknown kind"),
            ("infinite real", [[0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], "isn't a finite number"),
            ("real that is no number", [[0x22, 0x7F, 0xC0, 0, 0]], "isn't a finite number"),
            ("infinite date", [[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], "isn't a finite number"),
            ("wide integer", [[0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0]], "doesn't fit in 64 bits"),
            ("wider integer", [[0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]], "doesn't fit in 64 bits"),
        ] as [(String, [[UInt8]], String)]
    )
    func objectIsRefused(name: String, objects: [[UInt8]], message: String) {
        expectProblem(BinaryFile(objects: objects).bytes, message)
    }

    @Test func duplicateKeysAreReportedForOneAndForTwoObjects() {
        let objects: [[UInt8]] = [
            BinaryFile.dictionary([1, 1, 3, 4], [2, 2, 2, 2]), BinaryFile.string("a"), Self.one,
            BinaryFile.string("b"), BinaryFile.string("b"),
        ]
        let found = problems(BinaryFile(objects: objects).bytes)
        #expect(
            found
                == ["a", "b"].map {
                    "\($0): the key is already used in this dictionary. Remove or rename one of the two."
                }
        )
    }

    @Test(arguments: [0, 7, 8, 30, 39])
    func tooShortFileIsRefused(count: Int) {
        let start = Array("bplist00".utf8)
        expectProblem(start + Array(repeating: 0, count: count).dropLast(count > 0 ? 1 : 0), "damaged or cut off")
    }

    // Offsets from the end: sizes 26 and 25, object count 24, root 16, table 8.
    @Test(arguments: [(26, 0), (26, 9), (25, 0), (25, 200), (24, 0x80), (17, 2), (16, 1), (9, 1), (8, 0xFF), (1, 1)])
    func damagedTrailerIsRefused(fromEnd: Int, value: UInt8) {
        var bytes = BinaryFile(objects: [Self.one]).bytes
        bytes[bytes.count - fromEnd] = value
        expectProblem(bytes, "damaged or cut off")
    }

    @Test(arguments: [0, 7, 10, 0xFFFF_FFFF])
    func objectOutsideOfTheFileIsRefused(offset: UInt32) {
        var bytes = BinaryFile(objects: [Self.one]).bytes
        let entry = bytes.count - 36
        for index in 0..<4 { bytes[entry + index] = UInt8(truncatingIfNeeded: offset >> (24 - 8 * UInt32(index))) }
        expectProblem(bytes, "an object lies outside of the file")
    }

    // The table begins behind a header of 8 bytes and one object, whose count takes 4.
    @Test(arguments: [(1, 0xFF), (2, 0xFFFF)])
    func offsetsThatCannotReachTheTableAreRefused(offsetSize: UInt8, farthest: Int) throws {
        func file(tableOffset: Int) -> [UInt8] {
            let count = tableOffset - 8 - 4
            let data = [0x4F, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)] + [UInt8](repeating: 7, count: count)
            return BinaryFile(objects: [data], offsetSize: offsetSize).bytes
        }
        expectProblem(file(tableOffset: farthest + 1), "sizes that are too small for the file")
        #expect(throws: (any Error).self) { try PlainPropertyList.read(file(tableOffset: farthest + 1)) }
        let accepted = file(tableOffset: farthest)
        #expect(try PropertyListDocument.read(accepted).root == PlainPropertyList.read(accepted))
    }

    @Test func referencesThatCannotCountTheObjectsAreRefused() throws {
        func file(objectCount: Int) -> [UInt8] {
            BinaryFile(objects: Array(repeating: Self.one, count: objectCount)).bytes
        }
        expectProblem(file(objectCount: 256), "sizes that are too small for the file")
        #expect(throws: (any Error).self) { try PlainPropertyList.read(file(objectCount: 256)) }
        #expect(try PropertyListDocument.read(file(objectCount: 255)).root == 1)
    }

    @Test func sharedContainersDoNotMultiply() {
        // Each of 40 arrays holds the next one ten times.
        let objects = (1...40).map { BinaryFile.array(Array(repeating: UInt8($0), count: 10)) } + [Self.one]
        expectProblem(BinaryFile(objects: objects).bytes, "stands for far more than it holds")
    }

    @Test func sharedEmptyContainersDoNotMultiply() {
        let objects = (1...40).map { BinaryFile.array(Array(repeating: UInt8($0), count: 2)) } + [BinaryFile.array([])]
        expectProblem(BinaryFile(objects: objects).bytes, "stands for far more than it holds")
    }

    @Test func sharedLongStringsDoNotMultiply() {
        let text = [0x5F, 0x12, 0x00, 0x01, 0x00, 0x00] + [UInt8](repeating: 0x61, count: 0x10000)
        let array = [0xAF, 0x11, 0x40, 0x00] + [UInt8](repeating: 1, count: 0x4000)
        expectProblem(BinaryFile(objects: [array, text]).bytes, "stands for far more than it holds")
    }

    @Test func deepNestingIsRefused() {
        let objects = (1...200).map { BinaryFile.array([UInt8($0)]) } + [Self.one]
        expectProblem(BinaryFile(objects: objects).bytes, "nested more than 64 levels deep")
    }

    @Test func everyTruncationIsRefused() throws {
        let whole = BinaryFile(objects: [BinaryFile.dictionary([1], [2]), BinaryFile.string("a"), Self.one]).bytes
        _ = try PropertyListDocument.read(whole)
        for count in 0..<whole.count {
            #expect(throws: PropertyListError.self) { _ = try PropertyListDocument.read(Array(whole.prefix(count))) }
        }
    }
}
