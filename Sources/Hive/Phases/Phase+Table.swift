// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Phase {
    /// When in a module's life a phase comes.
    package enum Occasion: Sendable {
        case start, reload, stop
    }

    /// What there is to know of a phase.
    struct Row {
        let occasion: Occasion
        /// Which timeout its hooks have: `start`, `stop` or `drain` (C6).
        let timeout: HiveTimeouts.Name
        /// Whether the module is created in the phase, which is a place of its own for the faults of tests.
        var createsModule = false
        /// Whether the phase calls a hook; otherwise it ends what modules do.
        var hasHook = true
    }

    /// The table of all phases, in the order in which a module goes through them.
    ///
    /// A new phase is a case with a name, a row here, mostly a hook in ``HiveModule``, and its place in the engine's
    /// `bringUp` or `takeDown`; all else reads this table. The test kit's `FaultPoint` has a name for each.
    var row: Row {
        switch self {
        case .setUp: Row(occasion: .start, timeout: .start, createsModule: true)
        case .initialize: Row(occasion: .start, timeout: .start)
        case .ready: Row(occasion: .start, timeout: .start)
        case .reconfigure: Row(occasion: .reload, timeout: .start)
        case .willStop: Row(occasion: .stop, timeout: .stop)
        case .drain: Row(occasion: .stop, timeout: .drain, hasHook: false)
        case .tearDown: Row(occasion: .stop, timeout: .stop)
        }
    }

    /// When in a module's life the phase comes.
    package var occasion: Occasion { row.occasion }

    /// The places in the module's code that the phase calls, in that order.
    package var points: [HookPoint] { (row.createsModule ? [.creation] : []) + (row.hasHook ? [.hook(self)] : []) }
}

/// A piece of a module's code that the hive calls.
package enum HookPoint: Hashable, Sendable, CustomStringConvertible {
    case creation
    case hook(Phase)
    case work
    case health

    /// Every piece that every module has, in the order of a module's life; that it is asked how it is belongs to no
    /// place.
    package static let all: [HookPoint] =
        Phase.allCases.filter { $0.occasion == .start }.flatMap(\.points) + [.work]
        + Phase.allCases.filter { $0.occasion == .stop }.flatMap(\.points)

    /// The name of the hook, or `creation`, `work` or `health`.
    package var description: String {
        switch self {
        case .creation: "creation"
        case .hook(let phase): phase.description
        case .work: "work"
        case .health: "health"
        }
    }
}
