// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Shows the shop at a glance, on the main actor, where what people look at lives.
@MainActor
public protocol HomeService: Sendable {
    /// What was sold so far.
    var overview: Overview { get }
}
