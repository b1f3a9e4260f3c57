// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// For the lock that stands in under the thread sanitizer.
internal import Hive
internal import HiveSampleTradeInterface
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

/// Takes orders from clients, a line each, and answers each with a line, in the order in which they came.
///
/// The line `health` is answered with how the shop is.
final class OrderServer: Sendable {
    /// How the server is doing.
    struct Counts {
        var connections = 0
        var clients = 0
        var answers = 0
        /// Why the last client could not be accepted, if so.
        var failure: ServerError?
    }

    let listener: Listener
    let options: ServerModule.Options
    private let trade: any TradeService
    /// Says how the whole shop is.
    private let health: @Sendable () async throws -> String
    private let poller: SocketPoller
    private let state = Mutex(Counts())

    /// Listens, on a socket that the process was started with or else on the options' port, and accepts nobody yet.
    ///
    /// - Throws: ``ServerError``, for instance when the port is in use.
    init(
        _ options: ServerModule.Options,
        inherited: Int32?,
        _ trade: any TradeService,
        health: @escaping @Sendable () async throws -> String
    ) throws(ServerError) {
        self.options = options
        self.trade = trade
        self.health = health
        listener = if let inherited { Listener(inherited: inherited) } else { try Listener(port: options.port) }
        do {
            poller = try SocketPoller()
        } catch {
            listener.close()
            throw error
        }
    }

    var counts: Counts { state.withLock { $0 } }

    /// Serves clients until ``drain()``, and returns when the last one is answered, or at once when the task is
    /// cancelled.
    func serve() async {
        await withDiscardingTaskGroup { group in
            while let client = await accept() {
                let isBusy = state.withLock { counts in
                    counts.clients += 1
                    counts.connections += 1
                    return counts.connections > options.maximumConnections
                }
                group.addTask {
                    await self.talk(to: client, isBusy: isBusy)
                    self.state.withLock { $0.connections -= 1 }
                }
            }
        }
    }

    /// Accepts no further client; those that are there are answered.
    func drain() { poller.interrupt() }

    /// Lets go of everything; nobody is served any longer.
    func end() {
        poller.end()
        listener.close()
    }

    /// Returns the next client, or nil when there is to be none.
    private func accept() async -> Int32? {
        var isLast = false
        while true {
            switch listener.accept() {
            case .client(let client):
                state.withLock { $0.failure = nil }
                return client
            case .gone:
                continue
            case .nobody:
                if isLast { return nil }
                // Whoever has connected to a socket that ends with this process is served; another process serves the
                // others.
                let outcome = await poller.wait(for: Int32(POLLIN), on: listener.descriptor)
                if case .interrupted = outcome {
                    if listener.isInherited || Task.isCancelled { return nil }
                    isLast = true
                }
            case .failed(let error):
                state.withLock { $0.failure = error }
                if isLast { return nil }
                // Somebody may go meanwhile, and leave room.
                let soon = ContinuousClock.now + .milliseconds(100)
                if case .interrupted = await poller.wait(for: 0, on: -1, until: soon) { isLast = true }
            }
        }
    }

    private func talk(to client: Int32, isBusy: Bool) async {
        var connection = Connection(client, poller, options)
        if isBusy {
            _ = await connection.send("busy: \(options.maximumConnections) clients are connected")
            return await connection.close()
        }
        talking: while true {
            switch await connection.next() {
            case .text(let line):
                let answer = await answer(to: line)
                // The time is up, and whoever waits has been cut off.
                if Task.isCancelled { break talking }
                guard await connection.send(answer) else { break talking }
                state.withLock { $0.answers += 1 }
            case .unreadable(let reason):
                _ = await connection.send("malformed: \(reason)")
                break talking
            case .end:
                break talking
            }
        }
        await connection.close()
    }

    private func answer(to line: String) async -> String {
        do {
            if line == "health" { return try await health().answer }
            let order = try OrderLine(line).order
            do {
                let receipt = try await trade.place(order)
                return "accepted \(order.id.answer) \(receipt.total)"
            } catch let reason as Rejection {
                return "rejected \(order.id.answer): \("\(reason)".answer)"
            } catch {
                return "failed \(order.id.answer): \("\(error)".answer)"
            }
        } catch let error as OrderLine.Malformed {
            return "malformed: \(error)"
        } catch {
            return "failed: \("\(error)".answer)"
        }
    }
}
