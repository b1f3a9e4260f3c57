// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

/// Greets by HTTP, and answers the probes of whoever runs it.
final class WebModule: WorkingModule {
    /// Each may be given by a variable such as START_WEB_PORT, or by an argument such as --Web.port=9090.
    struct Options: ModuleOptions {
        var host = "127.0.0.1"
        var port: UInt16 = 8080
        var greeting = "Hello"
    }
    // A port in use is a failed start, because the start waits until the work has announced itself.
    static let manifest = ModuleManifest(work: .announced)

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let server = try Server(host: options.host, port: options.port)
        await withDrainHandler {
            guard await context.announceReady() else { return }
            await server.serve { path in
                switch path {
                case "/readyz": .init(isWell: context.readiness.isReady, "\(context.readiness)")
                case "/healthz": try await .init(isWell: context.health().isWell, "\(context.health())")
                default: .init("\(options.greeting), \(path.dropFirst())!")
                }
            }
        } onDrain: {
            server.beginGracefulShutdown()
        }
    }
}

@main struct Start {
    static func main() async {
        await Hive.main {
            let hive = Hive(
                HiveOptions(
                    context: .process(name: "Start", prefix: "START"),
                    timeouts: HiveTimeouts(wholeStop: .seconds(20))
                )
            )
            try hive.modules.register(WebModule.self)
            return hive
        }
    }
}
