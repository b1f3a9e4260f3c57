// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Shows the shop at a glance, on the main actor, as user interfaces do.
@MainActor
public protocol HomeService: Sendable {
    /// What was sold so far.
    var overview: Overview { get }
}
