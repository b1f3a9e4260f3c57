// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HiveCommands
import HivePlatform
import Synchronization

/// Answers questions about the hive that runs, on a Unix-domain socket, from its `setUp` to its `tearDown` (C65).
///
/// `shop hive status` and `shop hive --live COMMAND` ask it, where the program has `HiveCommandLine`.
///
/// It answers on a thread of its own, also while hooks hang and every thread of Swift's pool is blocked. Only processes
/// of the same user and of root are answered; others are closed. At most 16 clients are answered at a time; each has
/// 10 seconds to send its request, of at most 4,096 bytes, and 10 seconds to take the answer.
///
/// When the socket cannot be had, the module is left out, and the program runs without it: another process answers
/// there (the error names it), the path has more than 107 bytes, or others may enter its folder.
public final class ControlModule: HiveModule {
    /// The level is below `basic`: it answers while all others start.
    public static let manifest = ModuleManifest(level: -1, onFailure: .leaveOut)

    /// What may be set from outside.
    public struct Options: ModuleOptions {
        /// The socket's path from the root.
        ///
        /// Without it, it is `NAME.hive/control` in the first folder of `$RUNTIME_DIRECTORY`, else in
        /// `$XDG_RUNTIME_DIR`, else `NAME.hive-USER/control` in the temporary folder, where `NAME` is the program's
        /// file's name and `USER` the number of its user. The folder is made with mode 0700.
        public var socket: String?
        /// What may be asked for beside questions, by whoever is answered; nothing, unless it is said.
        public var allows: [Operation] = []

        /// Options that allow nothing, and name no socket.
        public init() {}
    }

    /// What changes the hive that runs, where ``Options/allows`` says so.
    public enum Operation: String, Codable, CaseIterable, Sendable {
        /// The configuration is read again, as on SIGHUP.
        case reload
        /// A module is restarted, with all that needs it.
        case restart
        /// The hive stops.
        case stop
    }

    static func isCalled(_ name: String) -> Bool {
        ["Control", "ControlModule", "HiveControl.ControlModule"].contains(name)
    }

    private let server = Mutex<ControlServer?>(nil)

    /// Makes a module that does not answer yet.
    public init() {}

    /// Binds the socket and begins to answer.
    ///
    /// - Throws: `HiveError` with `invalidConfiguration` or `invalidState`, which says what is wrong with the path.
    public func setUp(_ context: SetupContext) throws {
        // One that was made for a question must not take the place of one that runs.
        guard let hive = context.hive, !hive.isQuestioned else { return }
        let options: Options = try context.options()
        let path = options.socket ?? ControlPath.places(of: ControlPath.program)[0]
        let observer = ControlObserver { context.hive?.report($0) }
        let mayAsk: @Sendable (uid_t?) -> Bool = { user in
            if ControlPeer.isAnswered(user) { return true }
            observer.note(nil, of: user)
            return false
        }
        let made = try ControlServer(ControlSocket(at: path), mayAsk: mayAsk) {
            ControlAnswer(to: $0, of: $1, about: context.hive, allowing: options.allows, observer)
        }
        server.withLock { $0 = made }
    }

    /// Closes all clients at once and removes the socket.
    public func tearDown(_ context: StopContext) async { await server.withLock { $0.take() }?.end() }
}
