// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A service whose implementation the program does not know.
public protocol Greeter: Sendable {
    /// Greets somebody.
    func greeting(for name: String) -> String
}
