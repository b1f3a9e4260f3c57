// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

/// One service being made, and by whom it was asked for.
///
/// The chain of parents is the path that an error about a cycle prints.
final class Creation: Sendable {
    let key: ServiceKey
    let parent: Creation?
    let depth: Int
    let manager: ObjectIdentifier
    private let finished = DispatchGroup()
    private let result = Mutex<Result<AnyServiceBox, any Error>?>(nil)

    init(_ key: ServiceKey, parent: Creation?, manager: ObjectIdentifier) {
        self.key = key
        self.parent = parent
        self.depth = (parent?.depth ?? 0) + 1
        self.manager = manager
        finished.enter()
    }

    /// Ends the creation and lets everybody who waits for it go on.
    func finish(_ outcome: Result<AnyServiceBox, any Error>) {
        result.withLock { $0 = outcome }
        finished.leave()
    }

    /// Blocks the thread until another one has made the service.
    ///
    /// Factories are synchronous, so the other thread is at work; that it does not wait for this one was checked.
    func wait() throws -> AnyServiceBox {
        finished.wait()
        let outcome = result.withLock { $0 }
        guard let outcome else { preconditionFailure("A creation ended without a result.") }
        return try outcome.get()
    }

    /// The innermost creation under way in the calling thread, of whichever manager.
    static var current: Creation? {
        guard let pointer = ThreadRecord.current.pointee.creation else { return nil }
        return Unmanaged<Creation>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Runs a synchronous factory as this creation's work.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        let record = ThreadRecord.current
        let outer = record.pointee.creation
        record.pointee.creation = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        defer { record.pointee.creation = outer }
        return try withExtendedLifetime(self) { try body() }
    }

    /// The keys from `ancestor` down to this creation.
    func path(from ancestor: Creation) -> [ServiceKey] {
        var path: [ServiceKey] = []
        var creation: Creation? = self
        while let current = creation {
            path.append(current.key)
            if current === ancestor { break }
            creation = current.parent
        }
        return path.reversed()
    }

    /// This creation and the ones that asked for it, innermost first.
    var chain: some Sequence<Creation> { sequence(first: self) { $0.parent } }
}
