// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform
import HiveTestKit
import Testing

@testable import HiveCommands
@testable import HiveControl

/// Every input that the fuzz target of the control socket keeps (Tests/Fuzz), replayed without a fuzzer (C65).
@Suite struct ControlCorpusTests {
    private static let folder =
        String(#filePath.dropLast("HiveControlTests/ControlCorpusTests.swift".count)) + "Fuzz/Corpus/Control"

    @Test func everyInputKeepsTheInvariants() throws {
        let hive = try ControlInvariants.makeHive(clock: ManualClock())
        for (name, bytes) in try Self.inputs() {
            do { try ControlInvariants.check(bytes, of: hive) } catch { Issue.record("\(name): \(error)") }
            // What its name begins with says how it was meant; the fuzzer's own finds promise nothing.
            let isRead = (try? ControlRequest(line: bytes)) != nil
            if name.hasPrefix("accepted-") { #expect(isRead, "\(name)") }
            if name.hasPrefix("refused-") { #expect(!isRead, "\(name)") }
        }
    }

    /// The same over a socket, for commands that read an answer in either way.
    @Test func noAnswerMakesAClientPrintAnythingElse() async throws {
        let scratch = try Scratch()
        for (name, bytes) in try Self.inputs() {
            let text = String(decoding: bytes, as: UTF8.self)
            let server = try ControlServer(ControlSocket(at: scratch.socket)) { _, _ in .lines(text) }
            for line in ["status", "order --json", "stop"] {
                let result = try LiveClient(program: "shop", places: [scratch.socket]).answer(line)
                let all = result.output + result.errors
                #expect(all.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable }, "\(name): \(all)")
                #expect((0...255).contains(result.exitCode) && !all.isEmpty, "\(name)")
            }
            await server.end()
        }
    }

    private static func inputs() throws -> [(name: String, bytes: [UInt8])] {
        let folder = try #require(opendir(Self.folder))
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        try #require(names.count > 50)
        return try names.sorted().map { name in
            let file = open("\(Self.folder)/\(name)", O_RDONLY | O_CLOEXEC)
            try #require(file >= 0)
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(file, &bytes, bytes.count)
            return (name, Array(bytes.prefix(max(0, count))))
        }
    }
}
