// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// A program that runs as a process of its own, and is killed when the test lets go of it.
final class Program {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What it has logged so far.
    private(set) var log: [String] = []
    private let name: String
    private let process = Process()
    private var lines: AsyncStream<String>.Iterator

    /// Starts a program in the package's folder.
    ///
    /// - Throws: ``Failure`` when the program was not built, or what the system says.
    init(_ name: String, _ variables: [String: String]) throws {
        self.name = name
        let pipe = Pipe()
        process.executableURL = try Self.url(of: name)
        process.currentDirectoryURL = packageFolder
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.standardError = pipe
        lines = Self.lines(of: pipe.fileHandleForReading).makeAsyncIterator()
        try process.run()
        // The process has it, and whoever reads waits for all others to close it.
        try pipe.fileHandleForWriting.close()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Returns the first line that has a text, of those that have come since the last call.
    @discardableResult
    func wait(for text: String) async throws -> String {
        while let line = await nextLine() {
            if line.contains(text) { return line }
        }
        throw Failure(description: "\(name) ended without \"\(text)\"; it logged \(log.joined(separator: "\n")).")
    }

    /// Returns the port that it listens on.
    func port() async throws -> Int {
        while true {
            let line = try await wait(for: "] listening")
            if let port = line.firstMatch(of: /port=(\d+)/).flatMap({ Int($0.1) }) { return port }
        }
    }

    /// Returns how the process has ended: its exit code, or 128 and the signal.
    func exitCode() async -> Int32 {
        while await nextLine() != nil {}
        // It has closed its streams, and takes no longer than the system needs.
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    private func nextLine() async -> String? {
        guard let line = await lines.next(isolation: #isolation) else { return nil }
        log.append(line)
        return line
    }

    /// The build puts programs beside the tests, or into a folder around them.
    private static func url(of program: String) throws -> URL {
        for start in CommandLine.arguments where start.hasPrefix("/") {
            var folder = URL(filePath: start)
            while folder.path() != "/" {
                folder.deleteLastPathComponent()
                let candidate = folder.appending(path: program)
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: candidate.path(), isDirectory: &isFolder), !isFolder.boolValue
                {
                    return candidate
                }
            }
        }
        throw Failure(description: "\(program) is near none of \(CommandLine.arguments): build it first.")
    }

    private static func lines(of file: FileHandle) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = file.availableData
                if data.isEmpty { break }
                rest.append(data)
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
            continuation.finish()
        }
        return stream
    }
}

let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

extension Program {
    /// Starts a catalogue's process.
    static func catalog(
        port: Int = 0,
        lookUpTakes: Double = 0,
        _ variables: [String: String] = [:]
    ) throws -> Program {
        let own = ["CATALOG_SERVER_PORT": "\(port)", "CATALOG_STOCK_LOOK_UP_TAKES": "\(lookUpTakes)"]
        return try Program("CatalogServer", own.merging(variables) { $1 })
    }

    /// Starts a shop's process whose catalogue is another process, with a deadline later than any test ends.
    static func shop(catalogPort: Int, _ variables: [String: String] = [:]) throws -> Program {
        let defaults = [
            "SHOP_ENVIRONMENT": "remote", "SHOP_WEB_PORT": "0", "SHOP_CATALOG_PORT": "\(catalogPort)",
            "SHOP_CATALOG_DEADLINE": "600", "SHOP_CATALOG_CHECK_EVERY": "0.05",
        ]
        return try Program("ShopServer", defaults.merging(variables) { $1 })
    }
}

/// Asks until the shop says that it is ready, or that it is not; returns what it said.
@discardableResult
func waitUntil(ready isReady: Bool, _ port: Int) async throws -> String {
    while true {
        let answer = try await get("/readyz", port)
        if (answer.status == 200) == isReady { return answer.body }
    }
}
