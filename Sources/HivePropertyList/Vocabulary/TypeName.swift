// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// A type's name as a property list may give it: `Module.Type` or `Module.Outer.Inner`.
///
/// Property lists come from anyone, and the Swift runtime parses what it is given as the compiler does, so nothing but
/// plain identifiers ever reaches either.
package struct TypeName {
    package static let maximumByteCount = 256
    package static let maximumComponentCount = 5

    package let components: [Substring]

    /// Takes a name apart; nil for one that is too long, holds anything but ASCII letters, digits, `_` and dots, or is
    /// what Swift source or a file calls the type.
    package init?(_ name: String) {
        guard name.utf8.count <= Self.maximumByteCount else { return nil }
        let components = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard components.count <= Self.maximumComponentCount, components.allSatisfy(\.isASCIIIdentifier) else {
            return nil
        }
        if components.count > 1, Self.endings.contains(where: { components.last == $0.dropFirst() }) { return nil }
        self.components = components
    }

    /// What people write behind a type's name: in Swift source, or for the file that it is in.
    private static let endings: [Substring] = [".self", ".Type", ".swift"]

    /// Says what keeps a text from being the name of a type, which it shows, and what to do about it.
    ///
    /// - Parameters:
    ///   - name: The text.
    ///   - naming: Says how a generic class with its arguments gets a name, such as the one that it is given.
    /// - Returns: Both, without full stops.
    package static func fault(of name: String, naming: (String) -> String) -> (text: String, remedy: String) {
        let (length, depth) = (maximumByteCount, maximumComponentCount)
        let characters = "in ASCII letters, digits and underscores"
        let advice = "Write Module.Type \(characters)"
        let shown = name.quoted(limit: 80)
        if name.utf8.count > length { return ("\(shown) is longer than \(length) bytes", advice) }
        if let bare = bareName(name) {
            return ("\(shown) is more than the name of a type", "Write \(bare.quoted)")
        }
        let parts = name.utf8.split(separator: UInt8(ascii: "<"), maxSplits: 1)
        if parts.count == 2, let outer = parts[0].split(separator: UInt8(ascii: ".")).last {
            let letters = (Array(outer) + Array(parts[1])).filter(\.isASCIILetter)
            let remedy = naming(String(decoding: letters, as: UTF8.self))
            return ("\(shown) has generic arguments, and a name has none", remedy)
        }
        if let other = name.unicodeScalars.first(where: { !$0.isASCII }) {
            let which = "\(String(other).inEscapes), which is no ASCII letter, whatever it looks like"
            return ("\(name.inEscapes) has \(which)", "Type the name again \(characters)")
        }
        let dots = name.utf8.count { $0 == UInt8(ascii: ".") }
        if dots >= depth { return ("\(shown) has more than \(depth) parts", "Write Module.Type") }
        return ("\(shown) is no name of a type", advice)
    }

    /// The name without what belongs to Swift source or to a file: of `Shop.TradeModule.self`, `TradeModule.swift`,
    /// `(any PriceService).self` and `TradeModule()`; nil where nothing of that kind is there, or no name is left.
    private static func bareName(_ name: String) -> String? {
        var rest = name[...]
        for ending in endings where rest.utf8.count > ending.utf8.count && rest.ends(with: ending) {
            rest = rest.dropLast(ending.count)
        }
        if rest.ends(with: "()") { rest = rest.dropLast(2) }
        if rest.begins(with: "("), rest.ends(with: ")") { rest = rest.dropFirst().dropLast() }
        if rest.begins(with: "any ") { rest = rest.dropFirst(4) }
        return rest.count < name.count && TypeName(String(rest)) != nil ? String(rest) : nil
    }
}
