// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A broadcast of one hook over all modules.
public struct Phase: Hashable, Sendable, CustomStringConvertible {
    enum Value: String, Sendable {
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
    public var description: String { value.rawValue }
}
