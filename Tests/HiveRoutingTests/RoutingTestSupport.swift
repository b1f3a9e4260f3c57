// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveTestKit
import Synchronization
import Testing

#if HIVE_THREAD_SANITIZER
/// `Hive`'s stand-in, because the thread sanitizer misreports the standard library's lock.
typealias TestMutex = SanitizedMutex
#else
typealias TestMutex = Synchronization.Mutex
#endif

/// A value that a test and the code under test both touch.
final class Box<Value: Sendable>: Sendable {
    private let stored: TestMutex<Value>

    init(_ value: Value) { stored = TestMutex(value) }

    var value: Value { stored.withLock { $0 } }
    func set(_ value: Value) { stored.withLock { $0 = value } }
}

extension Box where Value == [String] {
    func add(_ line: String) { stored.withLock { $0.append(line) } }
}

extension Box where Value == Int {
    func increment() -> Int {
        stored.withLock { value in
            value += 1
            return value
        }
    }
}

/// A target that counts its instances.
final class Counter: Sendable {
    let number: Int
    init(_ made: Box<Int>) { number = made.increment() }
}

/// An observer that keeps what libraries report.
final class Watcher: Sendable {
    private let seen = Box<[String]>([])
    private let errors = TestMutex<[HiveErrorCode]>([])

    /// What was refused to outsiders, in full.
    var refusals: [HiveErrorCode] { errors.withLock { $0 } }
    var performed: [String] { seen.value }

    func observe(_ observation: HiveObservation) {
        if observation.kind == .didPerform {
            seen.add("\(observation.module ?? "hive"): \(observation.subject, default: "")")
        }
        guard observation.kind == .refusedURL else { return }
        let code = (observation.error as? HiveError)?.code ?? HiveErrorCode("\(type(of: observation.error))")
        errors.withLock { $0.append(code) }
    }
}

/// A module whose `setUp` is a closure; each tag makes another module.
final class Scripted<Tag>: FactoryModule {
    static var manifest: ModuleManifest { ModuleManifest(name: String(describing: Tag.self)) }

    private let script: @Sendable (SetupContext) throws -> Void

    init(_ script: @escaping @Sendable (SetupContext) throws -> Void) { self.script = script }

    func setUp(_ context: SetupContext) async throws { try script(context) }
}

enum Shop {}
enum Store {}

/// Runs a body with a hive whose one module is set up by a closure, and stops the hive after it.
func withRouting(
    observers: [@Sendable (HiveObservation) -> Void] = [],
    values: ConfigurationValues = ConfigurationValues(),
    _ setUp: @escaping @Sendable (SetupContext) throws -> Void,
    body: (Hive) async throws -> Void
) async throws {
    let hive = Hive(HiveOptions(context: HiveContext(values: values), observers: observers, clock: ManualClock()))
    try hive.modules.register(Scripted<Shop>.self) { Scripted(setUp) }
    try await hive.start()
    do {
        try await body(hive)
    } catch {
        try await hive.stop()
        throw error
    }
    try await hive.stop()
}

/// The error that ended a start because of what a module's `setUp` threw.
func startFailure(_ setUp: @escaping @Sendable (SetupContext) throws -> Void) async throws -> HiveError {
    let hive = Hive(HiveOptions(clock: ManualClock()))
    try hive.modules.register(Scripted<Shop>.self) { Scripted(setUp) }
    let error = await #expect(throws: HiveError.self) { try await hive.start() }
    return try #require(error?.failures.first?.error as? HiveError)
}

struct Quote: Hashable, Codable, Sendable {
    var sku: String
    var total: Int
}

protocol TradeService: Sendable {
    func quote(_ sku: String, quantity: Int) async throws -> Quote
    func titled(_ title: String) -> any TradeService
    var title: String { get }
}

struct Trade: TradeService {
    var title = "Trade"

    func quote(_ sku: String, quantity: Int) async throws -> Quote {
        if sku == "gone" { throw SoldOut(sku: sku) }
        return Quote(sku: sku, total: quantity * 10)
    }

    func titled(_ title: String) -> any TradeService { Trade(title: title) }
}

struct SoldOut: Error, Hashable {
    let sku: String
}

extension SetupContext {
    /// Registers the service and the target that most tests call.
    func addTrade(_ access: Access = .local) throws {
        try services.register((any TradeService).self) { _ in Trade() }
        try actions.target("Trade") { target in
            target.action("quote", "sku", "quantity", access: access) {
                (service: any TradeService, sku: String, quantity: Int) in
                try await service.quote(sku, quantity: quantity)
            }
        }
    }
}

/// The error of a call that has to fail with one.
func failure(
    _ code: HiveErrorCode,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async throws -> HiveError {
    let error = await #expect(throws: HiveError.self, sourceLocation: sourceLocation) { try await body() }
    let known = try #require(error, sourceLocation: sourceLocation)
    #expect(known.code == code, "\(known)", sourceLocation: sourceLocation)
    return known
}
