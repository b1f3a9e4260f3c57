// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

struct ConfigurationValueTests {
    @Test func literalsGiveEachKind() {
        let value: ConfigurationValue = ["a": "text", "b": 1, "c": 1.5, "d": true, "e": [1, 2]]
        let expected = ConfigurationValue.dictionary([
            "a": .string("text"), "b": .integer(1), "c": .real(1.5), "d": .boolean(true),
            "e": .array([.integer(1), .integer(2)]),
        ])
        #expect(value == expected)
    }

    @Test func descriptionIsSortedAndOnOneLine() {
        let value: ConfigurationValue = ["b": [1, 2.5, false], "a": "x\n\"y\"", "c": [:], "d": .data([1])]
        #expect(value.description == #"["a": "x\n\"y\"", "b": [1, 2.5, false], "c": [:], "d": data(1 byte)]"#)
    }

    @Test(
        arguments: [
            (ConfigurationValue.string(""), "a string"), (.integer(0), "an integer"), (.real(0), "a real number"),
            (.boolean(false), "a boolean"), (.date(secondsSinceReferenceDate: 0), "a date"), (.data([]), "data"),
            (.array([]), "an array"), (.dictionary([:]), "a dictionary"),
        ] as [(ConfigurationValue, String)]
    )
    func kindNameHasAnArticle(value: ConfigurationValue, name: String) {
        #expect(value.kindName == name)
    }

    @Test func laterOfTwoEqualLiteralKeysWins() {
        let value = ConfigurationValue(dictionaryLiteral: ("a", 1), ("a", 2))
        #expect(value == ["a": 2])
    }
}
