// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Compiled into the tests, which replay the corpus, and into the fuzz target (Tests/Fuzz), which has no testing
// library.

import Hive
import HiveReports

@testable import HiveCommands
@testable import HiveControl

/// What holds for every line that comes to a control socket, or back from one, whatever its bytes are (C65).
enum ControlInvariants {
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    /// The longest text about what is wrong, in bytes.
    private static let longestRefusal = 1_000

    /// The bytes as a request, and as an answer.
    ///
    /// - Parameters:
    ///   - bytes: What comes.
    ///   - hive: A hive with ``ControlledModule``, which is not asked to stop.
    /// - Throws: ``Broken`` for what does not hold.
    static func check(_ bytes: [UInt8], of hive: Hive) throws {
        // The server reads no longer ones, and takes a line up to its end.
        let line = bytes.prefix(ControlProtocol.longestRequest).prefix { $0 != UInt8(ascii: "\n") }
        try checkRequest(Array(line), of: hive)
        try checkAnswer(bytes)
    }

    /// A hive; it serves for all inputs.
    static func makeHive(clock: any Clock<Duration> = ContinuousClock()) throws -> Hive {
        let hive = Hive(HiveOptions(clock: clock))
        try hive.modules.register(ControlledModule.self)
        return hive
    }

    // MARK: The server's side

    private static func checkRequest(_ line: [UInt8], of hive: Hive) throws {
        let answer = ControlAnswer(
            to: line,
            of: 7,
            about: hive,
            allowing: ControlModule.Operation.allCases,
            ControlObserver { _ in }
        )
        let entries: [[String: ConfigurationValue]]
        switch answer {
        case .lines(let text): entries = try lines(of: text)
        case .waits: entries = [[:]]
        case .watches(var watch):
            let news = (watch.news() ?? "").split(separator: "\n").map { Array($0.utf8) }
            entries = try news.map { try ControlProtocol.object($0) }
            try require(entries.last == ["waits": true], "changes that are not told to be all: \(entries)")
        case .none: throw Broken(description: "a request that gets no answer")
        }
        do {
            let request = try ControlRequest(line: line)
            let again: [String: ConfigurationValue] = [
                "version": .integer(ControlProtocol.version), "command": .string(request.command),
                "arguments": .list(request.arguments),
            ]
            let text = Array(ConfigurationValue.dictionary(again).json.utf8)
            try require(try ControlRequest(line: text) == request, "\(request) is not read again")
            let known = LiveAnswer.known(request.command)
            try require(known == request.command || known == "no command", "observers are told \(known)")
            if case .string(let refusal)? = entries.last?["error"] { try checkRefusal(refusal) }
        } catch let refusal as ControlFault {
            try checkRefusal(refusal.description)
            let said = entries.last?["error"]
            try require(said == .string("\(refusal)."), "\(refusal), and the answer says \(said as Any)")
        }
    }

    /// The lines of an answer, of which the last one is marked as the end.
    private static func lines(of text: String) throws -> [[String: ConfigurationValue]] {
        try require(text.utf8.last == UInt8(ascii: "\n"), "an answer without the end of its last line")
        let lines = text.utf8.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let entries = try lines.map { try ControlProtocol.object(Array($0)) }
        for entry in entries.dropLast() { try require(entry["end"] == nil, "an end before the last line") }
        let end = entries.last ?? [:]
        try require(end["end"] == true, "a last line that is no end")
        try require(end["version"] == .integer(ControlProtocol.version), "an end without the version")
        return entries
    }

    private static func checkRefusal(_ text: String) throws {
        let count = text.utf8.count
        try require(count > 0 && count <= longestRefusal, "a refusal of \(count) bytes: \(text)")
        try checkLine(text)
    }

    private static func checkLine(_ text: String) throws {
        try require(text.unicodeScalars.allSatisfy(\.isPrintable), "a line that is not printable: \(Array(text.utf8))")
    }

    // MARK: The client's side

    private static func checkAnswer(_ bytes: [UInt8]) throws {
        var objects: [[String: ConfigurationValue]] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            do { objects.append(try ControlProtocol.object(Array(line))) } catch {
                return try checkRefusal(error.description)
            }
        }
        let status: LiveStatus
        do { status = try LiveStatus(objects) } catch {
            return try checkRefusal(error.description)
        }
        for display in [Display(), Display(width: 80), Display(width: 80, hasColour: true)] {
            let report = status.report(on: display)
            try require([0, 1].contains(report.exitCode), "the exit code \(report.exitCode)")
            try checkText(report.text, on: display)
            var changes = StatusChanges(display, isJSON: false)
            try require(try changes.text(objects) == report.text + "\n", "a watch that begins in another way")
            let text = try changes.text(objects)
            if !text.isEmpty { try checkText(text, on: display) }
            let end = changes.result(behind: "")
            try checkText(end.output + end.errors, on: Display())
            let object = try ControlProtocol.object(Array(report.json.utf8.dropLast()))
            try require(object["version"] != nil, "a report in JSON without its version")
        }
    }

    private static func checkText(_ text: String, on display: Display) throws {
        try require(text.utf8.last == UInt8(ascii: "\n"), "a text without the end of its last line")
        for line in text.split(separator: "\n") {
            let plain = display.hasColour ? withoutColours(line) : String(line)
            try checkLine(plain)
            try require(display.width == nil || plain.count <= 80, "a line of \(plain.count) columns: \(line)")
        }
    }

    /// A line of a text without the marks of colours that the client itself has put there.
    private static func withoutColours(_ line: Substring) -> String {
        let marks = ["0", "31", "32", "33"].map { "\u{1B}[\($0)m" }
        return marks.reduce(String(line)) { $0.split(separator: $1, omittingEmptySubsequences: false).joined() }
    }

    private static func require(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
        if !condition { throw Broken(description: complaint()) }
    }
}

/// What a hive is asked about.
final class ControlledModule: HiveModule {
    struct Options: ModuleOptions {
        var port = 80
        var password: Secret<String>?
    }

    static let manifest = ModuleManifest()

    init() {}

    func setUp(_ context: SetupContext) {}
}
