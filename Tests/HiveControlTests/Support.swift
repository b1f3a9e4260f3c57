// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HivePlatform
import Synchronization
import Testing

@testable import HiveControl

#if HIVE_THREAD_SANITIZER
/// The stand-in of `Hive`, because the thread sanitizer misreports the standard library's lock.
typealias Mutex = SanitizedMutex
#endif

/// A folder of its own, which goes with it.
final class Scratch: Sendable {
    let path: String

    init() throws {
        // Not the temporary folder, whose path may leave a socket's no room.
        var name = Array("/tmp/hivec-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&name).map { String(cString: $0) })
    }

    /// A socket in a folder that is made with it.
    var socket: String { "\(path)/s/control" }

    deinit {
        for name in ["s/control", "s/control.lock"] { unlink("\(path)/\(name)") }
        rmdir("\(path)/s")
        unlink("\(path)/s")
        rmdir(path)
    }
}

extension ControlSocket {
    /// Leaves everything but the descriptors, as a process does that is killed.
    func leaveBehind() {
        close(descriptor)
        close(lock)
    }
}

/// A client, whose calls wait for what the server does.
final class Client: Sendable {
    let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let address = try NotifyAddress(path)
        let code = address.withPointer { connect(descriptor, $0, $1) == 0 ? 0 : errno }
        guard code == 0 else { throw HiveError(.invalidState, "connect: \(code)") }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Everything until the server closes; no thread of Swift's pool waits, because the server's answer may need one.
    func rest() async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "client").async { continuation.resume(returning: self.restOnThisThread()) }
        }
    }

    func restOnThisThread() -> String {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += bytes.prefix(count)
        }
    }

    /// The next line without its end, or what came before the server closed; it waits in the calling thread.
    func line() -> String {
        var (all, byte): ([UInt8], UInt8) = ([], 0)
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { all.append(byte) }
        return String(decoding: all, as: UTF8.self)
    }

    /// The next line that is no sign.
    func nextLine() -> String {
        while true {
            let line = line()
            if line != #"{"waits":true}"# { return line }
        }
    }

    static func ask(_ path: String, _ line: String) async throws -> String {
        let client = try Client(path)
        client.write(Array("\(line)\n".utf8))
        return await client.rest()
    }

    /// Asks, and waits in the calling thread.
    static func askOnThisThread(_ path: String, _ line: String) throws -> String {
        let client = try Client(path)
        client.write(Array("\(line)\n".utf8))
        return client.restOnThisThread()
    }
}

let statusLine = #"{"version": 1, "command": "status"}"#

/// Where as many tasks as Swift's pool has threads wait for each other on their threads; the last one asks.
///
/// There is one in this process: two would wait for each other for ever, each with a part of the threads.
final class Meeting: Sendable {
    let count = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    private let missing: Mutex<Int>
    private let ask: @Sendable () -> Void
    private let isOver = DispatchSemaphore(value: 0)

    init(_ ask: @escaping @Sendable () -> Void) {
        missing = Mutex(count)
        self.ask = ask
    }

    func block() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { ask() } else { isOver.wait() }
        isOver.signal()
    }
}

final class CrowdModule: FactoryModule {
    static let manifest = ModuleManifest()
    private let meeting: Meeting

    init(_ meeting: Meeting) { self.meeting = meeting }

    func initialize(_ context: ModuleContext) async {
        await withTaskGroup { group in
            for _ in 0..<meeting.count { group.addTask { [meeting] in meeting.block() } }
        }
    }
}
