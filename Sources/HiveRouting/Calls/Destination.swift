// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Where a name or a URL leads.
enum Destination {
    /// Calls that are made one after the other; the last one's result is the answer.
    case calls([PreparedCall])
    /// An event that a module has to answer.
    case jump(Jump, RoutedURL)
    /// Only a fallback can answer: the target as the caller wrote it and if there is one, and the call as fallbacks see
    /// it.
    case miss(String, Target?, RoutedCall)
}

/// One call of an action, a route or a component, ready to be made.
struct PreparedCall: Sendable {
    let endpoint: Endpoint
    let arguments: Arguments
    var url: RoutedURL?
    var wantsCached: Bool?
    /// The key of a chain's component.
    var component: String?
}
