// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveSampleApp
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LineReaderTests {
    /// Reads everything, in pieces of a size.
    private func lines(_ bytes: [UInt8], piece: Int, limit: Int = 8) async throws -> [LineReader.Content] {
        var rest = bytes[...]
        var reader = LineReader(limit: limit) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        var lines: [LineReader.Content] = []
        while let line = try await reader.next() { lines.append(line) }
        #expect(try await reader.next() == nil)
        #expect(reader.number == lines.count)
        return lines
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func splitsLinesWhateverThePieces(piece: Int) async throws {
        let bytes = Array("one\n\ntwo\r\nÄß\nlast".utf8)
        let expected: [LineReader.Content] = [.text("one"), .text(""), .text("two"), .text("Äß"), .text("last")]
        #expect(try await lines(bytes, piece: piece) == expected)
    }

    @Test(arguments: [1, 4, 100])
    func goesOnAfterALineThatIsTooLong(piece: Int) async throws {
        let bytes = Array("12345678\n123456789\n\(String(repeating: "x", count: 500))\nb\n".utf8)
        #expect(try await lines(bytes, piece: piece) == [.text("12345678"), .tooLong, .tooLong, .text("b")])
    }

    @Test(arguments: [1, 100])
    func goesOnAfterALineThatIsNotUTF8(piece: Int) async throws {
        #expect(try await lines([0x61, 0xFF, 0x0A, 0x62, 0x0A], piece: piece) == [.notUTF8, .text("b")])
    }

    @Test func findsNoLinesInNothing() async throws {
        #expect(try await lines([], piece: 1).isEmpty)
    }

    @Test func passesTheErrorsOfTheSourceOn() async {
        struct Broken: Error {}
        var reader = LineReader { throw Broken() }
        await #expect(throws: Broken.self) { try await reader.next() }
    }
}
