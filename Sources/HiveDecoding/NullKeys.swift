// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The keys of a tree that were given as null, which a ``ConfigurationValue`` cannot hold.
///
/// They count as absent; but one that the decoded type never asks for is an unknown key, as any other.
package struct NullKeys: Sendable {
    /// The keys of the value itself.
    package var names: [String] = []
    /// Those of the values inside it.
    package var inside: [ConfigurationKeyPath.Component: NullKeys] = [:]

    /// Whether there is none.
    package var isEmpty: Bool { names.isEmpty && inside.isEmpty }

    /// Creates an empty set of keys.
    package init() {}
}
