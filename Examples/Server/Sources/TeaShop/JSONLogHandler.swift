// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
package import Logging
import Synchronization

/// Writes each line of the log to the standard error stream: as a JSON object, or for a person where that is a
/// terminal.
package struct JSONLogHandler: LogHandler {
    private static let sharedLevel = Mutex(Logger.Level.info)
    private static let writing = Mutex(())
    private static let isTerminal = isatty(STDERR_FILENO) == 1

    /// The level of all loggers, which may be changed at any time.
    package static var level: Logger.Level {
        get { sharedLevel.withLock { $0 } }
        set { sharedLevel.withLock { $0 = newValue } }
    }

    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private var ownLevel: Logger.Level?

    /// Creates a handler; for `LoggingSystem.bootstrap`.
    package init(label: String) { self.label = label }

    /// The logger's own level, if it was given one, or else that of all.
    package var logLevel: Logger.Level {
        get { ownLevel ?? Self.level }
        set { ownLevel = newValue }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var line = metadata
        line.merge(metadataProvider?.get() ?? [:]) { $1 }
        line.merge(event.metadata ?? [:]) { $1 }
        line["error"] = event.error.map { "\($0)" }
        var data = Self.isTerminal ? Self.text(event, label, line) : Self.json(event, label, line)
        data.append(UInt8(ascii: "\n"))
        Self.writing.withLock { _ in try? FileHandle.standardError.write(contentsOf: data) }
    }

    private static func text(_ event: LogEvent, _ label: String, _ metadata: Logger.Metadata) -> Data {
        let rest = metadata.sorted { $0.key < $1.key }.map { " \($0)=\(onOneLine("\($1)"))" }.joined()
        let time = Date.now.formatted(.iso8601.time(includingFractionalSeconds: true))
        return Data("\(time) \(event.level) \(label): \(event.message)\(rest)".utf8)
    }

    /// Without anything that could end the line or move the cursor: paths, for example, are what clients write.
    private static func onOneLine(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
    }

    private static func json(_ event: LogEvent, _ label: String, _ metadata: Logger.Metadata) -> Data {
        var line = metadata.mapValues(Encoded.init)
        func set(_ key: String, _ text: String) { line[key] = Encoded(value: .string(text)) }
        set("time", Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        set("level", "\(event.level)")
        set("logger", label)
        set("source", event.source)
        set("message", "\(event.message)")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(line)) ?? Data("{}".utf8)
    }

    private struct Encoded: Encodable {
        let value: Logger.Metadata.Value

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .string(let text): try container.encode(text)
            case .stringConvertible(let other): try container.encode(other.description)
            case .array(let values): try container.encode(values.map(Encoded.init))
            case .dictionary(let values): try container.encode(values.mapValues(Encoded.init))
            }
        }
    }
}
