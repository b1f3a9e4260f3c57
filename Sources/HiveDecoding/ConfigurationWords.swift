// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension String {
    /// The words of a key in lower case: `database.maxURLLength` is `database`, `max`, `url`, `length`.
    var configurationWords: [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(self)
        for (index, character) in characters.enumerated() {
            let isSeparator = character.isASCII && !character.isLetter && !character.isNumber
            let isAfterSmall = index > 0 && (characters[index - 1].isLowercase || characters[index - 1].isNumber)
            let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            // A word begins with the first capital, or with the last of several that small letters follow.
            if isSeparator || character.isUppercase && (isAfterSmall || isBeforeSmall) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if !isSeparator { word += character.lowercased() }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// The words of a key as environment variables have them: `MAX_URL_LENGTH`.
    package var asVariable: String { configurationWords.joined(separator: "_").uppercased() }

    /// The words of a key as arguments have them, without the dashes before them: `max-url-length`.
    var asArgument: String { configurationWords.joined(separator: "-") }

    /// Whether the name of a variable is a prefix, an underscore, and anything behind it.
    func isVariable(under prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8) && utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: "_")
    }

    /// A module's name as variables and arguments have it: without the ending `Module`, unless that is all of it.
    package var withoutModuleEnding: String {
        ends(with: "Module") && utf8.count > 6 ? String(unicodeScalars.dropLast(6)) : self
    }
}
