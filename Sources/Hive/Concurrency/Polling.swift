// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Polls a condition that other threads are about to make true without telling anybody, such as the end of an object.
///
/// Nearly always that takes a few turns. Where the system has stopped a thread that holds the last reference, it takes
/// much longer than any number of turns: the limit is a time, by the machine's clock, because no other clock stands for
/// what threads do.
nonisolated(nonsending) package func becomesTrue(
    within limit: Duration = .seconds(5),
    _ condition: () -> Bool
) async -> Bool {
    for _ in 0..<1_000 {
        if condition() { return true }
        await Task.yield()
    }
    let clock = ContinuousClock()
    let end = clock.now + limit
    while clock.now < end, !Task.isCancelled {
        if condition() { return true }
        try? await clock.sleep(for: .milliseconds(1))  // Cancelled, it ends at once, and so does the loop.
    }
    return condition()
}
