// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import Synchronization

/// The instance of a target that is kept between calls, whatever its type.
protocol AnyTargetInstances: AnyObject, Sendable {
    /// Releases the instance that is kept.
    func release() -> Bool
}

/// Makes a target's instances, and keeps one where that was asked for.
final class TargetInstances<Instance: Sendable>: AnyTargetInstances {
    private let isCached: Bool
    private let make: @Sendable (ServiceResolver) throws -> Instance
    private let kept = Mutex<Instance?>(nil)

    init(isCached: Bool, make: @escaping @Sendable (ServiceResolver) throws -> Instance) {
        self.isCached = isCached
        self.make = make
    }

    func instance(_ scope: CallScope) throws -> Instance {
        guard scope.wantsCached ?? isCached else { return try make(scope.resolver) }
        if let instance = kept.withLock({ $0 }) { return instance }
        // Made without the lock, because it is the application's code. If two are made at once, all get the first.
        let made = try make(scope.resolver)
        return kept.withLock { kept in
            let first = kept ?? made
            kept = first
            return first
        }
    }

    func release() -> Bool { kept.withLock { $0.take() } != nil }
}
