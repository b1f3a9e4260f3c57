// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A service that could not be made, so that a hook or work that fails for want of it is not blamed (C3).
///
/// What a factory throws goes to whoever asks, as it is. So the error itself says which service it stands for, where
/// whoever has asked passes it on.
final class FailedCreation: Error {
    let error: any Error
    private let identity: String
    let key: ServiceKey
    /// Whose factory has thrown, or whose decorator.
    let owner: Owner
    /// Where that was registered.
    let origin: Origin
    let isDecorating: Bool

    /// Asks the error for its text, so this must not be done under a lock.
    init(_ error: any Error, key: ServiceKey, owner: Owner, origin: Origin, isDecorating: Bool = false) {
        self.error = error
        identity = Self.identity(of: error)
        self.key = key
        self.owner = owner
        self.origin = origin
        self.isDecorating = isDecorating
    }

    /// Whether an error is the one that was thrown; it is asked for its text, too.
    func stands(for error: any Error) -> Bool { identity == Self.identity(of: error) }

    /// What tells one error from another: its identity where it is an object, else its type and its text.
    ///
    /// A value has no identity: whoever catches one by its type and throws it again makes another error of it.
    private static func identity(of error: any Error) -> String {
        let type = Swift.type(of: error)
        if type is AnyClass { return "\(ObjectIdentifier(error as AnyObject))" }
        return "\(ObjectIdentifier(type)): \(error)"
    }

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

/// What a hook, or a module's work, has asked for in vain; what others have is none of its business.
final class FailedCreations: Sendable {
    /// A hook may ask again and again; its failure is most probably one of the last.
    private static let limit = 16

    /// Nil when the hook has ended: a task that it has left behind keeps nothing.
    private let noted = Mutex<[FailedCreation]?>([])

    func note(_ failure: FailedCreation) {
        noted.update { noted in
            noted = noted.map { ($0.filter { !$0.isSame(as: failure) } + [failure]).suffix(Self.limit) }
        }
    }

    /// Forgets that a service could not be made, because now it has been.
    func forget(_ key: ServiceKey) { noted.update { $0?.removeAll { $0.key == key } } }

    /// Forgets everything, for good.
    func end() { noted.update { $0 = nil } }

    /// The failure of a service that an error stands for; of several it may be any.
    func cause(of error: any Error) -> FailedCreation? {
        let found = noted.withLock { $0 }?.filter { $0.stands(for: error) } ?? []
        return found.count == 1 ? found.first : nil
    }

    /// A failure with the service in its place that was asked for in vain, where that is the reason.
    func explained(_ failure: HiveError.Failure) -> HiveError.Failure {
        cause(of: failure.error)?.explaining(failure) ?? failure
    }
}

extension ServiceManager {
    /// Notes that a service could not be made, for the factory, or else the hook or the work, that has asked for it.
    func note(_ failure: FailedCreation, for asker: Creation?) {
        if let asker { return asker.note(failure) }
        ActivityScope.failedCreations(of: hive.id)?.note(failure)
    }
}
