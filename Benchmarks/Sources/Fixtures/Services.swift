// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import Synchronization

/// What is looked up.
package protocol NumberService: Sendable {
    /// The number, behind a call that the compiler cannot see through.
    var number: Int { get }
}

/// Another one, for another thread.
package protocol OtherNumberService: Sendable {
    /// The number.
    var number: Int { get }
}

/// Fills two cache lines, so that the reference counts of two objects never share one.
package struct Padding: Sendable {
    private let words: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
    private let more: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// Creates padding.
    package init() {}
}

/// An implementation of both.
package final class FixedNumber: NumberService, OtherNumberService {
    package let number: Int
    private let padding = Padding()

    /// Creates an implementation.
    package init(_ number: Int) {
        self.number = number
    }
}

/// What hands out a service where there is no hive.
package protocol NumberHolder: AnyObject, Sendable {
    /// The service.
    var service: any NumberService { get }
}

/// Hands out what it holds; a call of it cannot be moved out of a loop.
package final class PlainHolder: NumberHolder {
    private let held: any NumberService
    private let object: FixedNumber

    /// Creates a holder.
    package init(_ number: FixedNumber) {
        held = number
        object = number
    }

    package var service: any NumberService {
        @inline(never) get { held }
    }

    /// The object alone, retained for the caller.
    @inline(never)
    package func retained() -> FixedNumber { object }
}

/// A service that is looked up under its own type, one of ten thousand.
package protocol TypedService: Sendable {
    /// Registers the type with a factory.
    static func register(with services: some ServiceRegistering) throws
    /// Looks the type up and returns what it is worth, 1.
    static func find(in services: some ServiceLookup) throws -> Int
}

/// A service that is looked up under its own type.
package final class TypedNumber<Number: Ordinal>: TypedService {
    private let worth = 1

    package static func register(with services: some ServiceRegistering) throws {
        try services.register(TypedNumber.self) { _ in TypedNumber() }
    }

    package static func find(in services: some ServiceLookup) throws -> Int {
        try services.service(TypedNumber.self).worth
    }
}

/// Returns types of services, each another one.
package func typedServices(_ count: Int) -> [any TypedService.Type] {
    func type<Number: Ordinal>(_: Number.Type) -> any TypedService.Type { TypedNumber<Number>.self }
    return ordinals(count).map { type($0) }
}

/// Returns names of services, each another one.
package func serviceNames(_ count: Int) -> [String] { (0..<count).map { "service-\($0)" } }

/// Holds a service as modules and services do.
package final class AutowiredHolder: Sendable {
    /// The service.
    package let service = Autowired<any NumberService>()

    /// Creates a holder; it is wired when it is made inside `autowire`.
    package init() {}
}

/// A hive that runs and has so many services, every one of which has been made.
package struct ServedHive: Sendable {
    /// The hive.
    package let hive: Hive
    /// The context of a module, which needs nothing.
    package let context: ModuleContext
    /// The name under which there is another ``NumberService``.
    package static let name = "second"

    /// Starts a hive.
    ///
    /// - Parameter count: How many services it has, a ``NumberService`` among them. From two on there is one under a
    ///   name, from three on an ``OtherNumberService``; all others are of types of their own.
    /// - Throws: What registering, starting and looking up throw.
    package init(services count: Int) async throws {
        let hive = Hive()
        try hive.services.register((any NumberService).self) { _ in FixedNumber(1) }
        if count > 1 { try hive.services.register((any NumberService).self, name: Self.name) { _ in FixedNumber(1) } }
        if count > 2 { try hive.services.register((any OtherNumberService).self) { _ in FixedNumber(1) } }
        let others = typedServices(max(0, count - 3))
        for type in others { try type.register(with: hive.services) }
        let keeper = ContextKeeper()
        try hive.modules.register(instance: keeper)
        try await hive.start()
        context = try keeper.context
        for type in others { _ = try type.find(in: hive.services) }
        _ = try hive.services.all((any NumberService).self)
        _ = try hive.services.optionalService((any OtherNumberService).self)
        self.hive = hive
    }
}

/// Keeps the context that it is given.
private final class ContextKeeper: HiveModule {
    static let manifest = ModuleManifest()
    private let given = Mutex<ModuleContext?>(nil)

    func ready(_ context: ModuleContext) async throws { given.withLock { $0 = context } }

    var context: ModuleContext {
        get throws {
            guard let context = given.withLock({ $0 }) else { throw CancellationError() }
            return context
        }
    }
}
