// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HivePlatform
import Synchronization

/// Answers questions about the hive that runs, on a Unix-domain socket, from its `setUp` to its `tearDown` (C65).
///
/// ```sh
/// echo '{"version": 1, "command": "status"}' | nc -U /run/shop/shop.hive/control
/// ```
///
/// It answers on a thread of its own, also while hooks hang and every thread of Swift's pool is blocked. Only processes
/// of the same user and of root are answered; others are closed. At most 16 clients are answered at a time; each has
/// 10 seconds to send its request, of at most 4,096 bytes, and 10 seconds to take each part of the answer.
///
/// When the socket cannot be had, the module is left out, and the program runs without it: another process answers
/// there (the error names it), the path has more than 107 bytes, or others may enter its folder.
public final class ControlModule: HiveModule {
    /// The level is below `basic`: it answers while all others start.
    public static let manifest = ModuleManifest(level: -1, onFailure: .leaveOut)

    /// What may be set from outside.
    public struct Options: Decodable, Sendable {
        /// The socket's path from the root.
        ///
        /// Without it, it is `NAME.hive/control` in the first folder of `$RUNTIME_DIRECTORY`, else in
        /// `$XDG_RUNTIME_DIR`, else `NAME.hive-USER/control` in the temporary folder, where `NAME` is the program's
        /// name and `USER` the number of its user. The folder is made with mode 0700.
        public var socket: String?
    }

    private let server = Mutex<ControlServer?>(nil)

    /// Makes a module that does not answer yet.
    public init() {}

    /// Binds the socket and begins to answer.
    ///
    /// - Throws: `HiveError` with `invalidConfiguration` or `invalidState`, which says what is wrong with the path.
    public func setUp(_ context: SetupContext) throws {
        let path =
            try context.options(as: Options.self).socket
            ?? ControlPath.standard(for: context.application.name) { getenv($0).map { String(cString: $0) } }
        let made = try ControlServer(ControlSocket(at: path)) { ControlAnswer(to: $0, about: context.hive).text }
        server.withLock { $0 = made }
    }

    /// Closes all clients at once and removes the socket.
    public func tearDown(_ context: StopContext) async { await server.withLock { $0.take() }?.end() }
}
