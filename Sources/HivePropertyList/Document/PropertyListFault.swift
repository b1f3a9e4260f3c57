// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// A fault that ends the reading.
struct PropertyListFault: Error {
    let message: String
    let remedy: String
    let offset: Int

    init(_ message: String, remedy: String, offset: Int) {
        self.message = message
        self.remedy = remedy
        self.offset = offset
    }

    /// A number that no configuration can hold.
    static func notFinite(_ subject: String, at offset: Int) -> PropertyListFault {
        PropertyListFault("\(subject) isn't a finite number", remedy: "Correct the value", offset: offset)
    }
}
