// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A name as a key of a table: two names are equal when their scalars are.
///
/// Texts are equal to Swift when they are canonically equivalent, so that `K` and the Kelvin sign would be one name.
struct Name: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Name, right: Name) -> Bool { left.text.isSpelt(right.text) }

    // Equal names are equivalent texts, and equivalent texts have equal hashes.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    /// What follows the last dot.
    var lastPart: String { parts(at: ".").last ?? self }
}

/// All known names, in order, to suggest one for a name that is not known.
struct KnownNames: Sendable {
    /// How many names are compared with a misspelt one at most, so that a failed lookup takes bounded time.
    static let comparisons = 1_000

    private let sorted: [String]

    init(_ names: some Sequence<String>) { sorted = names.filter { !$0.isEmpty }.sorted() }

    /// A sentence that suggests the most similar name; empty when none is similar.
    ///
    /// If there are more names than may be compared, those next to the misspelt one in alphabetical order are.
    ///
    /// - Complexity: O(log n) in their number, apart from the comparisons.
    func advice(_ name: String) -> String {
        nearestName(to: name, among: neighbours(of: name)).map { " Did you mean \($0.shown)?" } ?? ""
    }

    private func neighbours(of name: String) -> ArraySlice<String> {
        guard sorted.count > Self.comparisons else { return sorted[...] }
        let place = sorted.partitionPoint { $0 < name }
        let start = max(0, min(place - Self.comparisons / 2, sorted.count - Self.comparisons))
        return sorted[start..<start + Self.comparisons]
    }
}
