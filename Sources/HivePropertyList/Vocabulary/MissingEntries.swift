// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Which entries could not be read, so that nothing that follows from that is reported as well.
package struct MissingEntries: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Entries whose modules others may name.
    package static let modules = MissingEntries(rawValue: 1)
    /// Entries whose services others may name.
    package static let services = MissingEntries(rawValue: 2)
}
