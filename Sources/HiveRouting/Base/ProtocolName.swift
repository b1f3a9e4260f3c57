// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A protocol's name and its Swift module, as the Swift runtime knows them.
struct ProtocolName {
    let module: String
    let name: String

    init(_ type: any Any.Type) {
        var text = _typeName(type)
        if text.hasPrefix("any ") { text.removeFirst(4) }
        let parts = text.split(separator: ".")
        module = parts.first.map { String($0) } ?? ""
        name = parts.last.map { String($0) } ?? text
    }
}
