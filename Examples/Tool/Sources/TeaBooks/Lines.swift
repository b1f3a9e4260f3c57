// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Synchronization

/// The lines of a file, or of standard input, which may come slowly.
package final class Lines: AsyncSequence, Sendable {
    package typealias Element = (number: Int, text: String)

    private let stream: AsyncThrowingStream<Element, any Error>
    private let continuation: AsyncThrowingStream<Element, any Error>.Continuation
    private let hasStopped = Atomic(false)

    /// Reads a file; `-` is standard input.
    ///
    /// What is wrong with the file is thrown as a ``Complaint`` where its lines are asked for.
    package init(of path: String) {
        (stream, continuation) = AsyncThrowingStream.makeStream()
        // On a thread of its own, because opening and reading block, and nobody can end that.
        Thread.detachNewThread { [continuation] in
            do {
                guard let file = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
                    throw Self.complaint(about: path)
                }
                try Self.readLines(of: file, path) { continuation.yield($0) }
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
    }

    package func makeAsyncIterator() -> Iterator { Iterator(lines: self, iterator: stream.makeAsyncIterator()) }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let lines: Lines
        fileprivate var iterator: AsyncThrowingStream<Element, any Error>.Iterator

        package mutating func next() async throws -> Element? {
            // What has been read and not taken yet would still come.
            lines.hasStopped.load(ordering: .relaxed) ? nil : try await iterator.next()
        }
    }

    private static func readLines(of file: FileHandle, _ path: String, _ yield: (Element) -> Void) throws {
        var (bytes, number) = ([UInt8](repeating: 0, count: 65_536), 1)
        var line: [UInt8] = []
        func endLine() {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if !line.isEmpty { yield((number, String(decoding: line, as: UTF8.self))) }
            line.removeAll(keepingCapacity: true)
            number += 1
        }
        while true {
            let count = read(file.fileDescriptor, &bytes, bytes.count)
            if count < 0 { throw complaint(about: path) }
            if count == 0 { break }
            var rest = bytes[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                endLine()
                rest = rest[(end + 1)...]
            }
            line += rest
            if line.count > bytes.count { throw Complaint.data("\(path):\(number): the line is too long") }
        }
        endLine()
    }

    private static func complaint(about path: String) -> Complaint {
        .input("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
}
