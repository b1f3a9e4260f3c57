// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Where a module answers calls, and how long its stop waits for those in hand.
///
/// A module has them as its options, or as a part of its own:
///
/// ```swift
/// typealias Options = GRPCServerOptions
/// ```
public struct GRPCServerOptions: ModuleOptions {
    /// An address of this machine, not a name; one of version 6 may stand in brackets.
    ///
    /// Unless you say otherwise, programs of this machine alone are answered; `0.0.0.0` is for all.
    public var address = "127.0.0.1"
    /// 50051 unless you say otherwise; with 0 the system chooses one.
    public var port: UInt16 = 50051
    /// How long a stop waits for the calls in hand, up to a minute; 5 seconds unless you say otherwise.
    ///
    /// The module's `drainTimeout` has to be longer.
    public var patience = Duration.seconds(5)

    /// Creates options with the defaults.
    public init() {}

    /// Reads options; throws for an address that is none, and for a patience that is below 0, or above a minute.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.value(.address, or: "it is no IP address, and names are not looked up here") {
            SocketName(host: $0, port: 0).isAddress
        }
        port = try container.decode(UInt16.self, forKey: .port)
        patience = try container.decode(Duration.self, forKey: .patience)
        guard .zero ... .seconds(60) ~= patience else {
            throw container.problem(.patience, "expected 0 to 60 seconds, found \(patience)")
        }
    }

    private enum CodingKeys: CodingKey { case address, port, patience }
}
