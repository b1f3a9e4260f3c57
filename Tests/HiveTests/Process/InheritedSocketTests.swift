// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Sockets that whoever started the process has opened (C59).
@Suite(.timeLimit(.minutes(5)))
struct InheritedSocketTests {
    // MARK: What the process is told

    /// Reads variables for process 7, whose sockets begin at a descriptor.
    private func read(_ variables: [String: String], first: Int32 = 3) -> ([InheritedSocket], [String]) {
        let (sockets, problems) = InheritedSocket.read(process: 7, first: first) { variables[$0] }
        return (sockets, problems.map(\.description))
    }

    // C59
    @Test(arguments: [
        (nil, ["unknown", "unknown", "unknown"]), ("", ["unknown", "unknown", "unknown"]),
        ("web:admin:web", ["web", "admin", "web"]), ("shop.socket::x", ["shop.socket", "", "x"]),
    ])
    func namesAreReadInOrder(_ names: String?, _ expected: [String]) throws {
        let block = try Block(3)
        let (sockets, problems) = read(
            ["LISTEN_PID": "7", "LISTEN_FDS": "3", "LISTEN_FDNAMES": names ?? ""],
            first: block.first
        )
        #expect(problems == [])
        #expect(sockets.map(\.name) == expected)
        #expect(sockets.map(\.descriptor) == [block.first, block.first + 1, block.first + 2])
        // Programs that the process starts do not get them.
        for socket in sockets { #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0) }
    }

    // C59: nobody has handed anything over.
    @Test(arguments: [[:], ["LISTEN_FDS": ""], ["LISTEN_PID": "7"], ["LISTEN_PID": "7", "LISTEN_FDS": "0"]])
    func nothingIsHandedOver(_ variables: [String: String]) {
        let (sockets, problems) = read(variables)
        #expect(sockets.isEmpty && problems.isEmpty)
    }

    // C59: what is malformed is an error that says which variable.
    @Test(arguments: [
        (["LISTEN_PID": "7", "LISTEN_FDS": "two"], "LISTEN_FDS is \"two\", and should be how many sockets there are."),
        (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], "LISTEN_FDS is \"-1\", and should be how many sockets there are."),
        (
            ["LISTEN_PID": "7", "LISTEN_FDS": "2147483647"],
            "LISTEN_FDS is \"2147483647\", and should be how many sockets there are."
        ),
        (["LISTEN_PID": "me", "LISTEN_FDS": "1"], "LISTEN_PID is \"me\", and should be the number of a process."),
    ])
    func malformedVariables(_ variables: [String: String], _ text: String) {
        let (sockets, problems) = read(variables)
        #expect(sockets.isEmpty)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("error: The environment variable \(text)") == true, "\(problems)")
    }

    // C59: a descriptor that is not open is named, and what comes before it is not lost.
    @Test func descriptorThatIsNotOpen() throws {
        let block = try Block(2)
        close(block.first + 1)
        let variables = ["LISTEN_PID": "7", "LISTEN_FDS": "2000000000", "LISTEN_FDNAMES": "web"]
        let (sockets, problems) = read(variables, first: block.first)
        #expect(sockets.map(\.descriptor) == [block.first])
        #expect(problems.count == 2)
        #expect(problems.first?.hasPrefix("error: LISTEN_FDNAMES has 1 name, and LISTEN_FDS is 2000000000.") == true)
        let text = "error: LISTEN_FDS is 2000000000, and descriptor \(block.first + 1) is not open."
        #expect(problems.last?.hasPrefix(text) == true)
    }

    // C59: what is for another process is left alone; only where it is open here does that matter.
    @Test(arguments: [["LISTEN_FDS": "1", "LISTEN_PID": "8"], ["LISTEN_FDS": "1"]])
    func socketsOfAnotherProcess(_ variables: [String: String]) throws {
        let block = try Block(1)
        #expect(fcntl(block.first, F_SETFD, 0) == 0)
        let (sockets, problems) = read(variables, first: block.first)
        #expect(sockets.isEmpty)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("warning: Sockets were handed over, and are not used: ") == true)
        #expect(fcntl(block.first, F_GETFD) & FD_CLOEXEC == 0)
        close(block.first)
        #expect(read(variables, first: block.first).1.isEmpty)
    }

    // C59: a process that systemd has started, as it sees itself; one with a socket is tried with the sample, because
    // what descriptor 3 is here belongs to the runner of the tests.
    @Test func socketsOfThisProcess() async {
        await #expect(processExitsWith: .exitCode(0)) {
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "none", 1)
            do {
                _ = try InheritedSocket.ofProcess()
            } catch let error as HiveError where error.exitCode == 78 && error.problems.count == 1 {
                exit(0)
            }
            exit(2)
        }
    }

    // C43, C59: the start refuses it before anything runs.
    @Test func problemsPreventTheStart() async throws {
        var context = HiveContext()
        let variables = ["LISTEN_PID": "7", "LISTEN_FDS": "many"]
        context.inheritedSocketProblems = InheritedSocket.read(process: 7) { variables[$0] }.problems
        let test = TestHive(HiveOptions(context: context))
        #expect(test.hive.verify().errors.count == 1)
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.exitCode == 78)
    }

    // MARK: What modules are given

    /// Takes a socket in `initialize`, and closes it at the end.
    private final class Taker: FactoryModule {
        static let manifest = ModuleManifest()
        let name: String
        let taken = TestMutex<[Int32]>([])
        init(_ name: String) { self.name = name }
        func initialize(_ context: ModuleContext) async throws {
            guard let descriptor = try context.inheritedSocket(named: name) else { return }
            taken.withLock { $0.append(descriptor) }
        }
        func tearDown(_ context: StopContext) async throws {
            for descriptor in taken.withLock({ $0 }) { close(descriptor) }
        }
    }

    private final class Other: FactoryModule {
        static let manifest = ModuleManifest()
        let name: String
        init(_ name: String) { self.name = name }
        func initialize(_ context: ModuleContext) async throws {
            for descriptor in try context.inheritedSockets(named: name) { close(descriptor) }
        }
    }

    private func hive(_ sockets: [InheritedSocket]) -> TestHive {
        TestHive(HiveOptions(context: HiveContext(inheritedSockets: sockets)))
    }

    // C59: a module is given a duplicate, which no other program gets; the socket stays open when the module has gone.
    @Test func moduleTakesADuplicate() async throws {
        let block = try Block(1)
        let test = hive([InheritedSocket(name: "web", descriptor: block.first)])
        let (module, none) = (Taker("web"), Taker("admin"))
        try test.hive.modules.register(instance: module)
        try await test.hive.start()
        let taken = try #require(module.taken.withLock { $0 }.first)
        #expect(taken != block.first)
        #expect(fcntl(taken, F_GETFD) & FD_CLOEXEC != 0)
        // Both are one socket: what is set for one is set for the other.
        #expect(fcntl(taken, F_SETFL, O_NONBLOCK) == 0)
        #expect(fcntl(block.first, F_GETFL) & O_NONBLOCK != 0)
        try await test.hive.stop()
        #expect(fcntl(block.first, F_GETFD) >= 0)
        #expect(none.taken.withLock { $0 }.isEmpty)
    }

    // C59: there is none of that name, as in every process that was started otherwise.
    @Test func nameThatNobodyHasHandedOver() async throws {
        let block = try Block(1)
        for sockets in [[], [InheritedSocket(name: "admin", descriptor: block.first)]] {
            let (test, module) = (hive(sockets), Taker("web"))
            try test.hive.modules.register(instance: module)
            try await test.hive.start()
            #expect(module.taken.withLock { $0 }.isEmpty)
            try await test.hive.stop()
        }
    }

    // C59: two modules never answer on the same socket; the error names both and says what to do.
    @Test func secondModuleIsRefused() async throws {
        let block = try Block(1)
        let test = hive([InheritedSocket(name: "web", descriptor: block.first)])
        try test.hive.modules.register(instance: Taker("web"))
        try test.hive.modules.register(instance: Other("web"))
        let error = try #require(await #expect(throws: HiveError.self) { try await test.hive.start() })
        #expect(error.report.contains("Other failed in initialize"), "\(error.report)")
        let text = "The socket \"web\", descriptor \(block.first), that the process was started with belongs to Taker"
        #expect(error.report.contains("\(text) already. Give each module a socket of its own name."))
    }

    // C59: a module that comes after one that has gone, or anew, takes it again.
    @Test func socketIsFreeWhenItsModuleHasGone() async throws {
        let block = try Block(1)
        let test = hive([InheritedSocket(name: "web", descriptor: block.first)])
        try test.hive.modules.register(Taker.self) { Taker("web") }
        try await test.hive.start()
        await #expect(throws: HiveError.self) { try await test.hive.add(Other.self) { Other("web") } }
        try await test.hive.remove(Taker.self)
        try await test.hive.add(Other.self) { Other("web") }
        try await test.hive.remove(Other.self)
        try await test.hive.add(Taker.self) { Taker("web") }
        try await test.hive.stop()
    }

    /// Asks for what it is told to, and keeps the context.
    private final class Asker: FactoryModule {
        static let manifest = ModuleManifest()
        let ask: @Sendable (ModuleContext) throws -> Void
        let context = TestMutex<ModuleContext?>(nil)
        init(_ ask: @escaping @Sendable (ModuleContext) throws -> Void) { self.ask = ask }
        func initialize(_ context: ModuleContext) async throws {
            self.context.withLock { $0 = context }
            try ask(context)
        }
    }

    // C59: systemd gives all sockets of a unit one name; no one of them is dropped in silence.
    @Test func severalSocketsOfOneName() async throws {
        let block = try Block(3)
        let names = ["web", "admin", "web"]
        let sockets = names.enumerated().map { InheritedSocket(name: $1, descriptor: block.first + Int32($0)) }
        let test = hive(sockets)
        try test.hive.modules.register(Asker.self) {
            Asker { context in
                let error = #expect(throws: HiveError.self) { try context.inheritedSocket(named: "web") }
                let text = "2 sockets that the process was started with are named \"web\"."
                #expect(error?.message.hasPrefix(text) == true)
                let all = try context.inheritedSockets(named: "web")
                #expect(all.count == 2)
                // The same module takes them as often as it likes.
                let more = try context.inheritedSockets(named: "web")
                #expect(Set(all + more).count == 4)
                for descriptor in all + more { close(descriptor) }
            }
        }
        try await test.hive.start()
        try await test.hive.stop()
    }

    // C50, C59: what is no socket, what was closed, and a module that is gone.
    @Test func whatCannotBeTaken() async throws {
        let block = try Block(1)
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let closed = Int32(999_999)
        let test = hive([
            InheritedSocket(name: "file", descriptor: file), InheritedSocket(name: "closed", descriptor: closed),
            InheritedSocket(name: "web", descriptor: block.first),
        ])
        let module = Asker { context in
            let noSocket = #expect(throws: HiveError.self) { try context.inheritedSocket(named: "file") }
            #expect(noSocket?.message.contains("is no socket. Look at what starts the process.") == true)
            let notOpen = #expect(throws: HiveError.self) { try context.inheritedSocket(named: "closed") }
            #expect(notOpen?.message.contains("is not open any longer.") == true)
        }
        try test.hive.modules.register(instance: module)
        try await test.hive.start()
        try await test.hive.stop()
        // Taken out, because a module that keeps its context keeps itself.
        let kept = module.context.withLock { context in
            defer { context = nil }
            return context
        }
        let context = try #require(kept)
        let gone = #expect(throws: HiveError.self) { try context.inheritedSocket(named: "web") }
        #expect(gone?.code == .stopped)
    }
}

/// Sockets whose descriptors come one after the other, as those of a process that is handed some; no other test gets
/// them.
private final class Block {
    /// The first one that is taken: numbers are given away from the lowest, so the last ones are free, however few the
    /// process may have.
    private static let lowest = Atomic<Int32>(getdtablesize())
    let first: Int32
    private let count: Int32

    init(_ count: Int32) throws {
        self.count = count
        first = Self.lowest.subtract(count, ordering: .relaxed).newValue
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        for index in 0..<count {
            try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            try #require(dup2(ends[0], first + index) >= 0)
            for end in ends { close(end) }
            _ = fcntl(first + index, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        for descriptor in first..<first + count { close(descriptor) }
    }
}
