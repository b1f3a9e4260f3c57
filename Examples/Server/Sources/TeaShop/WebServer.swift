// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
package import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// A server of Hummingbird, whose error says which port it is about.
package struct WebServer: Service {
    private let address: String
    private let application: Application<RouterResponder<ShopContext>>

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - name: What the log calls it.
    ///   - routes: What it answers.
    ///   - host: The address that it listens on.
    ///   - port: The port that it listens on; 0 for one that the system chooses, and the log has.
    ///   - onListening: Is called when it listens.
    package init(
        _ name: String,
        _ routes: Router<ShopContext>,
        _ host: String,
        _ port: UInt16,
        onListening: @escaping @Sendable () async -> Void = {}
    ) {
        address = "\(host):\(port)"
        let logger = Logger(label: name)
        application = Application(
            router: routes,
            configuration: .init(address: .hostname(host, port: Int(port))),
            onServerRunning: { channel in
                logger.info("listening", metadata: ["port": "\(channel.localAddress?.port ?? 0)"])
                await onListening()
            },
            logger: logger
        )
    }

    /// Serves until it is shut down gracefully, and has answered what it has accepted.
    package func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw CannotListen(address: address, cause: String(cString: strerror(error.errnoCode)))
        }
    }
}

/// Another server has the port, for example.
package struct CannotListen: Error, CustomStringConvertible {
    let address: String
    let cause: String

    package var description: String {
        "cannot listen on \(address): \(cause). Stop the server that has the port, or choose another one"
    }
}
