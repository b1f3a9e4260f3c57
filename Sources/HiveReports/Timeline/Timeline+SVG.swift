// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension Timeline {
    /// The timeline as a picture: a row for each module, a bar for each hook, the critical path of the start outlined.
    ///
    /// A long time in which no hook ran, as between start and stop, is left out and marked with a dashed line. A bar's
    /// tooltip has the hook's name, times and result.
    ///
    /// - Returns: A document of its own, XML in UTF-8; names are escaped, and what XML does not allow is shown as an
    ///   escape.
    /// - Complexity: O(n log n).
    public var svg: String {
        let critical = Set(criticalIndices)
        let scale = TimelineScale(entries)
        var rows: [String: Int] = [:]
        for index in indicesByBegin where rows[entries[index].module] == nil {
            rows[entries[index].module] = rows.count
        }
        var picture = TimelinePicture(rowCount: rows.count)
        let path = criticalPath
        picture.title(path.isEmpty ? "No hook of a start is known" : "Critical path of the start: \(path.summary)")
        if dropped > 0 { picture.note("\(dropped) older hooks found no room") }
        for (module, row) in rows.sorted(by: { $0.value < $1.value }) { picture.label(module, row: row) }
        for gap in scale.gaps { picture.cut(at: scale.place(of: gap.ended), "no hook ran for \(gap.duration.brief)") }
        for index in indicesByBegin {
            let entry = entries[index]
            picture.bar(
                entry,
                row: rows[entry.module] ?? 0,
                from: scale.place(of: entry.began),
                to: scale.place(of: entry.ended),
                isCritical: critical.contains(index)
            )
        }
        picture.axis(scale.length.brief)
        return picture.document
    }
}
