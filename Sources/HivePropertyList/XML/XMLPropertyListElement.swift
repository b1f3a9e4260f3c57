// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The elements of an XML property list.
enum XMLPropertyListElement: String, CaseIterable {
    case plist, dict, array, key, string, integer, real, date, data
    case yes = "true"
    case no = "false"

    /// The elements by their names, each packed into a number: at most eight bytes, none of which is 0.
    static let byPackedName = allCases.map { element in
        (name: element.rawValue.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, element: element)
    }
}
