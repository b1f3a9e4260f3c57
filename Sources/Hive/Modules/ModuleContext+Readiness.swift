// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Whether the hive is ready, which everybody may ask who has a context, and every module may withhold (C53).

extension ResolvingContext {
    /// What the hive is doing.
    public var state: HiveState { moduleContext.scope.hive.state }

    /// Whether the hive is ready: it runs, no stop has begun, and no module withholds it (C53).
    ///
    /// - Complexity: O(1): one atomic load.
    public var isReady: Bool { moduleContext.scope.hive.readiness.isReady }

    /// Whether the hive is ready, and which modules withhold that, each with its reason.
    ///
    /// - Complexity: O(n) in the number of modules that withhold it; it takes a lock.
    public var readiness: HiveReadiness { moduleContext.scope.hive.currentReadiness }

    /// Asks all modules how they are; see ``Hive/Hive/health()``.
    ///
    /// A module that answers probes calls it for each, also while the hive drains:
    ///
    /// ```swift
    /// let health = try await context.health()
    /// return health.isWell ? "200 OK" : "503 \(health)"
    /// ```
    ///
    /// - Throws: What that method throws.
    public func health() async throws -> HiveHealth { try await moduleContext.scope.hive.health() }

    /// Keeps the hive from being ready until ``restoreReadiness()`` is called, or the module leaves.
    ///
    /// ```swift
    /// context.withholdReadiness(because: "no connection to the database")
    /// ```
    ///
    /// It may be called at any time, also while the hive starts. A module withholds readiness once: a further call only
    /// changes the reason, and one that restores it is enough. Observers and those who subscribe to ``HiveReadiness``
    /// are told when the hive no longer is ready; the calls of several tasks are told one after the other, perhaps in
    /// the task of another. It does nothing once the module is gone, or it or its handler was abandoned.
    ///
    /// - Parameter reason: Why, for a person.
    public func withholdReadiness(because reason: String) { moduleContext.scope.withholdReadiness(because: reason) }

    /// Gives up what ``withholdReadiness(because:)`` asked for, in this context or in another one of the module.
    ///
    /// It does nothing when the module does not withhold readiness.
    public func restoreReadiness() { moduleContext.scope.restoreReadiness() }
}

extension SetupContext {
    /// What the hive is doing.
    public var state: HiveState { scope.hive.state }

    /// Whether the hive is ready; see ``ResolvingContext/isReady``.
    public var isReady: Bool { scope.hive.readiness.isReady }

    /// Whether the hive is ready, and which modules withhold that, each with its reason.
    public var readiness: HiveReadiness { scope.hive.currentReadiness }

    /// Keeps the hive from being ready; see ``ResolvingContext/withholdReadiness(because:)``.
    public func withholdReadiness(because reason: String) { scope.withholdReadiness(because: reason) }

    /// Gives up what was asked for; see ``ResolvingContext/restoreReadiness()``.
    public func restoreReadiness() { scope.restoreReadiness() }
}

extension HookScope {
    private var owner: Owner { runtime?.owner ?? hive.owner }

    fileprivate func withholdReadiness(because reason: String) {
        hive.readiness.withhold(owner, because: reason) { hasEnded }
        hive.tellReadiness()
    }

    fileprivate func restoreReadiness() {
        if hasEnded { return }
        hive.readiness.restore(owner)
        hive.tellReadiness()
    }
}
