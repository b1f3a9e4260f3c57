// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

@testable import HiveConfig
@testable import HivePropertyList

/// What holds for every file that is read as a property list (C43, C45).
enum PropertyListInvariants {
    static func check(_ bytes: [UInt8]) throws {
        do {
            try checkDocument(PropertyListDocument.read(bytes), bytes)
        } catch let error as PropertyListError {
            try checkError(error, bytes)
        }
    }

    private static func checkError(_ error: PropertyListError, _ bytes: [UInt8]) throws {
        try require(!error.problems.isEmpty, "an error without a problem")
        try require(error.problems.count <= PropertyListLimits.problemCount + 2, "\(error.problems.count) problems")
        let isBinary = bytes.starts(with: "bplist".utf8)
        // A line ends with a line feed, a carriage return, or both, which counts twice here.
        let lineCount = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
        for problem in error.problems {
            try checkMessage(problem.message)
            try checkMessage(problem.remedy)
            guard let line = problem.line else { continue }
            try require(!isBinary && (1...lineCount).contains(line), "line \(line) of \(lineCount): \(problem)")
        }
    }

    private static func checkDocument(_ document: PropertyListDocument, _ bytes: [UInt8]) throws {
        let isBinary = bytes.starts(with: "bplist".utf8)
        try require(isBinary == (document.lines == nil), "a binary file with lines, or another without")
        try checkAgreement(document.root, bytes)
        var tally = Tally()
        tally.count(document.root, depth: 0)
        try require(tally.depth <= PropertyListLimits.depth, "\(tally.depth) containers within each other")
        // The outline has one value for each in the file, so a key that is used twice shows.
        let count = document.nodes.count
        try require(tally.values == count, "\(count) values, of which \(tally.values) are kept")
        try require(tally.values <= bytes.count, "\(tally.values) values from \(bytes.count) bytes")
        let allowed = isBinary ? PropertyListLimits.expandedByteCount(ofFileWith: bytes.count) : bytes.count
        try require(tally.bytes <= allowed, "\(tally.bytes) bytes of text and data from \(bytes.count)")
        try checkPlaces(document)
    }

    private static func checkAgreement(_ root: ConfigurationValue, _ bytes: [UInt8]) throws {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        do {
            let plain = try PlainPropertyList.read(hasMark ? Array(bytes.dropFirst(3)) : bytes)
            try require(root.agrees(with: plain), "Hive reads \(root), the decoder \(plain)")
        } catch let broken as BrokenInvariant {
            throw broken
        } catch {
            throw BrokenInvariant("Hive reads \(root), the decoder refuses it: \(error)")
        }
    }

    /// Checks that outline and tree lie over each other, so that an error about a value names that value's line.
    private static func checkPlaces(_ document: PropertyListDocument) throws {
        let root = document.root
        for index in document.nodes.indices.prefix(500) {
            let path = document.path(of: index)
            try require(document.index(nearest: path) == index, "\(path) leads to another value")
            let kind = document.nodes[index].kind
            let value = root.value(at: path.components)
            try require(value?.shapeKind == kind, "\(path) is outlined as \(kind), but read as \(value as Any)")
        }
    }

    /// What a tree takes.
    private struct Tally {
        var values = 0
        var bytes = 0
        var depth = 0

        mutating func count(_ value: ConfigurationValue, depth outer: Int) {
            values += 1
            switch value {
            case .string(let text): bytes += text.utf16.count
            case .data(let content): bytes += content.count
            case .array(let elements):
                depth = max(depth, outer + 1)
                for element in elements { count(element, depth: outer + 1) }
            case .dictionary(let entries):
                depth = max(depth, outer + 1)
                for element in entries.values { count(element, depth: outer + 1) }
            case .integer, .real, .boolean, .date: break
            }
        }
    }
}

extension ConfigurationValue {
    fileprivate var shapeKind: PropertyListDocument.Kind {
        switch self {
        case .string, .integer, .real, .boolean, .date, .data: .scalar
        case .array: .array
        case .dictionary: .dictionary
        }
    }
}
