// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import HiveSampleTradeInterface

/// Labels on one line.
public final class LabelServiceSI: LabelService, ServiceImplementation {
    private let sender: String

    /// Creates the service, which needs no other.
    public init(_ services: ServiceResolver) throws { sender = "The shop" }

    private init(sender: String) { self.sender = sender }

    /// The number, the customer and the sender.
    public func text(number: Int, customer: String) -> String { "No. \(number), to \(customer), from \(sender)" }

    /// The same service with another sender.
    public func sent(by sender: String) -> any LabelService { LabelServiceSI(sender: sender) }
}
