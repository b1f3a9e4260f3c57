// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Logging
import Synchronization

/// Keeps what is logged, with its source.
struct CapturingHandler: LogHandler {
    final class Events: Sendable {
        private let events = Mutex<[LogEvent]>([])

        func add(_ event: LogEvent) { events.withLock { $0.append(event) } }
        var all: [LogEvent] { events.withLock { $0 } }
    }

    let events = Events()
    /// Is told of each line, before it is kept.
    var onLog: @Sendable (LogEvent) -> Void = { _ in }
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    func log(event: LogEvent) {
        onLog(event)
        events.add(event)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// A logger that writes to this handler.
    var logger: Logger { Logger(label: "test", factory: { _ in self }) }
    /// The lines with a message.
    func lines(_ message: String) -> [LogEvent] { events.all.filter { "\($0.message)" == message } }
}

extension LogEvent {
    /// A value of the metadata as text.
    subscript(key: String) -> String? { metadata?[key].map { "\($0)" } }
}

struct Failure: Error {}

/// A module that does something in its hooks.
final class HookModule: HiveModule {
    static let manifest = ModuleManifest()

    typealias Context = HookContext & ServiceLookup

    private let hook: @Sendable (Phase, (any Context)?) async throws -> Void

    convenience init() { self.init { _, _ in } }
    init(_ hook: @escaping @Sendable (Phase, (any Context)?) async throws -> Void) { self.hook = hook }

    func setUp(_ context: SetupContext) async throws { try await hook(.setUp, nil) }
    func initialize(_ context: ModuleContext) async throws { try await hook(.initialize, context) }
    func ready(_ context: ModuleContext) async throws { try await hook(.ready, context) }
    func tearDown(_ context: StopContext) async throws { try await hook(.tearDown, context) }
}

/// Work that throws when it is told to.
final class WorkModule: WorkingModule, FactoryModule {
    static let manifest = ModuleManifest()

    private let body: @Sendable () async throws -> Void

    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
    func run(_ context: WorkContext) async throws { try await body() }
}

struct Tick: HiveEvent {}
