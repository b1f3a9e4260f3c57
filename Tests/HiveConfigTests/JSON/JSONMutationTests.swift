// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// C45: no mutation of a valid file crashes or hangs; each gives an error, or what the toolchain's decoder reads too.
///
/// `HIVE_JSON_MUTATIONS` says how many files each of the four seeds makes.
struct JSONMutationTests {
    @Test(arguments: [1, 2, 3, 4])
    func mutatedFilesAreReadAsTheDecoderReadsThemOrRefused(seed: UInt64) async throws {
        var refusals = 0
        let count = ProcessInfo.processInfo.environment["HIVE_JSON_MUTATIONS"].flatMap(Int.init) ?? 2000
        var generator = SeedGenerator(seed: seed)
        for _ in 0..<count {
            await Task.yield()
            let bytes = mutated(using: &generator)
            do {
                try JSONInvariants.check(bytes)
            } catch {
                Issue.record("\(error): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                return
            }
            if (try? PropertyListDocument.read(bytes, isJSON: true)) == nil { refusals += 1 }
        }
        #expect(refusals > count / 4 && refusals < count)
    }

    private static let original = Array(
        """
        {"text": "a \\"b\\" \\u00e9 漢字 🐝\\n", "integers": [0, 1, -1, 255, 9223372036854775807], "reals": [0.5, -1.5e3],
         "flags": [true, false,], /* none */ "none": [], "nested": {"a.b": {"x": [[{"y": 1}]]}}, // the end
        }
        """.utf8
    )

    private static let fragments = [
        "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u00e9", "\\ud83d", "\\ud83d\\udc1d", "//", "/*", "*/", "true",
        "null",
        "NaN", "'", "\n", "\r", "0", "-", ".", "e9", "\u{0}", "\u{7F}", "\u{FEFF}", "\"$schema\": \"x\",", "\t",
    ].map { Array($0.utf8) }

    private func mutated(using generator: inout SeedGenerator) -> [UInt8] {
        var bytes = Self.original
        for _ in 0...Int.random(in: 0..<3, using: &generator) {
            guard let offset = bytes.indices.randomElement(using: &generator) else { break }
            let end = Int.random(in: offset...min(offset + 8, bytes.count), using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[offset] = UInt8.random(in: 0x20...0x7E, using: &generator)
            case 1: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(offset..<end)
            case 3: bytes.insert(contentsOf: Array(bytes[offset..<end]), at: offset)
            case 4: bytes.insert(contentsOf: Self.fragments.randomElement(using: &generator) ?? [], at: offset)
            default: bytes.removeSubrange(offset...)
            }
        }
        return bytes
    }
}
