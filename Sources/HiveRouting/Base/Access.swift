// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Who may reach an action, a route, or a fallback.
public struct Access: Hashable, Sendable, CustomStringConvertible {
    /// The name: `local` or `remote`.
    public let description: String

    /// Code in the process, by name or by URL.
    public static let local = Access(description: "local")
    /// Code in the process, and everybody who sends a URL.
    public static let remote = Access(description: "remote")
}
