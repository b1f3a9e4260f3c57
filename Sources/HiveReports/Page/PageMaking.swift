// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform

/// When a page is made, and by which process.
struct PageMaking {
    /// Since the beginning of 1970.
    var seconds = time(nil)
    var process = getpid()

    /// The time in UTC, as HTML has it (RFC 3339).
    var iso: String { dateText(secondsSinceReferenceDate: Double(seconds - 978_307_200)) ?? "\(seconds)" }
    /// As in `2026-11-23 15:39:07 UTC`.
    var inWords: String { "\(iso.head(before: "T")) \(iso.tail(behind: "T")?.head(before: "Z") ?? "") UTC" }
}

extension Duration {
    /// The duration with its two largest units, as in `3 d 4 h`; below a minute as ``brief``.
    package var inWords: String {
        let seconds = components.seconds
        switch seconds {
        case 86_400...: return "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
        case 3600...: return "\(seconds / 3600) h \(seconds / 60 % 60) min"
        case 60...: return "\(seconds / 60) min \(seconds % 60) s"
        default: return brief
        }
    }
}
