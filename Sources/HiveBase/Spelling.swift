// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Texts are equal to Swift when they are canonically equivalent: `é` composed and not, or `K` and the Kelvin sign.
// Names that come from outside are equal when their scalars are, so that no two readers understand one differently.

extension String {
    /// Whether the text has the same scalars as another.
    package func isSpelt(_ other: String) -> Bool {
        let isEqual = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { others in
                guard bytes.count == others.count else { return false }
                // Names are short: a loop over them is done before a call would be.
                for index in bytes.indices where bytes[index] != others[index] { return false }
                return true
            }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// The text between double quotes, everything but ASCII in escapes, to tell texts apart that look alike.
    package var inEscapes: String {
        "\"\(unicodeScalars.map { $0.isASCII ? $0.escaped : $0.inCode }.joined())\""
    }
}

extension Dictionary where Key == String {
    /// The value under a key that is spelt exactly so.
    package func value(spelt name: String) -> Value? {
        guard let place = index(forKey: name), self[place].key.isSpelt(name) else { return nil }
        return self[place].value
    }
}

extension Sequence where Element == String {
    /// Whether one of the texts is spelt exactly so.
    package func contains(spelt name: String) -> Bool { contains { $0.isSpelt(name) } }
}

extension Set where Element == String {
    /// Whether the text is there, spelt exactly so.
    package func contains(spelt name: String) -> Bool { firstIndex(of: name).map { self[$0].isSpelt(name) } ?? false }
}
