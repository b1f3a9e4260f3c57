// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors
internal import Hive

/// A protocol's name and its Swift module, as the Swift runtime knows them.
struct ProtocolName {
    let module: String
    let name: String

    init(_ type: any Any.Type) {
        var text = _typeName(type)
        if text.begins(with: "any ") { text.removeFirst(4) }
        let parts = text.parts(at: ".")
        module = parts.first.map { String($0) } ?? ""
        name = parts.last.map { String($0) } ?? text
    }
}
