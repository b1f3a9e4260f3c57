// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Polls a condition that other threads are about to make true without telling anybody, such as the end of an object.
///
/// Nearly always that takes a few turns. Where the system has stopped a thread that holds the last reference, it takes
/// much longer than any number of turns: the limit is a time, by the machine's clock, because no other clock stands for
/// what threads do. A machine that lets nobody run lets that time pass as well, so some of it has to be spent on a
/// thousand turns with a rest in between. Cancelling the caller changes nothing: what is waited for ends by itself.
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
    var turns = 0
    while clock.now < end || turns < 1_000 {
        if condition() { return true }
        turns += 1
        // In a task of its own, because in a cancelled one it would end at once.
        await Task { try? await clock.sleep(for: .milliseconds(1)) }.value
    }
    return condition()
}
