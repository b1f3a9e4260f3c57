// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What became of the lines of a file of orders.
struct Tally {
    var accepted = 0
    var rejected = 0
    var malformed = 0

    var total: Int { accepted + rejected + malformed }
}
