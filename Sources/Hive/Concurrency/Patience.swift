// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Whether something comes true that other threads are about to do and that nobody is told of, such as an object's end.
///
/// Nearly always that takes a few turns. Where the system has stopped a thread that holds the last reference, it takes
/// much longer than any number of turns: the limit is a time, by the machine's clock, because no other clock stands for
/// what threads do.
nonisolated(nonsending) package func comesTrue(
    within patience: Duration = .seconds(5),
    _ fact: () -> Bool
) async -> Bool {
    for _ in 0..<1_000 {
        if fact() { return true }
        await Task.yield()
    }
    let clock = ContinuousClock()
    let end = clock.now + patience
    while clock.now < end, !Task.isCancelled {
        if fact() { return true }
        try? await clock.sleep(for: .milliseconds(1))  // Cancelled, it ends at once, and so does the loop.
    }
    return fact()
}
