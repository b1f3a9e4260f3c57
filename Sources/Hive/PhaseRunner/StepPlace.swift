// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// When one step of a phase runs.
struct StepPlace: Sendable {
    /// Whether it runs beside the others instead of after the one before it.
    var isConcurrent = false
    /// Whether it is no step: nothing runs, and it ends when all that it waits for has ended.
    var isJoint = false
    /// The places, of steps and others, that have to be done before.
    var dependencies: [Int] = []
    /// Those that it lets end first, unless it is told not to wait any more.
    var softDependencies: [Int] = []
}
