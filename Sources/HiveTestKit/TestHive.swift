// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// A hive for one test, with a clock that stands still, a recorder and an injector of faults.
///
/// Chance adds nothing to the delays before restarts (C63).
///
/// ```swift
/// let test = TestHive()
/// try test.hive.modules.register(CatalogModule.self)
/// try test.hive.overrides.register((any CatalogService).self, instance: EmptyCatalog())
/// try await test.hive.start()
/// ```
public struct TestHive: Sendable {
    /// The hive.
    public let hive: Hive
    /// The hive's clock.
    public let clock: ManualClock
    /// Records every step of the hive.
    public let recorder: HiveRecorder
    /// Injects faults into the hive's modules.
    public let faults: FaultInjector

    /// Makes a hive, which does nothing until it is started.
    ///
    /// - Parameter options: What the hive is made with, beside the recorder. Of its clocks only a ``ManualClock``
    ///   counts, which several hives can share so; instead of any other, this hive has one of its own.
    public init(_ options: HiveOptions = HiveOptions()) {
        self.init(options) { Hive($0) }
    }

    /// Makes a hive in a way of the program's own, from property lists for instance, with what a test needs.
    ///
    /// So the modules of a test have the options that the program's files state:
    ///
    /// ```swift
    /// let test = try TestHive { try Hive(.compiled, options: $0) }
    /// try test.hive.overrides.register((any CatalogService).self, instance: EmptyCatalog())
    /// try await test.hive.start()
    /// ```
    ///
    /// Make the hive with the options that the closure is given. With others the recorder records nothing, a test that
    /// waits for a fact waits for ever, and ``clock`` is not the hive's.
    ///
    /// - Parameters:
    ///   - options: What the hive is made with; the same counts for its clock as in the other form.
    ///   - make: Makes the hive, with the options that it is given: they have the recorder and the clock.
    /// - Throws: What the closure throws.
    public init(_ options: HiveOptions = HiveOptions(), make: (HiveOptions) throws -> Hive) rethrows {
        clock = options.clock as? ManualClock ?? ManualClock()
        recorder = HiveRecorder()
        faults = FaultInjector()
        var options = options
        options.observers.insert(recorder.observe, at: 0)
        options.clock = clock
        options.chance = { 0 }
        hive = try make(options)
        faults.install(in: hive)
    }
}

extension Hive {
    /// Registers services that take the place of what modules and property lists register later, in this hive only.
    ///
    /// ```swift
    /// try test.hive.overrides.register((any CatalogService).self, instance: EmptyCatalog())
    /// ```
    ///
    /// A module's own registration then has no effect, even with `replacing: true`. That is no error, and its factory
    /// never runs.
    /// Overrides belong to the hive and can be registered only before it is started.
    public var overrides: ServiceRegistrar { overridingRegistrar }

    /// Throws when something is wrong with what the hive was told to run, without creating a module.
    ///
    /// - Parameter allowsWarnings: Whether warnings are accepted.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidConfiguration`` and every problem.
    public func requireVerified(allowsWarnings: Bool = true) throws {
        try verify().requireNone(allowsWarnings: allowsWarnings)
    }

    /// The names of the types that are neither registered nor, before the start, promised.
    ///
    /// A promise is an entry of a property list, or a module's ``ModuleManifest/provides``.
    public func unserved(_ types: any Any.Type...) -> [String] {
        let served = state == .created ? servedTypes.union(promisedTypes) : servedTypes
        return types.filter { !served.contains(ObjectIdentifier($0)) }.map { Hive.serviceName(of: $0) }
    }
}

extension Sequence<Problem> {
    /// Throws when there is a problem, for instance in a configuration.
    ///
    /// - Parameter allowsWarnings: Whether warnings are accepted.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidConfiguration`` and every problem.
    public func requireNone(allowsWarnings: Bool = true) throws {
        let problems = Array(self)
        let wrong = allowsWarnings ? problems.errors : problems
        guard !wrong.isEmpty else { return }
        let text = "\(wrong.count.counted("thing is", "things are")) wrong."
        throw HiveError(.invalidConfiguration, text, problems: problems)
    }
}
