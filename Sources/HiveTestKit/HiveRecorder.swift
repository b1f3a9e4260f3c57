// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// An observer that keeps every step of a hive, and lets a test wait for one without sleeping.
///
/// ```swift
/// let recorder = HiveRecorder()
/// let hive = Hive(HiveOptions(observers: [recorder.observe]))
/// let starting = Task { try await hive.start() }
/// try await recorder.wait(for: .hookBegan(.initialize, of: "CartModule"))
/// try await starting.value
/// ```
///
/// A task, because `#expect(throws:)` takes `try await starting.value` and does not compile with an `async let`.
///
/// Steps are kept until the recorder goes, so it does not matter whether a test waits before or after one is taken.
public final class HiveRecorder: Sendable {
    private let log = FactLog<HiveObservation>()

    /// Creates a recorder that has seen nothing.
    public init() {}

    /// Keeps a step.
    public func observe(_ observation: HiveObservation) { log.note(observation) }

    /// Every step so far, in the order in which they were observed.
    public var observations: [HiveObservation] { log.facts }

    /// The steps so far that are of a kind.
    public func observations(of kind: HiveObservation.Kind) -> [HiveObservation] {
        observations.filter { $0.kind == kind }
    }

    /// The hooks that have begun so far, in that order, as `CartModule.setUp`.
    ///
    /// Letting go of the services of a module that was never set up counts as its `tearDown`.
    public var hooks: [String] { observations(of: .willRunHook).map(\.hook) }

    /// How many steps so far match a fact.
    public func count(of fact: HiveFact) -> Int { observations.count { fact.isMatch($0) } }

    /// Returns when something has happened, at once if it has already.
    ///
    /// It does not time out; give the test a time limit.
    ///
    /// - Parameters:
    ///   - fact: What to wait for.
    ///   - occurrence: Which time it happens, counted from 1.
    /// - Returns: The step.
    /// - Throws: `CancellationError` when the calling task is cancelled.
    @discardableResult
    public func wait(for fact: HiveFact, occurrence: Int = 1) async throws -> HiveObservation {
        try await log.wait(count: max(occurrence, 1), where: fact.isMatch)
    }
}

extension HiveObservation {
    /// The hook of a step that is about one, as `CartModule.setUp`.
    var hook: String { "\(module ?? "hive").\(phase, default: "?")" }
}

/// Something that a ``HiveRecorder`` can wait for.
public struct HiveFact: Sendable {
    /// Whether a step is the one to wait for.
    public let isMatch: @Sendable (HiveObservation) -> Bool

    /// Creates a fact of the test's own.
    public init(_ isMatch: @escaping @Sendable (HiveObservation) -> Bool) {
        self.isMatch = isMatch
    }

    /// A module's hook has begun.
    public static func hookBegan(_ phase: Phase, of module: String) -> HiveFact {
        hook(.willRunHook, phase, module)
    }

    /// A module's hook has returned or thrown, or was abandoned.
    public static func hookEnded(_ phase: Phase, of module: String) -> HiveFact {
        hook(.didRunHook, phase, module)
    }

    /// A module's hook has used up half of its timeout.
    public static func hookIsSlow(_ phase: Phase, of module: String) -> HiveFact {
        hook(.slowHook, phase, module)
    }

    /// A module's hook that was abandoned has returned.
    public static func hookReturnedLate(_ phase: Phase, of module: String) -> HiveFact {
        hook(.hookReturnedLate, phase, module)
    }

    /// The hive has reached a state.
    public static func state(_ state: HiveState) -> HiveFact {
        HiveFact { $0.subject == .state(state) }
    }

    /// A step of a kind was taken, for a module or, with nil, for anybody.
    public static func step(_ kind: HiveObservation.Kind, of module: String? = nil) -> HiveFact {
        HiveFact { $0.kind == kind && (module == nil || $0.module == module) }
    }

    private static func hook(_ kind: HiveObservation.Kind, _ phase: Phase, _ module: String) -> HiveFact {
        HiveFact { $0.kind == kind && $0.phase == phase && $0.module == module }
    }
}
