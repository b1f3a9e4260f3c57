// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What holds for every file that is read as JSON (C43, C45).
///
/// The oracle is Foundation's decoder: in its mode for JSON5 it reads comments and a last comma too, and whatever Hive
/// reads it has to read alike. What it reads without that mode Hive has to read, but for what no configuration has.
enum JSONInvariants {
    /// Why Hive refuses what is JSON.
    private static let reasons = [
        "null states nothing", "is already used", "means the same as", "more keys are used twice", "is longer than",
        "nested more than", "doesn't fit in 64 bits", "isn't a finite number", "the file is encoded in",
        "the file is XML", "the file is a binary property list", "half of a pair", "U+0000",
    ]

    static func check(_ bytes: [UInt8]) throws {
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do {
            let document = try PropertyListDocument.read(bytes, isJSON: true)
            let plain = try plain(content, allowsJSON5: true)
            try require(document.root.agrees(with: plain), "Hive reads \(document.root), the decoder \(plain)")
            try checkPlaces(document)
        } catch let error as PropertyListError {
            try require(!error.problems.isEmpty, "an error without a problem")
            let lineCount = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
            for problem in error.problems {
                try checkMessage(problem.message)
                try checkMessage(problem.remedy)
                if let line = problem.line { try require((1...lineCount).contains(line), "line \(line): \(problem)") }
            }
            if reasons.contains(where: { error.problems[0].message.contains($0) }) { return }
            guard let plain = try? plain(content, allowsJSON5: false) else { return }
            throw BrokenInvariant("Hive says \(error), the decoder reads \(plain)")
        }
    }

    private static func plain(_ bytes: [UInt8], allowsJSON5: Bool) throws -> ConfigurationValue {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = allowsJSON5
        do {
            let value = try decoder.decode(PlainPropertyList.self, from: Data(bytes)).value
            guard case .dictionary(var entries) = value, case .string = entries["$schema"] else { return value }
            entries["$schema"] = nil
            return .dictionary(entries)
        } catch {
            throw BrokenInvariant("the decoder refuses it: \(error)")
        }
    }

    /// Checks that an error about a value would name that value's line.
    private static func checkPlaces(_ document: PropertyListDocument) throws {
        for index in document.nodes.indices.prefix(500) {
            let path = document.path(of: index)
            try require(document.index(nearest: path) == index, "\(path) leads to another value")
            try require(document.root.value(at: path.components) != nil, "\(path) leads nowhere")
        }
    }
}
