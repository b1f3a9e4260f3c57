// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Entries that could not be read, so that nothing that follows from that is reported as well.
package enum MissingEntry: Sendable {
    /// One whose module others may name.
    case modules
    /// One whose service others may name.
    case services
}
