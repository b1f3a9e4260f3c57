// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A URL, taken apart under rules that leave nothing to guess.
///
/// Nothing is normalised silently: what the rules do not allow is refused, so that every reader understands a URL in
/// the same way. `RoutedURL(_:limits:)` lists the rules.
public struct RoutedURL: Hashable, Sendable, CustomStringConvertible {
    /// An item of the query.
    public struct Item: Hashable, Sendable {
        /// The name, decoded.
        public let name: String
        /// The value, decoded; it may be empty.
        public let text: String

        /// Creates an item.
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The scheme, in small letters.
    public internal(set) var scheme = ""
    /// The host as it was written; empty where there is none, as in `AProtocol://?name=x`.
    public internal(set) var host = ""
    /// Whether an empty port follows the host, as ModuleProtocolMediator writes it.
    public internal(set) var hasEmptyPort = false
    /// The components of the path, decoded; none is empty, `.`, `..`, or has a slash.
    public internal(set) var path: [String] = []
    /// The items of the query in their order; no name is there twice.
    public internal(set) var items: [Item] = []
    /// What follows a `#`, which only BeeHive's form allows.
    public internal(set) var fragment: String?
    /// The URL as it was given.
    public internal(set) var description = ""

    /// The scheme and the host in small letters, by which routes and chains are found.
    var address: String { address(host) }

    /// The URL's scheme with another host.
    func address(_ host: String) -> String { scheme + "://" + host.lowercasedASCII }

    /// The value of a query item, or nil.
    public subscript(name: String) -> String? { items.first { $0.name.isSpelt(name) }?.text }
}

/// How much a URL may hold.
///
/// Set other limits with ``RouteRegistrar/limit(_:fileID:line:)``, or in the configuration under `routing.limits`.
public struct URLLimits: Hashable, Sendable {
    /// The bytes of the whole URL.
    public var bytes = 4096
    /// The components of the path.
    public var components = 16
    /// The items of the query.
    public var items = 32
    /// The bytes of one component or value, decoded.
    public var valueBytes = 1024
    /// How deep a JSON value may be nested, from 1 to 32: each level of it takes some of the stack.
    public var depth = 8
    /// How many values a JSON value may hold, itself included.
    public var elements = 256

    /// The default limits.
    public init() {}

    /// The deepest nesting that may be allowed: little enough for any thread's stack.
    static let maximumDepth = 32

    /// What is wrong with the first limit that cannot be; nil when all can.
    var problem: String? {
        let limits = [
            ("bytes", bytes), ("components", components), ("items", items), ("valueBytes", valueBytes),
            ("elements", elements),
        ]
        if let (name, wrong) = limits.first(where: { $0.1 < 1 }) {
            return "\(name) is \(wrong), and has to be at least 1"
        }
        if 1...Self.maximumDepth ~= depth { return nil }
        return "depth is \(depth), and may be from 1 to \(Self.maximumDepth)"
    }
}
