// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A command line, taken apart by scalars: what stands behind the first `=` is a value, whatever it combines with.
struct ArgumentList: Sendable {
    /// What has not the form of an argument that a hive reads: a word, one dash, or what stands behind `--`.
    struct Word: Sendable {
        /// Its place on the command line, counted from 1.
        let place: Int
        let text: String

        /// The word up to its value, where it seems to have a name, as `-Cart.title=x` and `Cart.title=x` have; nil
        /// where all of it may be a value, which is never shown.
        var name: String? { text.unicodeScalars.contains("=") ? text.shownArgumentName : nil }
    }

    /// Arguments by name, without their dashes; nil for one that was given without a value.
    private(set) var values: [String: String?] = [:]
    /// The names that were given several times, if they may speak of a module's option.
    private(set) var repeated: Set<String> = []
    private(set) var words: [Word] = []

    var isEmpty: Bool { values.isEmpty && words.isEmpty }

    /// Takes arguments of the form `--key=value`, or `--key` for true; the last of equal ones counts, and `--` ends
    /// them.
    init(_ arguments: [String]) {
        var hasEnded = false
        for (index, argument) in arguments.enumerated() {
            if !hasEnded, argument == "--" {
                hasEnded = true
            } else if !hasEnded, let rest = argument.without(beginning: "--") {
                let name = rest.head(before: "=")
                if values.updateValue(rest.tail(behind: "="), forKey: name) != nil,
                    name.utf8.contains(UInt8(ascii: "."))
                {
                    repeated.insert(name)
                }
            } else {
                words.append(Word(place: index + 1, text: argument))
            }
        }
    }
}

extension String {
    /// An argument's name, as far as it can be one: a person may have written the value behind a colon or a blank, and
    /// values are never shown.
    var shownArgumentName: String {
        let name = unicodeScalars.prefix { $0.properties.isXIDContinue || $0 == "-" || $0 == "." }
        return name.endIndex == unicodeScalars.endIndex || unicodeScalars[name.endIndex] == "="
            ? String(name) : "\(String(name))…"
    }
}
