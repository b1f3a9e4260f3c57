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

/// What is written for a person where nobody holds the other end; each in a process of its own, because streams and
/// actions are the process's.
@Suite(.timeLimit(.minutes(5)))
struct StandardErrorTests {
    // C40: SIGPIPE is the program's, with all that it has said about it, and no call of its handler comes from Hive.
    @Test func actionForBrokenPipesIsLeftAlone() async {
        await #expect(processExitsWith: .exitCode(0)) {
            try breakStandardError()
            var before = sigaction()
            before.sa_flags = SA_NODEFER | SA_ONSTACK
            sigaddset(&before.sa_mask, SIGUSR1)
            #if canImport(Darwin)
            before.__sigaction_u.__sa_handler = { _ in _exit(2) }
            #else
            before.__sigaction_handler.sa_handler = { _ in _exit(2) }
            #endif
            sigaction(SIGPIPE, &before, nil)
            var (maskBefore, maskAfter) = (sigset_t(), sigset_t())
            pthread_sigmask(SIG_SETMASK, nil, &maskBefore)
            writeToStandardError("nobody reads this")
            pthread_sigmask(SIG_SETMASK, nil, &maskAfter)
            var after = sigaction()
            sigaction(SIGPIPE, nil, &after)
            guard after.sa_flags & (SA_NODEFER | SA_ONSTACK) == SA_NODEFER | SA_ONSTACK else { _exit(3) }
            guard sigismember(&after.sa_mask, SIGUSR1) == 1 else { _exit(4) }
            guard !SignalTrap.isPending(SIGPIPE) else { _exit(5) }
            guard sigismember(&maskBefore, SIGPIPE) == sigismember(&maskAfter, SIGPIPE) else { _exit(6) }
            _exit(0)
        }
    }

    // C40: threads that write at the same time do not take the action from each other.
    @Test func actionForBrokenPipesSurvivesManyThreads() async {
        await #expect(processExitsWith: .exitCode(0)) {
            try breakStandardError()
            signal(SIGPIPE, SIG_DFL)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<2_000 { writeToStandardError("nobody reads this") }
            }
            var after = sigaction()
            sigaction(SIGPIPE, nil, &after)
            #if canImport(Darwin)
            let handler = after.__sigaction_u.__sa_handler
            #else
            let handler = after.__sigaction_handler.sa_handler
            #endif
            // The default is no handler at all.
            _exit(handler == nil ? 0 : 1)
        }
    }

    // A signal that was pending before is somebody else's, and is still pending after.
    @Test func pendingSignalOfSomebodyElseIsKept() async {
        await #expect(processExitsWith: .exitCode(0)) {
            try breakStandardError()
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            raise(SIGPIPE)
            writeToStandardError("nobody reads this")
            _exit(SignalTrap.isPending(SIGPIPE) ? 0 : 1)
        }
    }

    // C41: what is left to be written when a program exits, such as what `print` has collected, changes no exit code.
    @Test func exitCodeStandsWhenNobodyReadsWhatIsLeft() async {
        await #expect(processExitsWith: .exitCode(70)) {
            signal(SIGPIPE, SIG_DFL)
            try breakStream(STDOUT_FILENO)
            atexit {
                var byte: UInt8 = 0
                _ = write(STDOUT_FILENO, &byte, 1)
            }
            await Hive.main { throw Refused() }
        }
    }
}

private struct Refused: Error {}

/// Leaves the standard error stream with nobody at the other end.
private func breakStandardError() throws { try breakStream(STDERR_FILENO) }

private func breakStream(_ descriptor: Int32) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Refused() }
    dup2(ends[1], descriptor)
    for end in ends { close(end) }
}
