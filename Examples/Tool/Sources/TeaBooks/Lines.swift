// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Synchronization

/// The lines of a file, or of standard input, which may come slowly; at most ``limit`` are read before they are taken.
package final class Lines: AsyncSequence, Sendable {
    package typealias Element = (number: Int, text: String)

    package static let limit = 1024

    private let stream: AsyncThrowingStream<Element, any Error>
    private let continuation: AsyncThrowingStream<Element, any Error>.Continuation
    private let hasStopped = Atomic(false)
    /// One for each line that may be read before another is taken.
    private let room = DispatchSemaphore(value: 0)

    /// Reads a file; `-` is standard input.
    ///
    /// What is wrong with the file is thrown as a ``Complaint`` where its lines are asked for.
    package init(of path: String) {
        (stream, continuation) = AsyncThrowingStream.makeStream()
        // A semaphore that begins with more must not go before all of them are back.
        for _ in 0..<Self.limit { room.signal() }
        // On a thread of its own, because opening and reading block, and nobody can end that.
        Thread.detachNewThread { [continuation, room] in
            do {
                guard let file = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
                    throw Self.complaint(about: path)
                }
                try Self.readLines(of: file, path) { line in
                    room.wait()
                    if case .terminated = continuation.yield(line) { return false }
                    return true
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    /// Ends the sequence now, also while somebody waits for a line.
    package func stop() {
        hasStopped.store(true, ordering: .relaxed)
        continuation.finish()
        room.signal()
    }

    /// Lets the thread end that waits for room, where nobody takes the rest.
    deinit { stop() }

    package func makeAsyncIterator() -> Iterator { Iterator(lines: self, iterator: stream.makeAsyncIterator()) }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let lines: Lines
        fileprivate var iterator: AsyncThrowingStream<Element, any Error>.Iterator

        package mutating func next() async throws -> Element? {
            // What has been read and not taken yet would still come.
            if lines.hasStopped.load(ordering: .relaxed) { return nil }
            let line = try await iterator.next()
            lines.room.signal()
            return line
        }
    }

    /// Reads until the end, or until nobody takes a line any more.
    private static func readLines(of file: FileHandle, _ path: String, _ yield: (Element) -> Bool) throws {
        var (bytes, number) = ([UInt8](repeating: 0, count: 65_536), 1)
        var line: [UInt8] = []
        func endLine() -> Bool {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            defer {
                line.removeAll(keepingCapacity: true)
                number += 1
            }
            return line.isEmpty || yield((number, String(decoding: line, as: UTF8.self)))
        }
        while true {
            let count = read(file.fileDescriptor, &bytes, bytes.count)
            if count < 0 { throw complaint(about: path) }
            if count == 0 { break }
            var rest = bytes[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                guard endLine() else { return }
                rest = rest[(end + 1)...]
            }
            line += rest
            if line.count > bytes.count { throw Complaint.data("\(path):\(number): the line is too long") }
        }
        _ = endLine()
    }

    private static func complaint(about path: String) -> Complaint {
        .input("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
}
