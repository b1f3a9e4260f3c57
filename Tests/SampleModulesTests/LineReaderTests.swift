// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ShopApp
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LineReaderTests {
    /// Reads everything, in pieces of a size.
    private func lines(_ bytes: [UInt8], piece: Int, limit: Int = 8) throws -> [LineReader.Content] {
        var rest = bytes[...]
        var reader = LineReader(limit: limit) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        var lines: [LineReader.Content] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(try reader.next() == nil)
        #expect(reader.number == lines.count)
        return lines
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func splitsLinesWhateverThePieces(piece: Int) throws {
        let bytes = Array("one\n\ntwo\r\nÄß\nlast".utf8)
        let expected: [LineReader.Content] = [.text("one"), .text(""), .text("two"), .text("Äß"), .text("last")]
        #expect(try lines(bytes, piece: piece) == expected)
    }

    @Test(arguments: [1, 4, 100])
    func goesOnAfterALineThatIsTooLong(piece: Int) throws {
        let bytes = Array("12345678\n123456789\n\(String(repeating: "x", count: 500))\nb\n".utf8)
        #expect(try lines(bytes, piece: piece) == [.text("12345678"), .tooLong, .tooLong, .text("b")])
    }

    @Test(arguments: [1, 100])
    func goesOnAfterALineThatIsNotUTF8(piece: Int) throws {
        #expect(try lines([0x61, 0xFF, 0x0A, 0x62, 0x0A], piece: piece) == [.notUTF8, .text("b")])
    }

    @Test func findsNoLinesInNothing() throws {
        #expect(try lines([], piece: 1).isEmpty)
    }

    @Test func passesTheErrorsOfTheSourceOn() {
        struct Broken: Error {}
        var reader = LineReader { throw Broken() }
        #expect(throws: Broken.self) { try reader.next() }
    }
}
