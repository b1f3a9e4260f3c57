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
        func problem(_ text: String, _ remedy: String, _ severity: Problem.Severity = .error) -> Problem {
            Problem(severity, .invalidValue, at: nil, text, remedy: remedy)
        }
        func malformed(_ name: String, _ value: String, _ meaning: String) -> Problem {
            let text = "The environment variable \(name) is \(value.quoted(limit: 80)), and should be \(meaning)."
            return problem(text, "Correct it, or leave it out.")
        }
        guard let number = text("LISTEN_FDS") else { return ([], []) }
        // Whoever starts a process from this one leaves its environment as it is, but not its sockets.
        let owner = text("LISTEN_PID")
        if let owner, Int32(owner) == nil { return ([], [malformed("LISTEN_PID", owner, "the number of a process")]) }
        guard let owner, Int32(owner) == process else {
            guard isSocket(first) else { return ([], []) }
            let whose = owner.map { "is for process \($0)" } ?? "is missing"
            let text =
                "Sockets were handed over, and are not used: LISTEN_PID \(whose), and this process is \(process)."
            let remedy = "Let whoever starts this program do so with exec, or set LISTEN_PID."
            return ([], [problem(text, remedy, .warning)])
        }
        guard let count = Int32(number), count >= 0, count <= Int32.max - first else {
            return ([], [malformed("LISTEN_FDS", number, "how many sockets there are")])
        }
        var problems: [Problem] = []
        var names = text("LISTEN_FDNAMES")?.parts(at: ":")
        if let found = names?.count, found != Int(count) {
            let text = "LISTEN_FDNAMES has \(found.counted("name")), and LISTEN_FDS is \(count)."
            problems.append(problem(text, "Name each socket, with colons between the names."))
            names = nil
        }
        var sockets: [InheritedSocket] = []
        for descriptor in first..<first + count {
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 else {
                let text = "LISTEN_FDS is \(count), and descriptor \(descriptor) is not open."
                problems.append(problem(text, "Hand over sockets without a gap, from descriptor 3 on."))
                break
            }
            let name = names?[Int(descriptor - first)] ?? "unknown"
            sockets.append(InheritedSocket(name: name, descriptor: descriptor))
        }
        return (sockets, problems)
    }
}
