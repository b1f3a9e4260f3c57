// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
import Glibc
@_spi(ExperimentalCustomExecutors) import _Concurrency

// The process that explores: the test's program, started again for one call of `explore`. One thread runs everything:
// in the order in which it comes until that call, and then, in a copy of the process for each seed, as the seed says.

/// How a process is told that it explores, and what it has from the one that has started it.
enum ExploringProcess {
    /// Names the call; set for a process that explores only.
    static let variable = "HIVE_EXPLORATION"
    static let memory: Int32 = 3
    static let commands: Int32 = 4
    static let events: Int32 = 5

    /// What the process is told to do next.
    enum Command: BitwiseCopyable {
        /// To run the body in a copy of itself: as a seed says, or in the plain order.
        case run(seed: Int?)
        /// To run the body itself.
        case rehearse
        /// To go on with the test.
        case end
    }

    /// The call that is sought, or nil in every other process.
    static var call: String? { current?.call }

    // Sound: written once, before `main`, and then read.
    nonisolated(unsafe) fileprivate(set) static var current: ExplorationScheduler?
}

// Runs before `main`, so that nothing has used the usual executors yet.
@section(".init_array") @used private let takeOver: @convention(c) () -> Void = {
    // Without the memory it is somebody else who has set the variable.
    guard let call = getenv(ExploringProcess.variable), let memory = RunMemory(file: ExploringProcess.memory) else {
        return
    }
    ExploringProcess.current = ExplorationScheduler(call: String(cString: call), memory: memory)
    // What it starts itself is started as ever.
    unsetenv(ExploringProcess.variable)
    _createExecutors(factory: ExplorationExecutors.self)
}
#endif
