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
            signal(SIGUSR1, SIG_IGN)
            let queue = DispatchQueue(label: "busy")
            let mayGoOn = DispatchSemaphore(value: 0)
            // Nothing is received while the queue is busy.
            queue.async { mayGoOn.wait() }
            let first = try SignalTrap([SIGUSR1], queue: queue) { _ in }
            receive(SIGUSR1)
            // Given back while the queue is still busy, as far as can be told from here.
            DispatchQueue(label: "restoring").async {
                while !isIgnored(SIGUSR1) { sched_yield() }
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

/// Whether the process ignores a signal.
private func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
    #else
    let handler = action.__sigaction_handler.sa_handler
    #endif
    // Sound: both are words; handlers cannot be compared in any other way.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
