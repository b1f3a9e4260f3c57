// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The elements of an XML property list.
enum XMLPropertyListElement: String, CaseIterable {
    case plist, dict, array, key, string, integer, real, date, data
    case yes = "true"
    case no = "false"

    /// The kind of value that an element holds; `<plist>` and `<key>` hold none of their own.
    var kind: PropertyListShape.Kind? {
        switch self {
        case .plist, .key: nil
        case .dict: .dictionary
        case .array: .array
        case .string: .string
        case .integer: .integer
        case .real: .real
        case .date: .date
        case .data: .data
        case .yes, .no: .boolean
        }
    }

    /// Creates the element of a container.
    init(container kind: PropertyListShape.Kind) { self = kind == .dictionary ? .dict : .array }

    /// The names, each packed into a number, in the order of `allCases`.
    static let packedNames = allCases.map { pack($0.rawValue.utf8) }

    /// Packs up to eight bytes into a number; longer names give 0, which no name has.
    static func pack(_ name: some Collection<UInt8>) -> UInt64 {
        name.count > 8 ? 0 : name.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
