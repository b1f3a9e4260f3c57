// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import Synchronization

/// A server that has requests in flight, all of which are answered once it was asked to end.
package final class Server: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isEnding = false
        var answered = 0
    }

    private let state = Mutex(State())
    private let busy = AsyncStream<Void>.makeStream()
    private let requests: Int

    /// Makes a server that will have so many requests, one at least.
    package init(requests: Int) {
        self.requests = requests
    }

    /// Serves until every request has been answered.
    package func serve() async {
        await withTaskGroup { group in
            for _ in 0..<requests { group.addTask { await self.answer() } }
        }
    }

    /// Returns when every request is in flight.
    package func waitUntilBusy() async { for await _ in busy.stream {} }

    /// Asks the server to end.
    package func end() {
        let waiting = state.withLock { state in
            state.isEnding = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for request in waiting { request.resume() }
    }

    /// How many requests were answered.
    package var answered: Int { state.withLock { $0.answered } }

    private func answer() async {
        await withCheckedContinuation { continuation in
            let (isEnding, isLast) = state.withLock { state in
                if !state.isEnding { state.waiting.append(continuation) }
                return (state.isEnding, state.waiting.count == requests)
            }
            if isEnding { continuation.resume() }
            if isLast { busy.continuation.finish() }
        }
        state.withLock { $0.answered += 1 }
    }
}

/// A module whose work is a server.
package final class ServerModule: WorkingModule {
    package static let manifest = ModuleManifest()

    private let server: Server

    package init() { server = Server(requests: 1) }

    package init(_ server: Server) {
        self.server = server
    }

    package func run(_ context: WorkContext) async throws {
        let server = server
        await withDrainHandler {
            await server.serve()
        } onDrain: {
            server.end()
        }
    }
}
