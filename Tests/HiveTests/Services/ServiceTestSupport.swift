// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

protocol Greeter: Sendable {
    var name: String { get }
}

protocol LoudGreeter: Greeter {}

/// A service whose instances are counted.
final class Person: LoudGreeter {
    let name: String
    private let alive: Locked<Int>?

    init(_ name: String = "Ann", alive: Locked<Int>? = nil) {
        self.name = name
        self.alive = alive
        alive?.with { $0 += 1 }
    }

    deinit { alive?.with { $0 -= 1 } }
}

/// A service that writes down its shutdown.
final class Closing: Greeter {
    let name: String
    let log: Locked<[String]>

    init(_ name: String, _ log: Locked<[String]>) {
        self.name = name
        self.log = log
    }

    @Sendable static func close(_ service: any Greeter) async throws {
        (service as? Closing)?.log.add("close \(service.name)")
    }
}

/// A greeter with a mark around another one.
final class Wrapper: Greeter {
    let inner: any Greeter
    let mark: String

    init(_ mark: String, _ inner: any Greeter) { (self.mark, self.inner) = (mark, inner) }

    var name: String { "\(mark)(\(inner.name))" }
}

/// Decorates the greeter with a mark.
@Sendable func decorate(_ services: some ServiceRegistering, _ mark: String) throws {
    try services.decorate((any Greeter).self) { inner, _ in Wrapper(mark, inner) }
}

extension ServiceManager {
    /// Registers a greeter that is called by its number among those that were made.
    func registerNumberedGreeter(_ made: Locked<Int>, isAsynchronous: Bool) throws {
        if isAsynchronous {
            try register((any Greeter).self) { _ async throws -> any Greeter in Person("\(made.next())") }
        } else {
            try register((any Greeter).self) { _ in Person("\(made.next())") }
        }
    }
}

/// The making of a greeter, which a test holds back while other things happen.
final class HeldMaking: Sendable {
    let isUnderWay = ThreadGate()
    let mayEnd = ThreadGate()
    private let name: String
    private let made = Locked(0)

    /// How many have been made.
    var count: Int { made.current }

    init(_ name: String = "") { self.name = name }

    /// What the factory does: it returns when the test lets it, and numbers what it makes.
    func make() -> Person {
        isUnderWay.open()
        mayEnd.wait()
        return Person("\(name)\(made.next())")
    }

    /// Asks for the greeter on a thread that may wait.
    func begin(_ hive: Hive) async throws -> any Greeter {
        try await onThread { try hive.services.service((any Greeter).self) }
    }

    /// Asks for the greeter while the making is held back, which ends when the test takes too long.
    func lookUpMeanwhile(_ hive: Hive) async throws -> any Greeter {
        try await withTaskCancellationHandler {
            try await begin(hive)
        } onCancel: {
            mayEnd.open()
        }
    }
}

protocol Other: Sendable {
    var greeter: (any Greeter)? { get }
}

struct Pair: Other {
    var greeter: (any Greeter)?
}

struct Broken: Error, Equatable {
    var number = 0
}

enum First {}
enum Second {}
enum Third {}
enum Fourth {}

/// A module whose hooks are closures; each tag makes another module.
final class ScriptModule<Tag>: FactoryModule {
    typealias Hook<Context> = @Sendable (Context) async throws -> Void

    static var manifest: ModuleManifest { ModuleManifest(name: "\(Tag.self)") }

    let onSetUp: Hook<SetupContext>
    let onInitialize: Hook<ModuleContext>
    let onTearDown: Hook<StopContext>

    init(
        setUp: @escaping Hook<SetupContext> = { _ in },
        initialize: @escaping Hook<ModuleContext> = { _ in },
        tearDown: @escaping Hook<StopContext> = { _ in }
    ) {
        onSetUp = setUp
        onInitialize = initialize
        onTearDown = tearDown
    }

    func setUp(_ context: SetupContext) async throws { try await onSetUp(context) }
    func initialize(_ context: ModuleContext) async throws { try await onInitialize(context) }
    func tearDown(_ context: StopContext) async throws { try await onTearDown(context) }
}

extension Hive {
    /// Registers a module made of closures.
    func script<Tag>(
        _ tag: Tag.Type,
        setUp: @escaping ScriptModule<Tag>.Hook<SetupContext> = { _ in },
        initialize: @escaping ScriptModule<Tag>.Hook<ModuleContext> = { _ in },
        tearDown: @escaping ScriptModule<Tag>.Hook<StopContext> = { _ in }
    ) throws {
        try modules.register(ScriptModule<Tag>.self) {
            ScriptModule(setUp: setUp, initialize: initialize, tearDown: tearDown)
        }
    }
}

/// Starts a hive, hands it to the body, and stops it whatever happens.
func withHive(
    observers: [@Sendable (HiveObservation) -> Void] = [],
    _ configure: (Hive) throws -> Void = { _ in },
    _ body: (Hive) async throws -> Void
) async throws {
    let hive = Hive(HiveOptions(observers: observers, clock: ManualClock()))
    try configure(hive)
    try await hive.start()
    do {
        try await body(hive)
    } catch {
        try? await hive.stop()
        throw error
    }
    try await hive.stop()
}

/// Expects an error with a code, and returns it.
@discardableResult
func expectError<Result>(
    _ code: HiveErrorCode,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
) throws -> HiveError {
    let error = #expect(throws: HiveError.self, sourceLocation: sourceLocation) { _ = try body() }
    let found = try #require(error, sourceLocation: sourceLocation)
    #expect(found.code == code, "\(found)", sourceLocation: sourceLocation)
    return found
}

/// Expects a start to fail, and returns the error.
func expectFailedStart(_ hive: Hive, sourceLocation: SourceLocation = #_sourceLocation) async throws -> HiveError {
    let error = await #expect(throws: HiveError.self, sourceLocation: sourceLocation) { try await hive.start() }
    return try #require(error, sourceLocation: sourceLocation)
}

/// Expects two references to one object.
func expectSame(_ left: Any?, _ right: Any?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(left as AnyObject === right as AnyObject, sourceLocation: sourceLocation)
}

/// Expects references to two objects.
func expectOther(_ left: Any?, _ right: Any?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(left as AnyObject !== right as AnyObject, sourceLocation: sourceLocation)
}
