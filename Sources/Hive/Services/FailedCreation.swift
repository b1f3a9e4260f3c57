// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A service that could not be made, so that a hook or work that fails for want of it is not blamed (C3).
///
/// What a factory throws goes to whoever asks, as it is. So the error itself says which service it stands for, wherever
/// it has been passed on to.
final class FailedCreation: Error {
    /// What tells one error from another: its identity where it is an object, else its type and its text.
    ///
    /// A value has no identity: whoever catches one by its type and throws it again makes another error of it.
    private struct Identity: Equatable {
        let type: ObjectIdentifier
        var object: ObjectIdentifier?
        var text = ""

        init(_ error: any Error) {
            type = ObjectIdentifier(Swift.type(of: error))
            if Swift.type(of: error) is AnyClass {
                object = ObjectIdentifier(error as AnyObject)
            } else {
                text = "\(error)"
            }
        }
    }

    let error: any Error
    private let identity: Identity
    let key: ServiceKey
    /// Whose factory has thrown, or whose decorator.
    let owner: Owner
    /// Where that was registered.
    let origin: Origin
    let isDecorating: Bool

    /// Asks the error for its text, so this must not be done under a lock.
    init(_ error: any Error, key: ServiceKey, owner: Owner, origin: Origin, isDecorating: Bool = false) {
        self.error = error
        identity = Identity(error)
        self.key = key
        self.owner = owner
        self.origin = origin
        self.isDecorating = isDecorating
    }

    /// Whether an error is the one that was thrown; it is asked for its text, too.
    func stands(for error: any Error) -> Bool { identity == Identity(error) }

    /// Whether it is the same failure of the same service.
    func isSame(as other: FailedCreation) -> Bool {
        identity == other.identity && key == other.key && owner === other.owner && isDecorating == other.isDecorating
    }

    /// The failure of a hook, or of work, that has failed for want of the service.
    func explaining(_ failure: HiveError.Failure) -> HiveError.Failure {
        let what = "\(isDecorating ? "decorating" : "making") of \(key) (\(origin))"
        let asker = owner.name == failure.module ? "in " : "for \(failure.module ?? "hive")."
        return .init(module: owner.name, step: "\(what) \(asker)\(failure.step)", error: failure.error)
    }
}

extension ServiceState {
    /// A hook may ask again and again; its failure is most probably one of the last.
    private static let failureLimit = 16

    /// Notes a failure, while that is asked for.
    fileprivate mutating func note(_ failure: FailedCreation) {
        guard var failures else { return }
        let isFull = failures.count == Self.failureLimit
        if let former = failures.firstIndex(where: { $0.isSame(as: failure) }) ?? (isFull ? 0 : nil) {
            discarded.append(failures.remove(at: former))
        }
        self.failures = failures + [failure]
    }
}

extension ServiceManager {
    /// Notes which services cannot be made, until that is over.
    func beginNotingFailures() { state.withLock { $0.failures = [] } }

    /// Forgets what was noted.
    func endNotingFailures() { state.withLock { $0.discarded += $0.failures.take() ?? [] } }

    /// Notes that a service could not be made, for the factory, the hook or the work that has asked for it.
    func note(_ failure: FailedCreation, for asker: Creation?) {
        asker?.note(failure)
        ModuleWork.current?.note(failure)
        state.withLock { $0.note(failure) }
    }

    /// The failure with the service in its place that the hook asked for in vain, where that is why the hook failed.
    func explained(_ failure: HiveError.Failure) -> HiveError.Failure {
        let noted = state.withLock { $0.failures }?.filter { $0.stands(for: failure.error) } ?? []
        // Of several services it may be either.
        return noted.count == 1 ? noted[0].explaining(failure) : failure
    }
}
