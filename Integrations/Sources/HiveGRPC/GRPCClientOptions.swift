// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Where a server is, and how long it may take.
///
/// A module has them as its options, or as a part of its own:
///
/// ```swift
/// typealias Options = GRPCClientOptions
/// ```
public struct GRPCClientOptions: ModuleOptions {
    /// A name, or an address of either version; one of version 6 may stand in brackets.
    ///
    /// It is this machine unless you say otherwise.
    public var host = "127.0.0.1"
    /// 50051 unless you say otherwise.
    public var port: UInt16 = 50051
    /// How long a call may take that states no timeout of its own; a second unless you say otherwise.
    ///
    /// The server is told, and gives up as well.
    public var deadline = Duration.seconds(1)
    /// How often the server is asked whether it is ready; half a second unless you say otherwise.
    public var checkEvery = Duration.milliseconds(500)
    /// How long to wait before a connection is tried again for the first time; 0.1 seconds unless you say otherwise.
    ///
    /// Each further wait is longer.
    public var reconnectDelay = Duration.milliseconds(100)
    /// The longest of these waits, and so how long a server that is back may go unnoticed; a second unless you say
    /// otherwise.
    public var maximumReconnectDelay = Duration.seconds(1)

    /// Creates options with the defaults.
    public init() {}

    /// Reads options; throws for an empty host, for port 0, for a time below 10 ms or above a day, and where the
    /// longest wait is below the first.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let notInBounds = "expected a time from 0.01 to 86400 seconds"
        let bounds = Self.shortest...Self.longest
        host = try container.value(.host, or: "it is empty") { !$0.isEmpty }
        port = try container.value(.port, or: "nobody listens on port 0") { $0 > 0 }
        deadline = try container.value(.deadline, or: notInBounds) { bounds ~= $0 }
        checkEvery = try container.value(.checkEvery, or: notInBounds) { bounds ~= $0 }
        let first: Duration = try container.value(.reconnectDelay, or: notInBounds) { bounds ~= $0 }
        let last: Duration = try container.value(.maximumReconnectDelay, or: notInBounds) { bounds ~= $0 }
        guard last >= first else { throw container.problem(.maximumReconnectDelay, "it is below reconnectDelay") }
        maximumReconnectDelay = last
        reconnectDelay = first
    }

    // Below, a core is busy with asking; above, gRPC computes with numbers that have no room.
    private static let shortest = Duration.milliseconds(10)
    private static let longest = Duration.seconds(86_400)

    /// The same, with each time in its bounds, for what code has made.
    var bounded: Self {
        func bounded(_ time: Duration) -> Duration { min(max(time, Self.shortest), Self.longest) }
        var options = self
        options.deadline = bounded(deadline)
        options.checkEvery = bounded(checkEvery)
        options.reconnectDelay = bounded(reconnectDelay)
        options.maximumReconnectDelay = max(bounded(maximumReconnectDelay), options.reconnectDelay)
        return options
    }

    private enum CodingKeys: CodingKey {
        case host, port, deadline, checkEvery, reconnectDelay, maximumReconnectDelay
    }
}
