// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What became of the lines that were read.
struct Tally {
    var accepted = 0
    var rejected = 0
    var malformed = 0
    /// Orders that had been read, but not begun, when the shop closed.
    var unprocessed = 0

    var total: Int { accepted + rejected + malformed + unprocessed }
}
