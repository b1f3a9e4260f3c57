// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform
import Testing

@testable import HiveControl

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

    /// Everything until the server closes.
    func rest() -> String {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += bytes.prefix(count)
        }
    }

    static func ask(_ path: String, _ line: String) throws -> String {
        let client = try Client(path)
        client.write(Array("\(line)\n".utf8))
        return client.rest()
    }
}

let statusLine = #"{"version": 1, "command": "status"}"#
