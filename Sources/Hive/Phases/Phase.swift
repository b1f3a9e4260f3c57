// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A broadcast of one hook over all modules.
public struct Phase: Hashable, Sendable, CustomStringConvertible {
    enum Value: Int, CaseIterable {
        case setUp, initialize, ready, reconfigure, willStop, tearDown
    }

    let value: Value

    /// Modules are created and register what they offer.
    public static let setUp = Phase(value: .setUp)
    /// Modules resolve what they need.
    public static let initialize = Phase(value: .initialize)
    /// Every module is initialized.
    public static let ready = Phase(value: .ready)
    /// Modules whose options have changed take the new ones.
    public static let reconfigure = Phase(value: .reconfigure)
    /// The hive is about to stop; everything still works.
    public static let willStop = Phase(value: .willStop)
    /// Modules let go of what they hold, in reverse order.
    public static let tearDown = Phase(value: .tearDown)

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
        case start, stop
    }

    /// What there is to know of a phase.
    struct Row {
        let name: StaticString
        let occasion: Occasion
        let timeout: TimeoutKind
        /// The colour in pictures of the timeline.
        let colour: StaticString
        /// Whether the module is created in the phase, which is a place of its own for the faults of tests.
        var createsModule = false
    }

    /// The table of all phases, in the order in which a module goes through them.
    ///
    /// A new phase is a case and a row here, a hook in ``HiveModule``, and its place in the engine's start or stop; all else
    /// reads this table.
    var row: Row {
        switch value {
        case .setUp: Row(name: "setUp", occasion: .start, timeout: .start, colour: "#9db8d9", createsModule: true)
        case .initialize: Row(name: "initialize", occasion: .start, timeout: .start, colour: "#8cc29a")
        case .ready: Row(name: "ready", occasion: .start, timeout: .start, colour: "#d9cc8b")
        case .reconfigure: Row(name: "reconfigure", occasion: .reload, timeout: .start, colour: "#8fc7c7")
        case .willStop: Row(name: "willStop", occasion: .stop, timeout: .stop, colour: "#cfa9cf")
        case .tearDown: Row(name: "tearDown", occasion: .stop, timeout: .stop, colour: "#b5b5b5")
        }
    }

    /// Every phase, in the order in which a module goes through them.
    package static let all = Value.allCases.map { Phase(value: $0) }

    /// When in a module's life the phase comes.
    package var occasion: Occasion { row.occasion }

    /// The colour of the phase in pictures of the timeline.
    package var colour: String { "\(row.colour)" }

    /// The number that a context of the phase's hook knows the hook by; nil where the hook may run more than once for a
    /// module, so that each run needs a number of its own, above ``lastTicket``.
    var ticket: Int? { row.occasion == .reload ? nil : value.rawValue + 1 }

    /// The highest number that the hook of a phase has for good.
    static var lastTicket: Int { Value.allCases.count }

    /// The places in the module's code that the phase calls, in that order.
    package var points: [HookPoint] { row.createsModule ? [.creation, .hook(self)] : [.hook(self)] }
}

/// A piece of a module's code that the hive calls.
package enum HookPoint: Hashable, Sendable, CustomStringConvertible {
    case creation
    case hook(Phase)
    case work

    /// Every piece that every module has, in the order of a module's life.
    package static let all: [HookPoint] =
        Phase.all.filter { $0.occasion == .start }.flatMap(\.points) + [.work]
        + Phase.all.filter { $0.occasion == .stop }.flatMap(\.points)

    /// The name of the hook, or `creation` or `work`.
    package var description: String {
        switch self {
        case .creation: "creation"
        case .hook(let phase): phase.description
        case .work: "work"
        }
    }
}
