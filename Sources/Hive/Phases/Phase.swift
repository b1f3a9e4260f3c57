// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A broadcast of one hook over all modules.
@nonexhaustive public enum Phase: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Modules are created and register what they offer.
    case setUp
    /// Modules resolve what they need.
    case initialize
    /// Every module is initialized.
    case ready
    /// Modules whose options have changed take the new ones.
    case reconfigure
    /// The hive is about to stop; everything still works.
    case willStop
    /// The work of modules ends, that of dependents first.
    case drain
    /// Modules let go of what they hold, in reverse order.
    case tearDown

    /// The name of the hook.
    public var description: String { "\(row.name)" }
}

// MARK: - The table

extension Phase {
    /// When in a module's life a phase comes.
    package enum Occasion: Sendable {
        case start, reload, stop
    }

    /// Which timeout the hooks of a phase have (C6).
    enum TimeoutKind: Sendable {
        case start, stop, drain
    }

    /// What there is to know of a phase.
    struct Row {
        let name: StaticString
        /// The number that a context of the phase's hook knows the hook by; nil where there is no hook, and where it
        /// may run more than once for a module, so that each run needs a number of its own, above ``Phase/lastTicket``.
        let ticket: Int?
        let occasion: Occasion
        let timeout: TimeoutKind
        /// The colour in pictures of the timeline.
        let colour: StaticString
        /// Whether the module is created in the phase, which is a place of its own for the faults of tests.
        var createsModule = false
        /// Whether the phase calls a hook; otherwise it ends what modules do.
        var hasHook = true
    }

    /// The table of all phases, in the order in which a module goes through them.
    ///
    /// A new phase is a case and a row here, mostly a hook in ``HiveModule``, and its place in the engine's `bringUp`
    /// or `takeDown`; all else reads this table. The test kit's `FaultPoint` has a name for each.
    var row: Row {
        switch self {
        case .setUp:
            Row(name: "setUp", ticket: 1, occasion: .start, timeout: .start, colour: "#9db8d9", createsModule: true)
        case .initialize: Row(name: "initialize", ticket: 2, occasion: .start, timeout: .start, colour: "#8cc29a")
        case .ready: Row(name: "ready", ticket: 3, occasion: .start, timeout: .start, colour: "#d9cc8b")
        case .reconfigure: Row(name: "reconfigure", ticket: nil, occasion: .reload, timeout: .start, colour: "#8fc7c7")
        case .willStop: Row(name: "willStop", ticket: 4, occasion: .stop, timeout: .stop, colour: "#cfa9cf")
        case .drain:
            Row(name: "drain", ticket: nil, occasion: .stop, timeout: .drain, colour: "#d99f8b", hasHook: false)
        case .tearDown: Row(name: "tearDown", ticket: 5, occasion: .stop, timeout: .stop, colour: "#b5b5b5")
        }
    }

    /// When in a module's life the phase comes.
    package var occasion: Occasion { row.occasion }

    /// The colour of the phase in pictures of the timeline.
    package var colour: String { "\(row.colour)" }

    /// The number of the phase's hook, where it has one for good.
    var ticket: Int? { row.ticket }

    /// No hook has a higher number for good.
    static var lastTicket: Int { allCases.count }

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
