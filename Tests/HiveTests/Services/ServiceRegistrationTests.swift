// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

private final class Declared: LoudGreeter, ServiceImplementation {
    let name: String

    init(_ services: ServiceResolver) throws {
        name = try services.optionalService(String.self) ?? "declared"
    }
}

private final class Inheriting: DeclaredBase, ServiceImplementation {
    let name = "inheriting"
    init(_ services: ServiceResolver) throws {}
}

private protocol DeclaredBase: LoudGreeter {}

private final class Stranger: ServiceImplementation {
    init(_ services: ServiceResolver) throws {}
}

@Suite(.timeLimit(.minutes(5)))
struct ServiceRegistrationTests {
    // C20
    @Test func aFactoryOrAnInitializerMakesTheService() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self, factory: Declared.init)
            try hive.services.register(String.self) { _ in "from a factory" }
        } _: { hive in
            let greeter = try hive.services.service((any Greeter).self)
            #expect(greeter.name == "from a factory")
        }
    }

    // C20
    @Test(arguments: [Declared.self, Inheriting.self] as [any ServiceImplementation.Type])
    func aDeclarationMakesItsImplementation(implementation: any ServiceImplementation.Type) async throws {
        try await withHive { hive in
            try declare(implementation, in: hive)
        } _: { hive in
            let greeter = try hive.services.service((any Greeter).self)
            #expect(type(of: greeter) == implementation)
        }
    }

    // C21
    @Test func aDuplicateNamesBothPlacesAndBothOwners() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self, fileID: "A.swift", line: 1) { _ in Person() }
        try hive.script(First.self) { context in
            try context.services.register((any Greeter).self, fileID: "B.swift", line: 2) { _ in Person() }
        }
        let error = try await expectFailedStart(hive)
        let cause = try #require(error.failures.first?.error as? HiveError)
        #expect(cause.code == .duplicateService)
        #expect(cause.message.contains("at A.swift:1 by the hive and at B.swift:2 by First"))
        #expect(cause.origin == .code(fileID: "B.swift", line: 2))
    }

    // C21
    @Test func replacingNeedsNothingToReplace() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self, replacing: true) { _ in Person("only") }
        } _: { hive in
            let greeter = try hive.services.service((any Greeter).self)
            #expect(greeter.name == "only")
        }
    }

    // C17, C21
    @Test(arguments: [true, false]) func aPropertyListWinsOverCodeInEitherOrder(isCodeFirst: Bool) async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        if isCodeFirst { try hive.services.register((any Greeter).self, ranking: 7) { _ in Person("code") } }
        if !isCodeFirst {
            try hive.script(First.self) { context in
                try context.services.register((any Greeter).self, ranking: 7) { _ in Person("code") }
            }
        }
        try declare(Declared.self, in: hive)
        try hive.services.register((any Greeter).self, name: "low", ranking: 5) { _ in Person("low") }
        try await hive.start()
        #expect(try hive.services.service((any Greeter).self).name == "declared")
        // The property list says nothing about the ranking, so code does.
        #expect(try hive.services.all((any Greeter).self).map(\.name) == ["declared", "low"])
        try await hive.stop()
    }

    // C17, C21
    @Test func aPropertyListDoesNotHideThatCodeRegistersTwice() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try declare(Declared.self, in: hive)
        try hive.script(First.self) { context in
            try context.services.register((any Greeter).self, fileID: "A.swift", line: 1) { _ in Person() }
        }
        try hive.script(Second.self) { context in
            try context.services.register((any Greeter).self, fileID: "B.swift", line: 2) { _ in Person() }
        }
        let error = try await expectFailedStart(hive)
        let cause = try #require(error.failures.first?.error as? HiveError)
        #expect(cause.code == .duplicateService)
        #expect(cause.message.contains("at A.swift:1 by First and at B.swift:2 by Second"))
    }

    // C17, C21
    @Test func oneModuleMayRegisterWhatItsPropertyListDeclares() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(First.self) { context in
            try context.services.register((any Greeter).self) { _ in Person("code") }
        }
        try declare(Declared.self, in: hive, module: "First")
        try await hive.start()
        #expect(try hive.services.service((any Greeter).self).name == "declared")
        try await hive.stop()
    }

    // C21
    @Test func aPropertyListThatDeclaresAServiceTwiceIsRefused() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try declare(Declared.self, in: hive)
        try declare(Declared.self, in: hive)
        #expect(hive.verify().map(\.code) == [.duplicateService])
    }

    // C17, C21
    @Test func ofTwoPropertyListsTheLaterOneWins() async throws {
        try await withHive { hive in
            try declare(Stranger.self, in: hive)
            try declare(Declared.self, in: hive, file: "b.plist")
            #expect(hive.verify() == [])
        } _: { hive in
            let greeter = try hive.services.service((any Greeter).self)
            #expect(greeter.name == "declared")
        }
    }

    // C24
    @Test func aMetatypeOfASubclassDoesNotChangeWhatTheCompilerChecked() async throws {
        try await withHive { hive in
            let type: Base.Type = Derived.self
            try hive.services.register(type) { _ in Base() }
        } _: { hive in
            // The compiler has seen `Base` only: a key of `Derived` would hand out an object of the wrong class.
            try expectError(.serviceNotRegistered) { try hive.services.service(Derived.self) }
            _ = try hive.services.service(Base.self)
        }
    }

    // C26
    @Test func nothingIsRegisteredOnceTheStopHasBegun() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(
            First.self,
            tearDown: { [weak hive] _ in
                let services = try #require(hive?.services)
                try expectError(.invalidState) { try services.register(Int.self, instance: 1) }
                try expectError(.invalidState) { try services.decorate(Int.self) { value, _ in value } }
            }
        )
        try await hive.start()
        try await hive.stop()
        try expectError(.invalidState) { try hive.services.register(Int.self) { _ in 1 } }
    }

    private func declare(
        _ implementation: any ServiceImplementation.Type,
        in hive: Hive,
        file: String = "a.plist",
        module: String? = nil
    ) throws {
        let origin = Origin.propertyList(file, nil, line: 3)
        var service = ServiceDeclaration((any Greeter).self, implementation: implementation, at: origin)
        service.module = module
        try hive.modules.register([], services: [service])
    }
}

private class Base: @unchecked Sendable {}
private final class Derived: Base, @unchecked Sendable { let number = 3 }
