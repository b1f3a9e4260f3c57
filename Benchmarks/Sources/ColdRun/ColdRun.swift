// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the hooks of a cold program count in: one of them runs at a time.
package final class ColdCalls: Sendable {
    private let calls = Atomic<Int>(0)

    /// How many hooks were called.
    package var count: Int { calls.load(ordering: .relaxed) }

    /// Counts a hook.
    package func add() { calls.store(calls.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
}

/// What the hooks of this program count in.
package let coldCalls = ColdCalls()

/// Does something for as many modules as the program's argument says, once, and prints how long that took by the wall
/// and of the time of processors, both in nanoseconds, and what it returned.
///
/// The time begins with `main` and ends when the work has been done. Loading the program and leaving it do not count:
/// they depend on which libraries it links.
package func runOnce(_ work: (_ count: Int) async throws -> Int) async throws {
    let (began, worked) = (nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_PROCESS_CPUTIME_ID))
    guard let count = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) else {
        fatalError("usage: \(CommandLine.arguments[0]) COUNT")
    }
    let sum = try await work(count)
    print(nanoseconds(CLOCK_MONOTONIC) - began, nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - worked, sum)
}

private func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
