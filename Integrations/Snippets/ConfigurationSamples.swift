// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of HiveSwiftConfiguration in README.md and in doc comments.

import Configuration
import Hive
import HiveSwiftConfiguration

actor WebModule: HiveModule {
    struct Options: ModuleOptions {
        var port = 8080
        var password: Secret<String>?
    }
    static let manifest = ModuleManifest()
}

struct Values: Decodable { let currency: String }

func makeHive(_ config: ConfigReader) async throws -> Hive {
    var context = HiveContext(name: "Shop")
    context.values.append(try await config.values(for: Values.self), origin: "the configuration")
    let hive = Hive(HiveOptions(context: context))
    let options = try await config.scoped(to: "web").options(of: WebModule.self)
    try hive.modules.register(WebModule.self, options: options)
    return hive
}

/// Stands for a client of any library.
struct HTTPClient {
    let timeout: Double

    init(config: ConfigReader) { timeout = config.double(forKey: "timeout", default: 1) }
}

func makeClient(for hive: Hive) -> HTTPClient {
    let config = ConfigReader(provider: HiveOptionsProvider(hive))
    let client = HTTPClient(config: config.scoped(to: "Web.client"))
    return client
}
