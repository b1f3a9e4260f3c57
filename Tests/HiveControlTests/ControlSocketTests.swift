// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform
import Testing

@testable import HiveCommands
@testable import HiveControl

// C65
@Suite struct ControlSocketTests {
    @Test func refusesAFolderThatOthersMayEnter() throws {
        let scratch = try Scratch()
        mkdir("\(scratch.path)/s", 0o700)
        chmod("\(scratch.path)/s", 0o750)
        expectFailure(scratch.socket, .invalidConfiguration, "may be entered by others (mode 750)")
    }

    @Test func followsNoLink() throws {
        let (scratch, other) = (try Scratch(), try Scratch())
        symlink(other.path, "\(scratch.path)/s")
        expectFailure(scratch.socket, .invalidConfiguration, "is a link or no folder")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func refusesTheFolderOfAnother() throws {
        let scratch = try Scratch()
        mkdir("\(scratch.path)/s", 0o700)
        chown("\(scratch.path)/s", 65_534, 65_534)
        expectFailure(scratch.socket, .invalidConfiguration, "belongs to user 65534")
    }

    @Test(arguments: ["relative/control", "/control", "@abstract", "/tmp/" + String(repeating: "a", count: 103)])
    func refusesAPath(path: String) { expectFailure(path, .invalidConfiguration, path) }

    @Test func refusesAFileThatIsNoSocket() throws {
        let scratch = try Scratch()
        mkdir("\(scratch.path)/s", 0o700)
        close(open(scratch.socket, O_CREAT | O_WRONLY, 0o600))
        expectFailure(scratch.socket, .invalidState, "no socket")
    }

    /// It may be in use, and is nobody's to remove.
    @Test func leavesASocketOfAnotherKind() throws {
        let scratch = try Scratch()
        mkdir("\(scratch.path)/s", 0o700)
        let other = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(other) }
        #expect(try NotifyAddress(scratch.socket).withPointer { bind(other, $0, $1) } == 0)
        expectFailure(scratch.socket, .invalidState, "is a socket of something else")
        #expect(access(scratch.socket, F_OK) == 0)
    }

    @Test func noOtherProgramInheritsIt() throws {
        let scratch = try Scratch()
        let socket = try ControlSocket(at: scratch.socket)
        defer { socket.remove() }
        for descriptor in [socket.descriptor, socket.lock] { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
        #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test func namesTheProcessThatAnswersThere() throws {
        let scratch = try Scratch()
        let first = try ControlSocket(at: scratch.socket)
        expectFailure(scratch.socket, .invalidState, "process \(getpid())")
        first.remove()
        try ControlSocket(at: scratch.socket).remove()
    }

    /// Somebody who tidies up the temporary folder may remove the lock.
    @Test func leavesWhoAnswersItsSocketWithoutItsLock() throws {
        let scratch = try Scratch()
        let first = try ControlSocket(at: scratch.socket)
        #expect(unlink("\(scratch.socket).lock") == 0)
        expectFailure(scratch.socket, .invalidState, "is answered by another process")
        _ = try Client(scratch.socket)
        first.remove()
        try ControlSocket(at: scratch.socket).remove()
    }

    @Test func takesOverFromADeadProcess() throws {
        let scratch = try Scratch()
        try ControlSocket(at: scratch.socket).leaveBehind()
        let second = try ControlSocket(at: scratch.socket)
        _ = try Client(scratch.socket)
        second.remove()
        #expect(access(scratch.socket, F_OK) != 0 && access("\(scratch.socket).lock", F_OK) != 0)
    }

    @Test func isForItsOwnerAlone() throws {
        let scratch = try Scratch()
        let socket = try ControlSocket(at: scratch.socket)
        defer { socket.remove() }
        for (path, mode) in [("\(scratch.path)/s", 0o700), (scratch.socket, 0o600), ("\(scratch.socket).lock", 0o600)] {
            var found = stat()
            #expect(lstat(path, &found) == 0)
            #expect(Int(found.st_mode) & 0o777 == mode, "\(path)")
        }
    }

    @Test func ofManyAtOnceOneHasIt() async throws {
        let scratch = try Scratch()
        let made = await withTaskGroup(of: ControlSocket?.self) { group in
            for _ in 0..<50 { group.addTask { try? ControlSocket(at: scratch.socket) } }
            return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(made.count == 1)
        for socket in made { socket.remove() }
    }

    private func expectFailure(_ path: String, _ code: HiveErrorCode, _ text: String) {
        do {
            try ControlSocket(at: path).remove()
            Issue.record("\(path) is taken")
        } catch let error as HiveError {
            #expect(error.code == code && error.message.contains(text), "\(error)")
            #expect(
                error.message.hasSuffix("path by its option `socket`.") || code == .invalidConfiguration,
                "\(error)"
            )
        } catch {
            Issue.record(error)
        }
    }
}

@Suite struct ControlPathTests {
    @Test(arguments: [
        (
            ["RUNTIME_DIRECTORY": "/run/a:/run/b", "XDG_RUNTIME_DIR": "/x"],
            ["/run/a/shop.hive/control", "/x/shop.hive/control", "/tmp/shop.hive-7/control"]
        ),
        (
            ["RUNTIME_DIRECTORY": "a", "XDG_RUNTIME_DIR": "/x"],
            ["/x/shop.hive/control", "/tmp/shop.hive-7/control"]
        ),
        (["TMPDIR": "/t"], ["/t/shop.hive-7/control"]), ([:], ["/tmp/shop.hive-7/control"]),
    ])
    func standardPlaces(variables: [String: String], paths: [String]) {
        let found = ControlPath.places(of: "shop", user: 7) { variables[$0] }
        #expect(found == paths + ["/run/shop/shop.hive/control"])
    }

    @Test func theNameIsThatOfTheProgramsFile() {
        #expect(CommandLine.arguments[0].hasSuffix(ControlPath.program) && !ControlPath.program.contains("/"))
    }
}
