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

    /// Reads options; throws for an empty host, for port 0, for a time that is not above 0, and where the longest wait
    /// is below the first.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let notAboveZero = "it is not above 0"
        host = try container.value(.host, or: "it is empty") { !$0.isEmpty }
        port = try container.value(.port, or: "nobody listens on port 0") { $0 > 0 }
        deadline = try container.value(.deadline, or: notAboveZero) { $0 > .zero }
        checkEvery = try container.value(.checkEvery, or: notAboveZero) { $0 > .zero }
        let first: Duration = try container.value(.reconnectDelay, or: notAboveZero) { $0 > .zero }
        maximumReconnectDelay = try container.value(.maximumReconnectDelay, or: "it is below reconnectDelay") {
            $0 >= first
        }
        reconnectDelay = first
    }

    private enum CodingKeys: CodingKey {
        case host, port, deadline, checkEvery, reconnectDelay, maximumReconnectDelay
    }
}
