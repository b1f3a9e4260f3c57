// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What messages call an event: its type, or the name that it is bound to.
enum EventSubject: Sendable, CustomStringConvertible {
    case type(any Any.Type)
    case name(String)

    var description: String {
        switch self {
        case .type(let type): "\(type)"
        case .name(let name): name.quoted
        }
    }
}
