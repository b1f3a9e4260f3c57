// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

#if HIVE_THREAD_SANITIZER
/// The stand-in of `Hive`, because the thread sanitizer misreports the standard library's lock.
typealias TestMutex = SanitizedMutex
#else
/// The standard library's lock.
typealias TestMutex = Synchronization.Mutex
#endif

extension Array {
    /// All elements; under a sanitizer, which makes each many times slower, every third.
    var sampled: [Element] {
        #if HIVE_THREAD_SANITIZER || HIVE_ADDRESS_SANITIZER
        enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
        #else
        self
        #endif
    }
}

/// What went wrong on purpose.
struct Broken: Error, Equatable { var number = 0 }

/// What happened, in order, noted from anywhere.
final class Log: Sendable {
    private let lines = TestMutex<[String]>([])
    var entries: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A value that a hook leaves for the test.
final class Latched<Value: Sendable>: Sendable {
    private let storage = TestMutex<Value?>(nil)
    var value: Value? { storage.withLock { $0 } }
    func set(_ value: Value) { storage.withLock { $0 = value } }
}

/// The error of Hive's that a call has to throw.
func hiveError<Result>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws -> HiveError {
    let error = await #expect(throws: HiveError.self, sourceLocation: sourceLocation) { _ = try await body() }
    return try #require(error, sourceLocation: sourceLocation)
}

/// The codes of what is wrong before anything runs.
func problems(_ modules: ModuleDeclaration...) throws -> [HiveErrorCode] {
    let hive = Hive(HiveOptions(clock: ManualClock()))
    try hive.modules.register(modules)
    return hive.verify().errors.map(\.code)
}

/// The names of modules in boot order.
func bootOrder(_ modules: ModuleDeclaration...) throws -> [String] {
    let hive = Hive(HiveOptions(clock: ManualClock()))
    try hive.modules.register(modules)
    return hive.modules.descriptors.map(\.name)
}
