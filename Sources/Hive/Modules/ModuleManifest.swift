// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a module is, said once, by the module's type (C67).
///
/// ```swift
/// actor TradeModule: HiveModule {
///     static let manifest = ModuleManifest(
///         priority: 10,
///         needs: [.service((any CatalogService).self)],
///         provides: [(any TradeService).self]
///     )
/// }
/// ```
///
/// Everything has a default, which counts where a statement is nil. A property list can state ``level``,
/// ``priority``, ``needs``, ``startTimeout``, ``stopTimeout``, ``drainTimeout``, ``initializesConcurrently`` and
/// ``onFailure`` under the same names, and wins, key by key (C17). What the code of the module decides, its name, what
/// it provides and its work, only the type states.
///
/// A manifest that contradicts itself, such as a timeout of work in a module that has none, is an error of
/// ``Hive/verify()``.
public struct ModuleManifest: Sendable {
    /// The name that logs, errors and property lists use; nil for the type's name.
    public var name: String?
    /// Modules of a lower level come up first; nil for ``ModuleLevel/normal``.
    public var level: ModuleLevel?
    /// Within a level, modules of a higher priority come up first; nil for 0.
    public var priority: Int?
    /// What has to be up before this module, whatever level and priority say; nil for nothing.
    public var needs: [ModuleDependency]?
    /// The services that this module registers in `setUp`, so that others can need them.
    ///
    /// One that is not registered when the `setUp` phase ends makes the start fail (C11).
    public var provides: [any Any.Type]
    /// How long each hook of the start may take; nil leaves it to the hive (C6).
    public var startTimeout: Duration?
    /// How long each hook of the stop may take; nil leaves it to the hive (C6).
    public var stopTimeout: Duration?
    /// How long the module's work may take to end when it was asked to; nil leaves it to the hive (C51).
    public var drainTimeout: Duration?
    /// Whether `initialize` runs beside those of other modules of the level, after what the module needs; nil for
    /// false: after the module before it (C14).
    public var initializesConcurrently: Bool?
    /// When the work of a ``WorkingModule`` is up; nil for ``WorkReadiness/immediate`` (C49).
    public var work: WorkReadiness?
    /// Whether the hive goes on when the work of a ``WorkingModule`` has returned; nil for false: it stops, and all is
    /// well (C49).
    public var workMayEnd: Bool?
    /// What happens when the module fails; nil for ``FailurePolicy/stop``.
    public var onFailure: FailurePolicy?
    /// Where the statement begins, for errors; its origin is made when somebody asks.
    private let place: (fileID: String, line: Int)

    /// States what a module is.
    ///
    /// - Parameters:
    ///   - name: The name that logs, errors and property lists use.
    ///   - level: Modules of a lower level come up first.
    ///   - priority: Within a level, modules of a higher priority come up first.
    ///   - needs: What has to be up before.
    ///   - provides: The services that the module registers in `setUp`.
    ///   - startTimeout: How long each hook of the start may take.
    ///   - stopTimeout: How long each hook of the stop may take.
    ///   - drainTimeout: How long the work may take to end.
    ///   - initializesConcurrently: Whether `initialize` runs beside those of other modules.
    ///   - work: When the module's work is up.
    ///   - workMayEnd: Whether the hive goes on when the work has returned.
    ///   - onFailure: What happens when the module fails.
    ///   - fileID: The file that errors name.
    ///   - line: The line that errors name.
    public init(
        name: String? = nil,
        level: ModuleLevel? = nil,
        priority: Int? = nil,
        needs: [ModuleDependency]? = nil,
        provides: [any Any.Type] = [],
        startTimeout: Duration? = nil,
        stopTimeout: Duration? = nil,
        drainTimeout: Duration? = nil,
        initializesConcurrently: Bool? = nil,
        work: WorkReadiness? = nil,
        workMayEnd: Bool? = nil,
        onFailure: FailurePolicy? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) {
        self.name = name
        self.level = level
        self.priority = priority
        self.needs = needs
        self.provides = provides
        self.startTimeout = startTimeout
        self.stopTimeout = stopTimeout
        self.drainTimeout = drainTimeout
        self.initializesConcurrently = initializesConcurrently
        self.work = work
        self.workMayEnd = workMayEnd
        self.onFailure = onFailure
        place = (fileID, line)
    }

    /// Where a module's type states what it is, for errors.
    package var origin: Origin { .code(fileID: place.fileID, line: place.line) }

    /// What a weaker source states counts where this states nothing (C17).
    func completed(by weaker: ModuleManifest) -> ModuleManifest {
        var result = weaker
        result.name = name ?? weaker.name
        result.level = level ?? weaker.level
        result.priority = priority ?? weaker.priority
        result.needs = needs ?? weaker.needs
        if !provides.isEmpty { result.provides = provides }
        result.startTimeout = startTimeout ?? weaker.startTimeout
        result.stopTimeout = stopTimeout ?? weaker.stopTimeout
        result.drainTimeout = drainTimeout ?? weaker.drainTimeout
        result.initializesConcurrently = initializesConcurrently ?? weaker.initializesConcurrently
        result.work = work ?? weaker.work
        result.workMayEnd = workMayEnd ?? weaker.workMayEnd
        result.onFailure = onFailure ?? weaker.onFailure
        return result
    }

    /// How long the hooks of the start, those of the stop, and the end of the work may take.
    var timeouts: [Duration?] { [startTimeout, stopTimeout, drainTimeout] }

    /// The timeout of the hooks that have one of the hive's timeouts.
    package subscript(timeout timeout: HiveTimeouts.Name) -> Duration? {
        switch timeout {
        case .start: startTimeout
        case .stop: stopTimeout
        case .drain: drainTimeout
        case .drainDelay, .health, .wholeStart, .wholeStop, .grace: nil
        }
    }
}
