// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Configuration
import Hive
import Synchronization

/// Keeps what is read of a configuration, as an access logger would write it.
final class AccessList: AccessReporter {
    private let events = Mutex<[AccessEvent]>([])

    func report(_ event: AccessEvent) { events.withLock { $0.append(event) } }
    var keys: [String] { events.withLock { $0.map { $0.metadata.key.components.joined(separator: ".") } } }
    /// The keys whose values are secret.
    var secrets: [String] {
        events.withLock { events in
            events.compactMap { event in
                guard case .success(let value?) = event.result, value.isSecret else { return nil }
                return event.metadata.key.components.joined(separator: ".")
            }
        }
    }
    var text: String { events.withLock { $0.map { "\($0)" }.joined(separator: "\n") } }
}

extension ConfigReader {
    /// A reader of environment variables that are given here.
    init(_ variables: [String: String], _ accesses: AccessList? = nil) {
        self.init(provider: EnvironmentVariablesProvider(environmentVariables: variables), accessReporter: accesses)
    }
}

enum Mode: String, Codable {
    case quick, careful
}

enum Color: String, Codable, CaseIterable {
    case red, green
}

/// A module whose options are of every kind.
final class WebModule: HiveModule {
    struct Client: Codable {
        var timeout = 1.5
        var retries: UInt8 = 3
    }

    struct Options: ModuleOptions {
        var port = 8080
        var hosts = ["localhost"]
        var isOpen = true
        var mode = Mode.careful
        var modes: [Mode] = []
        var color = Color.green
        var client = Client()
        var password: Secret<String>?
        var origin: String?
    }

    static let manifest = ModuleManifest()

    func setUp(_ context: SetupContext) async throws {
        let options = try context.options(as: Options.self)
        try context.services.register(Options.self) { _ in options }
    }
}

/// A module of whose options nothing says which are secret.
final class QuietModule: HiveModule {
    static let manifest = ModuleManifest()
}
