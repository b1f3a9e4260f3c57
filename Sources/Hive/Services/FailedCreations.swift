// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The services that could not be made while modules come up, so that their hooks are not blamed for them (C3).
///
/// What a factory throws goes to whoever asks, as it is. So the error itself says which service it stands for: it is
/// the same one, wherever it has been passed on to.
struct FailedCreations: Sendable {
    /// A service that could not be made.
    struct Entry: Sendable {
        let error: any Error
        let key: ServiceKey
        /// Whose factory has thrown, or whose decorator.
        let owner: Owner
        /// Where that was registered.
        let origin: Origin
        var isDecorating = false

        /// Whether an error is the one that the factory threw.
        func stands(for error: any Error) -> Bool { FailedCreations.areSame(self.error, error) }

        /// The failure of a hook, or of work, that has failed for want of the service.
        func explaining(_ failure: HiveError.Failure) -> HiveError.Failure {
            let what = "\(isDecorating ? "decorating" : "making") of \(key) (\(origin))"
            let asker = owner.name == failure.module ? "in " : "for \(failure.module ?? "hive")."
            return .init(module: owner.name, step: "\(what) \(asker)\(failure.step)", error: failure.error)
        }
    }

    /// A hook may ask again and again; its failure is most probably one of the last.
    private static let capacity = 16

    private var entries: [Entry] = []

    /// Keeps an entry, unless the error came from the factory of another service, which was asked for by this one.
    ///
    /// - Returns: The entry that has lost its place, to be released without a lock.
    mutating func add(_ entry: Entry) -> Entry? {
        if self[entry.error] != nil { return nil }
        let lost = entries.count < Self.capacity ? nil : entries.removeFirst()
        entries.append(entry)
        return lost
    }

    /// The service whose factory threw an error.
    subscript(_ error: any Error) -> Entry? { entries.last { $0.stands(for: error) } }

    /// Whether two errors are one, which was thrown once.
    private static func areSame(_ left: any Error, _ right: any Error) -> Bool { box(of: left) == box(of: right) }

    /// What all copies of an error share; it is another's only when that has been released.
    private static func box(of error: any Error) -> UnsafeRawPointer {
        // Sound: an error is one reference, to a box. Without the conversion it would be taken out of it.
        unsafeBitCast(error as any Error, to: UnsafeRawPointer.self)
    }
}

extension ServiceManager {
    /// Notes which services cannot be made, until that is over.
    func beginNotingFailures() { state.withLock { $0.failures = FailedCreations() } }

    /// Forgets what was noted.
    func endNotingFailures() {
        let noted = state.withLock { state in
            defer { state.failures = nil }
            return state.failures
        }
        // Released here, because an error is user code.
        withExtendedLifetime(noted) {}
    }

    /// Notes that a factory has thrown, also for the work that has asked, whose failure nobody else could explain.
    func note(_ entry: FailedCreations.Entry) {
        ModuleWork.current?.note(entry)
        let lost = state.withLock { $0.failures?.add(entry) }
        withExtendedLifetime(lost) {}
    }

    /// The failure with the service in its place that the hook asked for in vain, where that is why the hook failed.
    func explained(_ failure: HiveError.Failure) -> HiveError.Failure {
        guard let entry = state.withLock({ $0.failures?[failure.error] }) else { return failure }
        return entry.explaining(failure)
    }
}
