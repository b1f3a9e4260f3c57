// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension String {
    /// The text in quotes, shortened, and with characters escaped that could mislead the reader of a terminal or a log.
    var shown: String {
        let head = String(unicodeScalars.prefix(80))
        let rest = head.unicodeScalars.endIndex < unicodeScalars.endIndex ? "…" : ""
        return ConfigurationValue.string(head).description + rest
    }

    /// The text as a URL that an error is about, or that observers are told of: where it leads, and neither what its
    /// query and its fragment say nor who its user is, because it ends up in logs.
    var shownURL: String {
        let head = unicodeScalars.prefix { $0 != "?" && $0 != "#" }
        var parts = String(head).parts(at: "/")
        if parts.count > 2, let at = parts[2].unicodeScalars.lastIndex(of: "@") {
            parts[2] = "…" + String(parts[2].unicodeScalars[at...])
        }
        let rest = head.endIndex < unicodeScalars.endIndex ? "\(unicodeScalars[head.endIndex])…" : ""
        return (parts.joined(separator: "/") + rest).shown
    }
}
