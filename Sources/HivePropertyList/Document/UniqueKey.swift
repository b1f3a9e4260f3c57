// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// A key that knows its hash.
///
/// Swift puts a text into its normal form whenever it hashes it, which for combining marks takes long: a dictionary
/// hashes its keys once more each time it grows.
struct UniqueKey: Hashable, Sendable {
    let text: String
    private let hash: Int

    init(_ text: String) {
        self.text = text
        hash = text.hashValue
    }

    static func == (left: UniqueKey, right: UniqueKey) -> Bool {
        left.hash == right.hash && (left.text.isSpelt(right.text) || left.text == right.text)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
