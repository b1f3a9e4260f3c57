// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Text from outside is taken apart by scalars, never by Characters: a `=` with a combining scalar behind it is one
// Character, and none that equals `=`. So a search by Characters passes over it, and what was to be hidden is shown.

extension String {
    /// The text in parts, which a scalar separates; empty ones are kept.
    package func parts(at separator: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
    }

    /// The text before the first of some scalar, or all of it.
    package func head(before stop: Unicode.Scalar) -> String {
        guard let end = unicodeScalars.firstIndex(of: stop) else { return self }
        return String(unicodeScalars[..<end])
    }

    /// The text behind the first of some scalar; nil where there is none.
    package func tail(behind stop: Unicode.Scalar) -> String? {
        guard let end = unicodeScalars.firstIndex(of: stop) else { return nil }
        return String(unicodeScalars[end...].dropFirst())
    }

    /// The text behind a beginning; nil where it begins otherwise.
    package func without(beginning: String) -> String? {
        begins(with: beginning) ? String(unicodeScalars.dropFirst(beginning.unicodeScalars.count)) : nil
    }
}

extension StringProtocol {
    /// Whether the text begins with the bytes of another, whatever combines with the last of them.
    package func begins(with beginning: some StringProtocol) -> Bool { utf8.starts(with: beginning.utf8) }

    /// Whether the text ends with the bytes of another.
    package func ends(with ending: some StringProtocol) -> Bool {
        utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
}
