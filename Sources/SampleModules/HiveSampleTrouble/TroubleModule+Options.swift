// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension TroubleModule {
    /// The options of the module: what goes wrong, and where.
    public struct Options: Decodable, Sendable {
        /// A hook.
        enum Hook: String, Decodable {
            case setUp
            case initialize
            case ready
            case run
            case willStop
            case tearDown
        }

        /// The hook that never returns.
        var hangs: Hook?
        /// The hook that takes a second.
        var pauses: Hook?
        /// The hook that throws; where the work throws at an order as well, from then on.
        var fails: Hook?
        /// How many times it throws, in this process, before it no longer does; nil for always.
        var failures: Int?
        /// The number of the order that is kept in hand until the shop closes.
        var holds: String?
        /// Whether every order is kept in hand until the process gets SIGUSR1.
        var holdsAll: Bool?
        /// The number of the order at which the module's work throws; the order is kept in hand as well.
        var workFails: String?
    }
}

/// What the module throws.
struct TroubleError: Error, CustomStringConvertible {
    let description: String
}
