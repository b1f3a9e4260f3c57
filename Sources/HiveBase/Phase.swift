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
    public var description: String {
        switch self {
        case .setUp: "setUp"
        case .initialize: "initialize"
        case .ready: "ready"
        case .reconfigure: "reconfigure"
        case .willStop: "willStop"
        case .drain: "drain"
        case .tearDown: "tearDown"
        }
    }
}
