// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

/// Runs a body once per seed, each time under a schedule that the seed decides (C68).
///
/// ```swift
/// @Test(.enabled(if: Exploration.isSupported)) func aStopEndsTheStart() async throws {
///     try await explore(seeds: 1...2_000) {
///         let hive = Hive()
///         try hive.modules.register(StockModule.self)
///         let start = Task { try await hive.start() }
///         try? await hive.stop()
///         _ = await start.result
///         #expect(hive.state == .stopped)
///     }
/// }
/// ```
///
/// Whenever a task becomes ready, it waits for its turn, and the seed says whose turn is next. Time is virtual: it
/// moves on when nothing can run, so that an hour's sleep takes no time. That is the time of hives, whose clock is not
/// one of the test's own, and of all sleeps. See <doc:finding-races> for what a schedule decides, and what it does not.
///
/// The test is started again in processes of its own, one thread each, in which the code before this call runs as well;
/// so other tests are not disturbed, and each seed begins with the same memory, that of a process in which the body has
/// run once. The body's own process ends with it: what it changes, the code after this call does not see.
///
/// A run fails when the body throws, when an expectation fails in it, when nothing can run before it has returned, when
/// it takes too many steps, and when something happens that the schedule does not decide. The first failure ends the
/// exploration; its description says the seed, how to play it again, and the last steps.
///
/// In the environment, `HIVE_SEED` runs that seed alone, and `HIVE_SEEDS` says how many are run, from the first on: at
/// most 10,000,000. What is no number there is a failure.
///
/// - Parameters:
///   - seeds: The seeds. Even ones choose among the tasks that are ready with equal probability, odd ones run by
///     priorities that are changed at one or two steps.
///   - name: What tells this call from another at the same place, such as in a test with arguments.
///   - maximumSteps: How many steps a run may take.
///   - fileID: The test's file, where this is called by a function for several tests; the same for what follows.
///   - function: The test's function.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: What is run. It makes hives of its own and returns when it is done with them.
/// - Throws: ``ExplorationFailure``; `CancellationError` when the calling task was cancelled.
public func explore(
    seeds: ClosedRange<Int>,
    named name: String = "",
    maximumSteps: Int = 100_000,
    fileID: String = #fileID,
    function: String = #function,
    line: Int = #line,
    column: Int = #column,
    _ body: @escaping @Sendable () async throws -> Void
) async throws {
    let chosen = try chosenSeeds(seeds) { getenv($0).map { String(cString: $0) } }
    let runs = try await exploredRuns(
        chosen,
        named: name,
        fileID: fileID,
        function: function,
        line: line,
        column: column,
        maximumSteps: maximumSteps,
        body
    )
    if let failure = runs.failure { throw failure }
}

/// The seeds that are run, after what the environment says.
///
/// - Throws: ``ExplorationFailure`` when a variable is no seed, or no number of seeds.
package func chosenSeeds(_ seeds: ClosedRange<Int>, environment: (String) -> String?) throws -> [Int] {
    if let text = environment("HIVE_SEED") {
        return [try number(text, of: "HIVE_SEED", in: Int.min...Int.max, "a seed, which is a whole number")]
    }
    guard let text = environment("HIVE_SEEDS") else { return Array(seeds) }
    let count = try number(text, of: "HIVE_SEEDS", in: 1...10_000_000, "how many seeds, from 1 to 10000000")
    let (end, isTooLarge) = seeds.lowerBound.addingReportingOverflow(count - 1)
    return Array(seeds.lowerBound...(isTooLarge ? Int.max : end))
}

private func number(
    _ text: String,
    of name: String,
    in range: ClosedRange<Int>,
    _ what: String
) throws(ExplorationFailure) -> Int {
    guard let number = Int(text), range.contains(number) else {
        throw .unavailable("The environment variable \(name) is '\(text)'. Write \(what), or unset it.")
    }
    return number
}

/// What the runs of an exploration have shown.
package struct ExploredRuns: Sendable {
    /// The failure of the lowest seed that failed.
    package var failure: ExplorationFailure?
    /// The order that each seed gave, as they were asked for; those after a failure may be missing.
    package var orders: [UInt64?] = []
}

/// Runs seeds, in any order and as often as they are named.
package func exploredRuns(
    _ seeds: [Int],
    named name: String = "",
    fileID: String = #fileID,
    function: String = #function,
    line: Int = #line,
    column: Int = #column,
    maximumSteps: Int = 100_000,
    _ body: @escaping @Sendable () async throws -> Void
) async throws -> ExploredRuns {
    #if os(Linux) && canImport(Glibc) && !HIVE_THREAD_SANITIZER && !HIVE_ADDRESS_SANITIZER
    let call = ExploredCall(fileID: fileID, function: function, line: line, column: column, name: name)
    if let process = ExploringProcess.current {
        if process.schedule != nil { throw ExplorationFailure.unavailable("A run explores nothing itself.") }
        if process.call == call.description { await process.explore(body) }
        return ExploredRuns()
    }
    return try await Explorer(call, seeds: seeds, maximumSteps: maximumSteps).run()
    #else
    throw ExplorationFailure.unsupported
    #endif
}
