// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform

/// Where a text for a person goes.
struct Display: Sendable {
    /// How many columns a line may have; nil where nothing is broken.
    var width: Int?
    var hasColour = false

    /// The process's standard output: at a terminal of 80 columns or more, with colours unless `NO_COLOR` is set.
    static var standardOutput: Display {
        guard isatty(STDOUT_FILENO) != 0 else { return Display() }
        return Display(width: 80, hasColour: (getenv("NO_COLOR")?.pointee ?? 0) == 0)
    }

    enum Colour: String {
        case green = "32"
        case yellow = "33"
        case red = "31"
    }

    /// A text in a colour, which says no more than the text does.
    func paint(_ text: some StringProtocol, _ colour: Colour) -> String {
        hasColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : String(text)
    }

    /// A text in lines of the columns that are left beside others, broken between words where it can be.
    func lines(_ text: String, beside taken: Int) -> [String] {
        guard let width else { return [text] }
        let room = max(20, width - taken)
        var lines: [String] = []
        for word in text.parts(at: " ") {
            // The line begins with a word.
            if lines.last == "" { lines.removeLast() }
            if let last = lines.last, last.count + 1 + word.count <= room {
                lines[lines.count - 1] = "\(last) \(word)"
                continue
            }
            // A word with no room on a line of its own is cut.
            var rest = word[...]
            repeat {
                lines.append(String(rest.prefix(room)))
                rest = rest.dropFirst(room)
            } while !rest.isEmpty
        }
        return lines
    }
}
