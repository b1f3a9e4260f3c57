// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import Testing

struct Base64Tests {
    // The samples of RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func samplesAreEncodedAndDecoded(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded.utf8) == Array(text.utf8))
    }

    @Test func everyByteComesBack() {
        let bytes = (0...255).map { UInt8($0) }
        for count in 250...256 {
            let part = Array(bytes.prefix(count))
            #expect(Base64.decode(Base64.encode(part).utf8) == part)
        }
    }

    @Test(arguments: ["Zg", "Zg=", "Zg===", "Z", "=", "====", "Zg==Zg==", "Zm9\u{E9}", "Zm 9v", "Zm9v\n", "Zm9-"])
    func otherTextIsRefused(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test func bytesThatAreSkippedMayStandAnywhereButInThePadding() {
        #expect(Base64.decode(" Z g==\n".utf8, skipping: { $0 == 0x20 || $0 == 0x0A }) == [0x66])
        #expect(Base64.decode("Zg= =".utf8, skipping: { $0 == 0x20 }) == nil)
    }
}
