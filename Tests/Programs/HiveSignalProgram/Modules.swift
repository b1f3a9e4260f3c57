// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A module with which nothing is wrong; its `tearDown` comes last.
final class BaseModule: HiveModule {
    static let manifest = ModuleManifest(level: .basic)
    init() {}
    func setUp(_ context: SetupContext) async throws { say("Base is set up") }
    func tearDown(_ context: StopContext) async throws { say("Base is torn down: \(context.reason)") }
}

/// A module whose dependency nobody has registered.
final class LonelyModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.named("Nobody")])
    init() {}
}

/// The module that does what the arguments say.
final class SubjectModule: FactoryModule, WorkingModule {
    static var manifest: ModuleManifest {
        // Short for what is to hang, and for nobody else: on a busy machine, hooks that are well take their time.
        let short: Duration? = CommandLine.arguments.contains("short") ? .milliseconds(100) : nil
        return ModuleManifest(startTimeout: short, stopTimeout: short)
    }

    private let wishes: Set<String>

    init(_ wishes: Set<String>) { self.wishes = wishes }

    func setUp(_ context: SetupContext) async throws {
        try context.events.subscribe(SystemEvent.self) { [wishes] event, _ in
            switch event {
            case .suspend where wishes.contains("slow-suspend"):
                say("slow suspend")
                receive(SIGCONT)
            case .suspend where wishes.contains("pending-continue"):
                say("slow suspend")
                kill(getpid(), SIGCONT)  // Every thread keeps it back.
            case .suspend: say("suspend")
            case .resume: say("resume")
            case .memoryPressure: break
            case .configurationReload: say("reload")
            }
        }
    }

    func initialize(_ context: ModuleContext) async throws {
        if wishes.contains("fail-start") { throw Failure(name: "no network") }
        if wishes.contains("hold-start") { await waitUntilTold("holding", by: SIGUSR2) }
        if wishes.contains("hang-start") {
            say("starting")
            await Gate().wait()
            throw CancellationError()
        }
        if wishes.contains("stubborn-start") {
            say("starting")
            await hang()
        }
    }

    func run(_ context: WorkContext) async throws {
        say("running")
        if wishes.contains("work-throws") { throw Failure(name: "the socket closed") }
        if wishes.contains("stop-at-once") { context.requestStop() }
        await Gate().wait()
    }

    func willStop(_ context: StopContext) async throws {
        if wishes.contains("linger-until-told") { await waitUntilTold("lingering: \(context.reason)", by: SIGUSR1) }
        guard wishes.contains("linger") else { return }
        say("lingering: \(context.reason)")
        await hang()
    }

    func tearDown(_ context: StopContext) async throws {
        if wishes.contains("tearDown-throws") { throw Failure(name: "the disk is full") }
        if wishes.contains("tearDown-hangs") { await hang() }
        say("Subject is torn down")
    }
}

/// Says a line, and returns when the process has got a signal; each has one listener, because Dispatch on Linux does
/// not hear a second one.
private func waitUntilTold(_ line: String, by number: Int32) async {
    let isTold = Gate()
    signal(number, SIG_IGN)  // The source hears it all the same.
    let source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "told"))
    source.setRegistrationHandler { say(line) }
    source.setEventHandler { isTold.open() }
    source.activate()
    await isTold.wait()
    source.cancel()
}

/// A module whose `initialize` takes its thread away, for good.
class Blocker: @unchecked Sendable {
    // Sound: no state.
    func block() {
        say("blocking")
        while true { pause() }
    }
}

final class FirstBlocker: Blocker, HiveModule, @unchecked Sendable {
    static let manifest = ModuleManifest(initializesConcurrently: true)
    override init() {}
    func initialize(_ context: ModuleContext) async throws { block() }
}

final class SecondBlocker: Blocker, HiveModule, @unchecked Sendable {
    static let manifest = ModuleManifest(initializesConcurrently: true)
    override init() {}
    func initialize(_ context: ModuleContext) async throws { block() }
}

final class ThirdBlocker: Blocker, HiveModule, @unchecked Sendable {
    static let manifest = ModuleManifest(initializesConcurrently: true)
    override init() {}
    func initialize(_ context: ModuleContext) async throws { block() }
}

final class FourthBlocker: Blocker, HiveModule, @unchecked Sendable {
    static let manifest = ModuleManifest(initializesConcurrently: true)
    override init() {}
    func initialize(_ context: ModuleContext) async throws { block() }
}
