// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

extension InheritedSocket {
    /// The sockets that this process was started with, by the protocol of `sd_listen_fds`: `LISTEN_PID`, `LISTEN_FDS`
    /// and `LISTEN_FDNAMES` say how many there are, and what they are called.
    ///
    /// `HiveContext.process` of the library `HiveConfig` calls it. Programs that the process starts do not get the
    /// sockets. Every call returns the same, until somebody closes one of them; what is handed over for another process
    /// is not returned.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidConfiguration`` and every problem, when a variable is
    ///   malformed or a descriptor is not open.
    /// - Complexity: O(sockets).
    public static func ofProcess() throws -> [InheritedSocket] {
        let (sockets, problems) = read { getenv($0).map { String(cString: $0) } }
        guard problems.errors.isEmpty else {
            let text = "The process cannot use the sockets that it was started with."
            throw HiveError(.invalidConfiguration, text, problems: problems)
        }
        return sockets
    }

    /// Reads the variables; what is well is returned, also beside what is not.
    ///
    /// The first one comes after the standard streams.
    package static func read(
        process: Int32 = getpid(),
        first: Int32 = STDERR_FILENO + 1,
        _ variable: (String) -> String?
    ) -> (sockets: [InheritedSocket], problems: [Problem]) {
        func text(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        guard let number = text("LISTEN_FDS") else { return ([], []) }
        // Whoever starts a process from this one leaves its environment as it is, but not its sockets.
        let owner = text("LISTEN_PID")
        if let owner, Int32(owner) == nil { return ([], [.malformed("LISTEN_PID", owner, "the number of a process")]) }
        guard let owner, Int32(owner) == process else {
            return ([], isSocket(first) ? [.addressedToAnother(owner, process)] : [])
        }
        guard let count = Int32(number), count >= 0, count <= Int32.max - first else {
            return ([], [.malformed("LISTEN_FDS", number, "how many sockets there are")])
        }
        var problems: [Problem] = []
        var names = text("LISTEN_FDNAMES")?.parts(at: ":")
        if let found = names?.count, found != Int(count) {
            problems.append(.differing(names: found, sockets: count))
            names = nil
        }
        var sockets: [InheritedSocket] = []
        for index in 0..<count {
            let descriptor = first + index
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 else {
                problems.append(.notOpen(descriptor, of: count))
                break
            }
            sockets.append(InheritedSocket(name: names?[Int(index)] ?? "unknown", descriptor: descriptor))
        }
        return (sockets, problems)
    }
}

extension Problem {
    fileprivate static func malformed(_ name: String, _ value: String, _ meaning: String) -> Problem {
        let text = "The environment variable \(name) is \(value.quoted(limit: 80)), and should be \(meaning)."
        return Problem(.error, .invalidValue, at: nil, text, remedy: "Correct it, or leave it out.")
    }

    fileprivate static func addressedToAnother(_ owner: String?, _ process: Int32) -> Problem {
        let whose = owner.map { "is for process \($0)" } ?? "is missing"
        let text = "Sockets were handed over, and are not used: LISTEN_PID \(whose), and this process is \(process)."
        let remedy = "Let whoever starts this program do so with exec, or set LISTEN_PID."
        return Problem(.warning, .invalidValue, at: nil, text, remedy: remedy)
    }

    fileprivate static func differing(names: Int, sockets: Int32) -> Problem {
        let text = "LISTEN_FDNAMES has \(names) \(names == 1 ? "name" : "names"), and LISTEN_FDS is \(sockets)."
        return Problem(.error, .invalidValue, at: nil, text, remedy: "Name each socket, with colons between the names.")
    }

    fileprivate static func notOpen(_ descriptor: Int32, of count: Int32) -> Problem {
        let text = "LISTEN_FDS is \(count), and descriptor \(descriptor) is not open."
        let remedy = "Hand over sockets without a gap, from descriptor 3 on."
        return Problem(.error, .invalidValue, at: nil, text, remedy: remedy)
    }
}
