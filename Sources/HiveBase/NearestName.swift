// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Returns the candidate that a misspelt name most likely means.
///
/// Case doesn't count, and a last dotted component stands for the whole name: `TradeModule` finds
/// `HiveSampleTrade.TradeModule`. Otherwise a third of the longer name's length may differ, but always one edit:
/// a missing, an additional, a different character, or two neighbours swapped. An ending that both have, `Module`,
/// `Service` or `Impl`, makes names neither longer nor more alike.
///
/// - Parameters:
///   - name: The name that wasn't found.
///   - candidates: The names that exist; those over 128 characters are passed over.
/// - Returns: The nearest candidate, of equally near ones the alphabetically first; `nil` if none is near or the name
///   itself is empty or over 128 characters.
/// - Complexity: O(*n*²) for each candidate, where *n* is its length, at most 128.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    guard let wanted = FoldedName(name) else { return nil }
    var best: (distance: Int, name: String)?
    for candidate in candidates {
        guard let folded = FoldedName(candidate) else { continue }
        let longer = max(wanted.scalars.count, folded.scalars.count)
        let limit = min(best?.distance ?? .max, max(1, longer / 3))
        guard let distance = wanted.distance(to: folded, limit: limit) else { continue }
        if let best, (best.distance, best.name) <= (distance, candidate) { continue }
        best = (distance, candidate)
    }
    return best?.name
}

/// A name prepared for comparison.
private struct FoldedName {
    let scalars: [Unicode.Scalar]
    /// Everything up to the last dot.
    private let qualifier: ArraySlice<Unicode.Scalar>
    /// The name without an ending that says nothing about it; what is all ending keeps it.
    private let stem: ArraySlice<Unicode.Scalar>

    init?(_ name: String) {
        // The first check costs nothing for native strings and keeps the second one from walking a huge name.
        guard !name.isEmpty, name.utf8.count <= 4 * 128, name.unicodeScalars.count <= 128 else { return nil }
        scalars = Array(name.lowercased().unicodeScalars)
        qualifier = scalars[..<(scalars.lastIndex(of: ".").map { $0 + 1 } ?? 0)]
        let last = scalars[qualifier.endIndex...]
        let ending = Self.endings.first { last.count > $0.count && last.suffix($0.count) == $0 }
        stem = scalars.dropLast(ending?.count ?? 0)
    }

    private static let endings: [ArraySlice<Unicode.Scalar>] = ["module", "service", "impl"].map {
        ArraySlice($0.unicodeScalars)
    }

    /// The part after the last dot.
    private var lastComponent: ArraySlice<Unicode.Scalar> { scalars[qualifier.endIndex...] }
    private var ending: ArraySlice<Unicode.Scalar> { scalars[stem.endIndex...] }

    /// Returns the number of edits between two names, or `nil` if it exceeds the limit.
    func distance(to other: FoldedName, limit: Int) -> Int? {
        if scalars == other.scalars { return 0 }
        let isShort = qualifier.isEmpty || other.qualifier.isEmpty
        let isSame = isShort && !lastComponent.isEmpty && lastComponent == other.lastComponent || stem == other.stem
        if isSame { return limit >= 1 ? 1 : nil }
        guard !ending.isEmpty, ending == other.ending else {
            return editDistance(scalars, other.scalars, limit: limit)
        }
        // The same ending doesn't make names alike, and neither does the same qualifier.
        let start = qualifier == other.qualifier ? qualifier.endIndex : 0
        let (own, others) = (Array(stem[start...]), Array(other.stem[start...]))
        return editDistance(own, others, limit: min(limit, max(1, max(own.count, others.count) / 3)))
    }
}
