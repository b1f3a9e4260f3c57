// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Counts what happens in the shop.
public protocol TrackingService: Sendable {
    /// What was seen so far.
    func activity() async -> Activity
}

/// What was seen.
public struct Activity: Hashable, Sendable, Encodable {
    /// How often each event happened, by its type's name.
    public let events: [String: Int]
    /// How often each product was looked up, by its number.
    public let views: [String: Int]

    /// Creates an account of what was seen.
    public init(events: [String: Int], views: [String: Int]) {
        self.events = events
        self.views = views
    }
}
