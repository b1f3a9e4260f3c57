// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// The types of services that the compiler has not seen to be `Sendable`.
struct UnseenTypes {
    private var names: [String] = []
    private var first: Origin?
    private var seen: Set<ObjectIdentifier> = []

    mutating func note(_ type: any Any.Type, at origin: Origin) {
        guard seen.insert(ObjectIdentifier(type)).inserted else { return }
        names.append(TypeTable.name(of: type))
        if first == nil { first = origin }
    }

    /// One line about all of them.
    var warning: [Problem] {
        guard let first else { return [] }
        let list = names.joined(separator: ", ")
        let message = "Nothing checks that these types refine Sendable, because they were found by name: \(list)."
        let remedy = """
            Add them to the services of the catalogue, where the compiler checks it; HiveConfigPlugin makes one of what the \
            files of its target name.
            """
        return [Problem(.warning, .notSendable, at: first, message, remedy: remedy)]
    }
}
