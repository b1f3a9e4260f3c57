// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The files in this folder say what holds for every input, however hostile. They are compiled twice: into this test
// target, which replays the corpus, and into the fuzz targets (Tests/Fuzz), which look for inputs that break them.

/// Something that should hold for every input and doesn't for one.
struct BrokenInvariant: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless a condition holds.
func require(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    if !condition { throw BrokenInvariant(complaint()) }
}

/// Checks a text that comes from Hive, with parts of the input in it: it says something, on one line, at a sane length.
func checkMessage(_ text: String) throws {
    try require(!text.isEmpty, "an empty message")
    try require(text.utf8.count <= 4096, "a message of \(text.utf8.count) bytes: \(text.prefix(200))")
    let isHarmless = text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
    try require(isHarmless, "a message that a terminal would not show as it is: \(Array(text.utf8))")
}
