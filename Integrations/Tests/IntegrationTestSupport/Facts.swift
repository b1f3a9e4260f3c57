// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What has happened, in order.
public final class Facts: Sendable {
    private let facts = Mutex<[String]>([])

    /// Creates a list without facts.
    public init() {}

    /// Notes that something has happened.
    public func note(_ fact: String) { facts.withLock { $0.append(fact) } }

    /// Everything so far.
    public var all: [String] { facts.withLock { $0 } }
}
