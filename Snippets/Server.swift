// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A server: it runs until a signal comes, and ends with an exit code.

import Hive

struct EchoServer: Sendable {
    func serve() async throws {
        for await _ in AsyncStream<Void>.never {}
    }
}

extension AsyncStream where Element == Void {
    static var never: AsyncStream<Void> { AsyncStream { _ in } }
}

private let server = EchoServer()

actor ServerModule: WorkingModule {
    func run(_ context: WorkContext) async throws { try await server.serve() }
}

@Sendable func makeHive() throws -> Hive {
    let hive = Hive()
    try hive.modules.register(ServerModule.self)
    return hive
}

@main struct Shop {
    static func main() async {
        await Hive.main { try makeHive() }
    }
}
