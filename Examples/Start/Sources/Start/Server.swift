// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch

#if canImport(Glibc)
import Glibc
private let stream = Int32(SOCK_STREAM.rawValue)
#elseif canImport(Musl)
import Musl
private let stream = SOCK_STREAM
#else
import Darwin
private let stream = SOCK_STREAM
#endif

/// A little of HTTP, so that this package needs no other.
///
/// Of a request the path is read, and the connection ends with the answer. Your program has a library's server instead.
struct Server: Sendable {
    struct Answer: Sendable {
        let status: String
        let text: String

        init(isWell: Bool = true, _ text: String) {
            status = isWell ? "200 OK" : "503 Service Unavailable"
            self.text = text + "\n"
        }
    }

    private let listener: Int32
    private let shutdown = AsyncStream<Never>.makeStream()

    /// Listens, and accepts nobody yet.
    init(host: String, port: UInt16) throws {
        signal(SIGPIPE, SIG_IGN)  // A client that has gone ends its connection, and not the process.
        listener = socket(AF_INET, stream, 0)
        var isOn: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { throw ServerError("\(host) is no IPv4 address") }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(listener, 128) == 0 else {
            throw ServerError("cannot listen on \(host):\(port): \(String(cString: strerror(errno)))")
        }
    }

    /// Answers requests; returns when nobody is accepted any more, and all who were accepted have their answers.
    func serve(_ answer: @escaping @Sendable (_ path: Substring) async throws -> Answer) async {
        let clients = AsyncStream<Int32>.makeStream()
        let acceptAll: @Sendable () -> Void = { [listener] in
            while case let client = accept(listener, nil, nil), client >= 0 { clients.continuation.yield(client) }
        }
        await withDiscardingTaskGroup { group in
            group.addTask {
                let source = DispatchSource.makeReadSource(fileDescriptor: listener)
                source.setEventHandler(handler: acceptAll)
                source.setCancelHandler { [listener] in
                    acceptAll()  // They were connected before the shutdown began.
                    close(listener)
                    clients.continuation.finish()
                }
                source.activate()
                for await _ in shutdown.stream {}
                source.cancel()
            }
            for await client in clients.stream {
                group.addTask {
                    let path = await onThread { receive(client) }
                    let answer = (try? await answer(path)) ?? Answer(isWell: false, "not now")
                    await onThread { send(answer, client) }
                }
            }
        }
    }

    func beginGracefulShutdown() { shutdown.continuation.finish() }
}

struct ServerError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Lets a call block a thread that tasks do not need.
private func onThread<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { caller in
        DispatchQueue.global().async { caller.resume(returning: call()) }
    }
}

/// Reads a request up to the empty line, five seconds from one byte to the next at most, and returns its path.
private func receive(_ client: Int32) -> Substring {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    _ = fcntl(client, F_SETFL, 0)
    var request: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1024)
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8), request.count < 8192 {
        let count = recv(client, &bytes, bytes.count, 0)
        guard count > 0 else { break }
        request += bytes[..<count]
    }
    let words = String(decoding: request, as: UTF8.self).unicodeScalars.split(separator: " ", maxSplits: 2)
    return words.count > 1 ? Substring(words[1]) : "/"
}

/// Sends the answer, and closes the connection when the client has seen it.
private func send(_ answer: Server.Answer, _ client: Int32) {
    let head = "HTTP/1.1 \(answer.status)\r\nContent-Length: \(answer.text.utf8.count)\r\nConnection: close\r\n\r\n"
    let bytes = Array((head + answer.text).utf8)
    _ = send(client, bytes, bytes.count, 0)
    shutdown(client, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 1024)
    while recv(client, &rest, rest.count, 0) > 0 {}
    close(client)
}
