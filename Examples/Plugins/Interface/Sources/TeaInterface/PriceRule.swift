// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Changes a bill before it is paid; every plug-in brings one.
///
/// A protocol that changes gets another number: a plug-in that was built for the old one is then refused when it is
/// opened, because its program has no such protocol.
public protocol PriceRule1: Sendable {
    /// Adds its lines to a bill, or none.
    func apply(to bill: inout Bill)
}

/// The version that this program and its plug-ins are built for.
public typealias PriceRule = PriceRule1

/// What a customer pays, line by line.
public struct Bill: Sendable {
    /// A product, or what a rule has added.
    public struct Line: Sendable {
        /// What the customer reads.
        public let text: String
        /// What it costs; below zero for what is given away.
        public let cents: Int
    }

    /// What has been added so far.
    public private(set) var lines: [Line] = []

    /// Creates an empty bill.
    public init() {}

    /// Adds a line.
    public mutating func add(_ text: String, cents: Int) { lines.append(Line(text: text, cents: cents)) }
}
