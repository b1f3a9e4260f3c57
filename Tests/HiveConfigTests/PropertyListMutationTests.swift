// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// C45: no mutation of a valid file crashes or hangs; each gives an error, or what the toolchain's decoder reads too.
struct PropertyListMutationTests {
    private static let fragments = [
        "<", ">", "</", "<dict>", "</dict>", "<key>", "</key>", "<array>", "<string>", "<!--", "-->", "<![CDATA[",
        "]]>",
        "&", "&amp;", "&#0;", "<?", "?>", "<!DOCTYPE plist>", "$null", "CF$UID", "<plist>", "</plist>", "/>", "\u{0}",
    ].map { Array($0.utf8) }

    private func mutated(_ original: [UInt8], using generator: inout SeedGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0...Int.random(in: 0..<3, using: &generator) {
            guard let offset = bytes.indices.randomElement(using: &generator) else { break }
            let end = Int.random(in: offset...min(offset + 8, bytes.count), using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[offset] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(offset..<end)
            case 3: bytes.insert(contentsOf: Array(bytes[offset..<end]), at: offset)
            case 4: bytes.insert(contentsOf: Self.fragments.randomElement(using: &generator) ?? [], at: offset)
            default: bytes.removeSubrange(offset...)
            }
        }
        return bytes
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func mutatedFilesAreReadAsTheDecoderReadsThemOrRefused(seed: UInt64) async throws {
        var generator = SeedGenerator(seed: seed)
        let originals = [
            try PropertyListDocumentTests.Sample.encoded(.xml),
            try PropertyListDocumentTests.Sample.encoded(.binary),
        ]
        var refusals = 0
        for round in 0..<2000 {
            // The other tests wait for this thread, some of them by the clock.
            await Task.yield()
            let original = originals[round % 2]
            let bytes = mutated(original, using: &generator)
            try PropertyListInvariants.check(bytes)
            guard let document = try? PropertyListDocument.read(bytes) else {
                refusals += 1
                continue
            }
            if bytes == original { #expect(document.root == PropertyListDocumentTests.Sample.tree) }
        }
        #expect(refusals > 1000)
    }
}
