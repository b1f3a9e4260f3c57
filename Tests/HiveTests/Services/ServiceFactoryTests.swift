// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// A class that knows nothing of Hive but a field.
private final class Simple: LoudGreeter {
    let count = Autowired<Int>()
    let name: String

    init(name: String = "simple") throws {
        if name.isEmpty { throw Broken() }
        self.name = name
    }
}

private final class Door: LoudGreeter, ServiceImplementation {
    let name: String
    let log: Locked<[String]>

    init(_ services: ServiceResolver) throws { throw Broken() }

    init(_ name: String, log: Locked<[String]>) {
        self.name = name
        self.log = log
    }

    func shutdown() async throws { log.add("close \(name)") }
}

private final class Offering: LoudGreeter, SharedInstanceService {
    let name: String

    init(_ name: String) { self.name = name }

    static func sharedInstance() throws -> Offering { Offering("offered") }
}

/// Services of property lists that conform to nothing but their protocol.
@Suite(.timeLimit(.minutes(5)))
struct ServiceFactoryTests {
    private func declare(
        _ implementation: ServiceFactory,
        in hive: Hive,
        scope: ServiceScope? = nil,
        name: String? = nil
    ) throws {
        let origin = Origin.propertyList("a.plist", nil, line: 3)
        var service = ServiceDeclaration((any Greeter).self, implementation: implementation, at: origin)
        service.scope = scope
        service.name = name
        try hive.modules.register([], services: [service])
    }

    private func expectName(
        _ name: String,
        of greeter: any Greeter,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(greeter.name == name, sourceLocation: sourceLocation)
    }

    // C22
    @Test func whatAnInitializerThrowsIsNotKept() async throws {
        let names = Locked([""])
        try await withHive { hive in
            let implementation = ServiceFactory(Simple.self) { _ in
                try Simple(name: names.current.last ?? "")
            }
            try declare(implementation, in: hive)
            try hive.services.register(Int.self) { _ in 3 }
        } _: { hive in
            #expect(throws: (any Error).self) { try hive.services.service((any Greeter).self) }
            names.add("second")
            try expectName("second", of: hive.services.service((any Greeter).self))
        }
    }

    // C20
    @Test func anImplementationOfAnotherProtocolIsAnError() async throws {
        try await withHive { hive in
            try declare(ServiceFactory(Int.self) { _ in 3 }, in: hive)
        } _: { hive in
            let error = try expectError(.doesNotConform) { try hive.services.service((any Greeter).self) }
            #expect(error.origin == .propertyList("a.plist", nil, line: 3))
            #expect(error.message == "Int does not conform to Greeter.")
        }
    }

    // C22 A3
    @Test func aSharedOneIsMadeOnceWithItsFieldsAndWithWhatTheResolverFinds() async throws {
        let made = Locked<[String]>()
        try await withHive { hive in
            let implementation = ServiceFactory(Simple.self) { services in
                made.add("made")
                return try Simple(name: services.service(String.self))
            }
            try declare(implementation, in: hive)
            try hive.services.register(String.self) { _ in "found" }
            try hive.services.register(Int.self) { _ in 3 }
            try hive.services.decorate((any Greeter).self, name: nil) { inner, _ in
                made.add("decorated")
                return inner
            }
        } _: { hive in
            let first = try #require(hive.services.service((any Greeter).self) as? Simple)
            expectSame(try hive.services.service((any Greeter).self), first)
            #expect(first.name == "found")
            #expect(try first.count.get() == 3)
            #expect(made.current == ["made", "decorated"])
        }
    }

    // C22
    @Test func aTransientOneIsMadeForEachLookup() async throws {
        try await withHive { hive in
            let implementation = ServiceFactory(Simple.self) { _ in try Simple() }
            try declare(implementation, in: hive, scope: .transient)
            try hive.services.register(Int.self) { _ in 3 }
        } _: { hive in
            let (first, second) = try (
                hive.services.service((any Greeter).self), hive.services.service((any Greeter).self)
            )
            #expect(ObjectIdentifier(first as AnyObject) != ObjectIdentifier(second as AnyObject))
        }
    }

    // C28: a conformance says how an instance is shut down, whatever made it.
    @Test func anInstanceThatConformsIsShutDown() async throws {
        let log = Locked<[String]>()
        try await withHive { hive in
            try declare(ServiceFactory(Door.self) { _ in Door("by closure", log: log) }, in: hive)
        } _: { hive in
            try expectName("by closure", of: hive.services.service((any Greeter).self))
        }
        #expect(log.current == ["close by closure"])
    }

    // B15: only the type itself offers its instance.
    @Test func aClosureWinsOverTheInstanceThatTheTypeOffers() async throws {
        try await withHive { hive in
            let made = ServiceFactory(Offering.self) { _ in Offering("made") }
            try declare(made, in: hive, scope: .transient)
            try declare(ServiceFactory(Offering.self), in: hive, name: "own")
        } _: { hive in
            #expect(hive.verify() == [])
            try expectName("made", of: hive.services.service((any Greeter).self))
            try expectName("offered", of: hive.services.service((any Greeter).self, name: "own"))
        }
    }
}
