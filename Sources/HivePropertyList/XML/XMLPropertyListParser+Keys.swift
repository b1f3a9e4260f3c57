// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension XMLPropertyListParser {
    /// The keys that were read last, by the bytes that they are written in.
    struct RecentKeys {
        private struct Entry {
            var start = 0
            var count = -1
            var index = PropertyListShape.noKey
        }

        private var entries = [Entry](repeating: Entry(), count: 64)

        /// Returns the index of a key that is written in the same bytes as one before.
        func index(of place: Range<Int>, in bytes: [UInt8]) -> Int32? {
            let entry = entries[slot(of: place, in: bytes)]
            guard entry.count == place.count else { return nil }
            for offset in 0..<place.count where bytes[entry.start + offset] != bytes[place.lowerBound + offset] {
                return nil
            }
            return entry.index
        }

        /// Remembers a key, in the place of another one perhaps.
        mutating func note(_ index: Int32, _ place: Range<Int>, in bytes: [UInt8]) {
            entries[slot(of: place, in: bytes)] = Entry(start: place.lowerBound, count: place.count, index: index)
        }

        private func slot(of place: Range<Int>, in bytes: [UInt8]) -> Int {
            guard let first = bytes[place].first, let last = bytes[place].last else { return 0 }
            return (place.count &+ 7 &* Int(first) &+ 31 &* Int(last)) % entries.count
        }
    }
}
