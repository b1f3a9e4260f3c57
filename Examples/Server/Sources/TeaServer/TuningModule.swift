// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Logging
import TeaShop

/// What may change while the server runs: at SIGHUP the property lists are read again.
final class TuningModule: ReconfigurableModule {
    struct Options: ModuleOptions {
        var logLevel = Logger.Level.info
        var requestsPerSecond: UInt32 = 1000
    }
    static let manifest = ModuleManifest(level: .basic, provides: [RateLimiter.self])

    private let limiter = RateLimiter()

    func setUp(_ context: SetupContext) async throws {
        apply(try context.options())
        try context.services.register(RateLimiter.self, instance: limiter)
    }

    func reconfigure(_ context: ModuleContext) async throws { apply(try context.options()) }

    private func apply(_ options: Options) {
        JSONLogHandler.level = options.logLevel
        limiter.requestsPerSecond = Int(options.requestsPerSecond)
    }
}
