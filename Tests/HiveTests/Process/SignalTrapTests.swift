// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Testing

@testable import Hive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What becomes of signals at the seams; a process has one trap at a time, so these tests have their own.
@Suite(.timeLimit(.minutes(5)))
struct SignalTrapTests {
    // C40: what was caught for one run, and not received when it was over, is none of the next one's business.
    @Test func signalsOfOneTrapAreNotTakenForTheNextOnes() async {
        await #expect(processExitsWith: .exitCode(0)) {
            signal(SIGUSR1, ownHandler)
            let queue = DispatchQueue(label: "busy")
            let mayGoOn = DispatchSemaphore(value: 0)
            // Nothing is received while the queue is busy.
            queue.async { mayGoOn.wait() }
            let first = try SignalTrap([SIGUSR1], queue: queue) { _ in }
            receive(SIGUSR1)
            // Given back while the queue is still busy, as far as can be told from here.
            DispatchQueue(label: "restoring").async {
                while handler(of: SIGUSR1) != address(of: ownHandler) { sched_yield() }
                for _ in 0..<1_000 { sched_yield() }
                mayGoOn.signal()
            }
            first.restore()

            let received = AsyncStream<Int32>.makeStream()
            let second = try SignalTrap([SIGUSR1, SIGUSR2], queue: DispatchQueue(label: "idle")) {
                received.continuation.yield($0)
            }
            // Signals are received in order, so whatever was left comes before this one.
            receive(SIGUSR2)
            let next = await received.stream.first { _ in true }
            second.restore()
            exit(next == SIGUSR2 ? 0 : 1)
        }
    }

    // C59: whatever the process ignores stays ignored, and another signal is heard all the same.
    @Test func whatIsIgnoredStaysIgnored() async {
        await #expect(processExitsWith: .exitCode(0)) {
            signal(SIGUSR1, SIG_IGN)
            let received = AsyncStream<Int32>.makeStream()
            let trap = try SignalTrap([SIGUSR1, SIGUSR2], queue: DispatchQueue(label: "idle")) {
                received.continuation.yield($0)
            }
            receive(SIGUSR1)
            receive(SIGUSR2)
            let first = await received.stream.first { _ in true }
            trap.restore()
            exit(first == SIGUSR2 && handler(of: SIGUSR1) == address(of: SIG_IGN) ? 0 : 1)
        }
    }

    // C40: where standard streams are closed, what the program prints is not taken for signals.
    @Test func pipeIsNoStandardStream() async {
        await #expect(processExitsWith: .exitCode(0)) {
            for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { close(descriptor) }
            let received = AsyncStream<Int32>.makeStream()
            let trap = try SignalTrap([SIGUSR1], queue: DispatchQueue(label: "idle")) {
                received.continuation.yield($0)
            }
            for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
                var number = UInt8(SIGUSR2)
                _ = write(descriptor, &number, 1)
            }
            receive(SIGUSR1)
            let first = await received.stream.first { _ in true }
            trap.restore()
            exit(first == SIGUSR1 ? 0 : 1)
        }
    }

    // C40, C59: what the program has said about a signal before more are caught stays, and comes back.
    @Test func catchingMoreRespectsWhatTheProgramHasChanged() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let received = AsyncStream<Int32>.makeStream()
            let trap = try SignalTrap([SIGUSR1, SIGUSR2], queue: DispatchQueue(label: "idle")) {
                received.continuation.yield($0)
            }
            signal(SIGUSR1, SIG_IGN)
            signal(SIGUSR2, ownHandler)
            trap.catchSignals([SIGUSR1, SIGUSR2])
            receive(SIGUSR1)
            receive(SIGUSR2)
            let next = await received.stream.first { _ in true }
            trap.restore()
            let isIgnored = handler(of: SIGUSR1) == address(of: SIG_IGN)
            exit(next == SIGUSR2 && isIgnored && handler(of: SIGUSR2) == address(of: ownHandler) ? 0 : 1)
        }
    }

    // C40: of a signal that comes more often than anybody can receive, one is enough; another one is not lost for it.
    @Test func floodOfOneSignalLosesNoOther() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let queue = DispatchQueue(label: "busy")
            let mayGoOn = DispatchSemaphore(value: 0)
            // Nothing is received while the queue is busy.
            queue.async { mayGoOn.wait() }
            let received = AsyncStream<Int32>.makeStream()
            let trap = try SignalTrap([SIGUSR1, SIGUSR2], queue: queue) { received.continuation.yield($0) }
            // More than a pipe holds.
            for _ in 0..<100_000 { receive(SIGUSR1) }
            receive(SIGUSR2)
            mayGoOn.signal()
            let other = await received.stream.first { $0 == SIGUSR2 }
            trap.restore()
            exit(other == SIGUSR2 ? 0 : 1)
        }
    }
}

/// Sends a signal to this thread, which may keep signals back otherwise, and returns when it was handled.
private func receive(_ number: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
}

/// Somebody else's handler.
private let ownHandler: @convention(c) (Int32) -> Void = { _ in }

/// What the process does about a signal, as a number.
private func handler(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
    return address(of: action.__sigaction_u.__sa_handler)
    #else
    return address(of: action.__sigaction_handler.sa_handler)
    #endif
}

/// A handler as a number; handlers cannot be compared in any other way.
private func address(of handler: (@convention(c) (Int32) -> Void)?) -> Int {
    // Sound: both are words.
    unsafeBitCast(handler, to: Int.self)
}
