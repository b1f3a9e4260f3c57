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

/// What holds for every property list whose root is decoded as a module's options (C43).
enum OptionsInvariants {
    /// Options with every kind of value; all that they read, they write again.
    struct Options: Codable, Equatable {
        enum Mode: String, Codable { case fast, slow }

        /// A type that tries one alternative and then another.
        enum Port: Codable, Equatable {
            case number(UInt16)
            case name(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(UInt16.self) {
                    self = .number(number)
                } else {
                    self = .name(try container.decode(String.self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .number(let number): try container.encode(number)
                case .name(let name): try container.encode(name)
                }
            }
        }

        var host: String
        var port: Port?
        var retries: Int8?
        var limit: UInt64?
        var ratio: Double?
        var on: Bool?
        var mode: Mode?
        var since: Date?
        var key: Data?
        var tags: [String]?
        var sizes: [String: UInt8]?
        var matrix: [[Int]]?
        var inner: [Options]?

        /// Without dates before 1582, which the toolchain takes by the Julian calendar.
        var withoutOldDates: Options {
            var options = self
            let first = Date(timeIntervalSinceReferenceDate: ConfigurationValue.gregorianCalendar)
            if let since, since < first { options.since = nil }
            options.inner = inner?.map(\.withoutOldDates)
            return options
        }
    }

    static func decode(_ bytes: [UInt8]) throws -> Options {
        try ConfigurationDecoder().decode(Options.self, from: PropertyListDocument.read(bytes).root)
    }

    static func check(_ bytes: [UInt8]) throws {
        guard let root = try? PropertyListDocument.read(bytes).root else { return }  // The other targets check this.
        do {
            try checkDecoded(ConfigurationDecoder().decode(Options.self, from: root), root, bytes)
        } catch let error as ConfigurationDecodingError {
            try require(!error.problems.isEmpty, "an error without a problem")
            for problem in error.problems {
                try checkMessage(problem.message)
                let container = root.value(at: problem.path.components.dropLast())
                try require(container != nil, "\(problem.path) lies nowhere")
            }
        }
    }

    private static func checkDecoded(_ options: Options, _ root: ConfigurationValue, _ bytes: [UInt8]) throws {
        // A date may be a text for Hive, because JSON has no dates; for the toolchain it may not.
        if root.hasDateAsText { return }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let expected: Options
        do {
            expected = try PropertyListDecoder().decode(Options.self, from: Data(bytes[start...]))
        } catch {
            throw BrokenInvariant("Hive decodes \(options), the toolchain refuses it: \(error)")
        }
        let isSame = options.withoutOldDates == expected.withoutOldDates
        try require(isSame, "Hive decodes \(options), the toolchain \(expected)")
        // A key that nobody reads would be missing from what is written.
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let written = try PlainPropertyList.read(Array(encoder.encode(options)))
        try require(written.agrees(with: root), "\(root) is decoded as \(written)")
    }
}

extension ConfigurationValue {
    /// Whether the key `since` has a text, here or further inside.
    fileprivate var hasDateAsText: Bool {
        switch self {
        case .dictionary(let entries):
            entries.contains { key, value in
                if key == "since", case .string = value { true } else { value.hasDateAsText }
            }
        case .array(let elements): elements.contains(where: \.hasDateAsText)
        default: false
        }
    }
}
