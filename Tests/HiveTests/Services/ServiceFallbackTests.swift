// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

private protocol Clock: Sendable { func time() -> Int }
private protocol Bell: Sendable {}

private struct Quartz: Clock, ServiceImplementation {
    init(_ services: ServiceResolver) throws {}
    func time() -> Int { 7 }
}

private struct Circular: Clock, ServiceImplementation {
    init(_ services: ServiceResolver) throws { _ = try services.service((any Clock).self) }
    func time() -> Int { 0 }
}

private struct NoClock: ServiceImplementation {
    init(_ services: ServiceResolver) throws {}
}

/// Answers with one class for every service, or throws.
private struct Answering {
    var services: [any Any.Type] = []
    var answer: (any ServiceImplementation.Type)?
    var error: HiveError?

    func implementation(of service: any Any.Type) throws -> (any ServiceImplementation.Type)? {
        if let error { throw error }
        return answer
    }
}

extension ServiceManager {
    fileprivate func setFallback(_ answering: Answering, fileID: String = #fileID, line: Int = #line) throws {
        try setFallback(for: answering.services, fileID: fileID, line: line) { try answering.implementation(of: $0) }
    }
}

private actor NeedsClock: HiveModule {
    static let manifest = ModuleManifest(needs: [.service((any Clock).self)])
    @Autowired var clock: any Clock

    init() {}
    func initialize(_ context: ModuleContext) async throws { #expect(clock.time() == 7) }
}

@Suite(.timeLimit(.minutes(5)))
struct ServiceFallbackTests {
    // P1
    @Test func secondFallbackNamesTheFirst() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(Answering(), fileID: "First.swift", line: 3)
        let error = #expect(throws: HiveError.self) { try hive.services.setFallback(Answering()) }
        #expect(error?.code == .duplicateService)
        #expect(error?.message.contains("First.swift:3") == true)
    }

    @Test func fallbackIsSetBeforeTheStart() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        let error = #expect(throws: HiveError.self) { try hive.services.setFallback(Answering()) }
        #expect(error?.code == .invalidState)
        try await hive.stop()
    }

    // C20: checked before anything starts, without making an instance.
    @Test func classThatDoesNotConformIsFoundByVerifyAndByTheLookup() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(Answering(services: [(any PublicClock).self], answer: NoClock.self))
        #expect(hive.verify().map(\.code) == [.doesNotConform])
        let other = Hive(HiveOptions(clock: ManualClock()))
        try other.services.setFallback(Answering(answer: NoClock.self))
        try await other.start()
        let error = #expect(throws: HiveError.self) { try other.services.service((any PublicClock).self) }
        #expect(error?.code == .doesNotConform)
        try await other.stop()
    }

    @Test func whatTheFallbackThrowsIsTheLookupsErrorAndVerifysProblem() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let trouble = HiveError(.unknownClass, "two of them")
        try hive.services.setFallback(Answering(services: [], error: trouble))
        try hive.modules.register(NeedsClock.self)
        #expect(hive.verify().map(\.message) == ["two of them"])
        let other = Hive(HiveOptions(clock: ManualClock()))
        try other.services.setFallback(Answering(error: trouble))
        try await other.start()
        let error = #expect(throws: HiveError.self) { try other.services.service((any Clock).self) }
        #expect(error?.code == .unknownClass)
        try await other.stop()
    }

    @Test func serviceThatTheFallbackPromisesAndDoesNotHaveIsAProblem() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(Answering(services: [(any Bell).self]))
        #expect(hive.verify().map(\.code) == [.serviceNotRegistered])
    }

    // C25
    @Test func implementationThatNeedsItselfIsACycle() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(Answering(answer: Circular.self))
        try await hive.start()
        let error = #expect(throws: HiveError.self) { try hive.services.service((any Clock).self) }
        #expect(error?.code == .serviceCycle)
        try await hive.stop()
    }

    @Test func namesAndAllKnowRegistrationsOnly() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(Answering(answer: Quartz.self))
        try await hive.start()
        #expect(throws: HiveError.self) { try hive.services.service((any Clock).self, name: "other") }
        #expect(try hive.services.all((any Clock).self).isEmpty)
        #expect(try hive.services.optionalService((any Clock).self)?.time() == 7)
        #expect(try hive.services.optionalService((any Clock).self, name: "other") == nil)
        try await hive.stop()
    }

    // P1: the dependency, the autowired field and the lookup are all served, by a new instance each time.
    @Test func modulesMayDependOnWhatTheFallbackServes() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(Answering(answer: Quartz.self))
        try hive.modules.register(NeedsClock.self)
        #expect(hive.verify() == [])
        try await hive.start()
        #expect(try hive.services.service((any Clock).self).time() == 7)
        #expect(hive.services.cachedNames == [])
        try await hive.remove(NeedsClock.self)
        try await hive.add(NeedsClock.self)
        try await hive.stop()
    }

    @Test func registrationWinsOverTheFallback() async throws {
        struct Fixed: Clock { func time() -> Int { 1 } }
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.setFallback(Answering(services: [(any Clock).self], error: HiveError(.unknownClass, "asked")))
        try hive.services.register((any Clock).self, instance: Fixed())
        #expect(hive.verify() == [])
        try await hive.start()
        #expect(try hive.services.service((any Clock).self).time() == 1)
        try await hive.stop()
    }
}

/// Internal, because the runtime looks conformances up by the protocol's name.
protocol PublicClock: Sendable {}
