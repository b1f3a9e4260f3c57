// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What messages call an event: its type, or the name that it is bound to.
enum EventSubject: Sendable, CustomStringConvertible {
    case type(any Any.Type)
    case name(String)

    /// An event of a type, or one that came by a name.
    init(_ type: any Any.Type, _ name: String?) { self = name.map { .name($0) } ?? .type(type) }

    var description: String {
        switch self {
        case .type(let type): "\(type)"
        case .name(let name): name.quoted
        }
    }
}
