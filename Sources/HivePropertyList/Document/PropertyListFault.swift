// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// A fault that ends the reading.
struct PropertyListFault: Error {
    let message: String
    let remedy: String
    let offset: Int

    init(_ message: String, remedy: String, at offset: Int) {
        (self.message, self.remedy, self.offset) = (message, remedy, offset)
    }

    /// A number that no configuration can hold.
    static func notFinite(_ subject: String, at offset: Int) -> PropertyListFault {
        PropertyListFault("\(subject) isn't a finite number", remedy: "Correct the value", at: offset)
    }

    /// A key that comparing would take too long.
    static func longKey(_ subject: String = "the key", at offset: Int) -> PropertyListFault {
        let text = "\(subject) is longer than \(PropertyListLimits.keyByteCount) bytes"
        return PropertyListFault(text, remedy: "Choose a shorter key", at: offset)
    }
}
