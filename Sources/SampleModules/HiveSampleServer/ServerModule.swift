// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveSampleTradeInterface

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

/// Sells to clients that connect to a port of this machine, or to a socket named `orders` that the process was started
/// with.
///
/// A port in use is a failed start. At a stop no further client is accepted, and every order that has arrived is
/// answered.
public actor ServerModule: WorkingModule {
    /// What the module is.
    public static let manifest = ModuleManifest(
        // The trade comes up before the server, and takes orders until the server has ended.
        needs: [.service((any TradeService).self)],
        // The hive runs when the server listens.
        work: .announced
    )

    private var server: OrderServer?

    /// Creates the module.
    public init() {}

    /// Whether clients are accepted, and how many there are.
    public func health(_ context: ModuleContext) async throws -> ModuleHealth {
        // Before the work begins, and in a question that begins none, nobody is to be served.
        guard let server else { return .healthy }
        let counts = server.counts
        if let failure = counts.failure { return .unhealthy(because: "\(failure)") }
        if counts.connections >= server.options.maximumConnections {
            return .degraded(because: "\(counts.connections) clients are connected, as many as there may be")
        }
        return .healthy
    }

    /// Serves until the stop.
    public func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let trade = try context.service((any TradeService).self)
        let inherited = try context.inheritedSocket(named: "orders")
        let server = try OrderServer(options, inherited: inherited, trade) {
            "\(context.readiness.isReady ? "ready" : "not ready"), \(try await context.health().overall)"
        }
        self.server = server
        defer {
            server.end()
            self.server = nil
        }
        await withDrainHandler {
            guard await context.announceReady() else { return }
            let origin = server.listener.isInherited ? "a socket that was handed over, " : ""
            say("orders are taken on \(origin)port \(server.listener.port)")
            await server.serve()
        } onDrain: {
            say("no further client is accepted; connected: \(server.counts.connections)")
            server.drain()
        }
        let counts = server.counts
        say("clients: \(counts.clients), lines answered: \(counts.answers)")
    }
}

/// Writes a line at once, as those who wait for it need.
private func say(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
}
