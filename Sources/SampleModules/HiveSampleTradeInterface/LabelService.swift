// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Writes what stands on a parcel.
///
/// Nobody registers it: its implementation is found by the naming convention.
public protocol LabelService: Sendable {
    /// Returns the text of a label.
    func text(number: Int, customer: String) -> String
    /// Returns a service that writes the same with another sender.
    func sent(by sender: String) -> any LabelService
}
