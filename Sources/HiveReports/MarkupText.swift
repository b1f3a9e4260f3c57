// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension String {
    /// The text as XML and HTML have it between tags and in quoted attributes.
    ///
    /// What they cannot hold, what would end the line, and marks that reorder what follows are shown as escapes.
    var markupText: String {
        onOneLine.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&apos;"
            default: String(scalar)
            }
        }.joined()
    }

    /// The text without what comes after some Unicode scalars; then it says how many there were.
    ///
    /// Of marks that stand above each other, which would be drawn over what is around, four are left.
    func cut(to limit: Int) -> String {
        if utf8.count <= limit, utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var result = ""
        var marks = 0
        for scalar in unicodeScalars.prefix(limit) {
            marks = scalar.isMark ? marks + 1 : 0
            if marks <= 4 { result.unicodeScalars.append(scalar) }
        }
        let count = unicodeScalars.count
        return count > limit ? "\(result)… (\(count) characters)" : result
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is drawn above or below the one before it.
    fileprivate var isMark: Bool { [.nonspacingMark, .enclosingMark].contains(properties.generalCategory) }
}
