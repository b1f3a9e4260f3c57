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

    init?(_ name: String) {
        // The first check costs nothing for native strings and keeps the second one from walking a huge name.
        guard !name.isEmpty, name.utf8.count <= 4 * 128, name.unicodeScalars.count <= 128 else { return nil }
        scalars = Array(name.lowercased().unicodeScalars)
    }

    /// The part after the last dot.
    private var lastComponent: ArraySlice<Unicode.Scalar> {
        scalars[(scalars.lastIndex(of: ".").map { $0 + 1 } ?? 0)...]
    }

    /// Everything up to the last dot.
    private var qualifier: ArraySlice<Unicode.Scalar> { scalars[..<lastComponent.startIndex] }

    /// The name without an ending that says nothing about it; what is all ending keeps it.
    private var stem: ArraySlice<Unicode.Scalar> {
        for ending in Self.endings
        where lastComponent.count > ending.count && lastComponent.suffix(ending.count) == ending {
            return scalars.dropLast(ending.count)
        }
        return scalars[...]
    }

    private static let endings: [ArraySlice<Unicode.Scalar>] = ["module", "service", "impl"].map {
        ArraySlice($0.unicodeScalars)
    }

    /// Returns the number of edits between what is left of two names with the same ending: that doesn't make them
    /// alike, and neither does the same qualifier.
    private func distance(
        _ own: ArraySlice<Unicode.Scalar>,
        _ others: ArraySlice<Unicode.Scalar>,
        qualifiedAlike: Bool,
        limit: Int
    ) -> Int? {
        let (own, others) = qualifiedAlike ? (own[qualifier.endIndex...], others[qualifier.endIndex...]) : (own, others)
        let limit = min(limit, max(1, max(own.count, others.count) / 3))
        return editDistance(Array(own), Array(others), limit: limit)
    }

    /// Returns the number of edits between two names, or `nil` if it exceeds the limit.
    func distance(to other: FoldedName, limit: Int) -> Int? {
        if scalars == other.scalars { return 0 }
        if lastComponent.count == scalars.count || other.lastComponent.count == other.scalars.count,
            !lastComponent.isEmpty, lastComponent == other.lastComponent
        {
            return limit >= 1 ? 1 : nil
        }
        let (own, others) = (stem, other.stem)
        if own.count < scalars.count || others.count < other.scalars.count {
            if own == others { return limit >= 1 ? 1 : nil }
            if scalars[own.endIndex...] == other.scalars[others.endIndex...] {
                return distance(own, others, qualifiedAlike: qualifier == other.qualifier, limit: limit)
            }
        }
        return editDistance(scalars, other.scalars, limit: limit)
    }
}
