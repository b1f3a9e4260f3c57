// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// What somebody is told who asks for what is not there.
@Suite(.timeLimit(.minutes(5)))
struct ServiceMissTests {
    /// Ends a text early, moves a cursor, forges a line, turns the rest round.
    static let hostile = "a\u{0}\u{1B}[2K\r\nerror: b\u{202E}\u{2066}\u{85}\u{2028}\u{7F}"

    // C24, C61
    @Test func aMissBesideThousandsOfNamesIsAShortText() async throws {
        try await withHive { hive in
            for number in 0..<5_000 {
                try hive.services.register((any Greeter).self, name: "name \(number)") { _ in Person() }
            }
            try hive.services.register((any Greeter).self) { _ in Person() }
        } _: { hive in
            let error = try expectError(.serviceNotRegistered) {
                try hive.services.service((any Greeter).self, name: "nome 1")
            }
            #expect(error.message.utf8.count < 500)
            #expect(error.message.contains("no name, \"name 0\", \"name 1\", \"name 10\""))
            #expect(error.message.contains(" and 4992 more."))
            #expect(error.message.contains("Did you mean \"name 1\"?"))
            let evicted = try expectError(.serviceNotRegistered) {
                try hive.services.evict((any Greeter).self, name: "x")
            }
            #expect(evicted.message.utf8.count < 500)
            // Registering once more is noticed.
            try hive.services.register((any Greeter).self, name: "a") { _ in Person() }
            let next = try expectError(.serviceNotRegistered) {
                try hive.services.service((any Greeter).self, name: "nome 1")
            }
            #expect(next.message.contains("no name, \"a\", \"name 0\""))
        }
    }

    // C61
    @Test func aLongNameIsShortened() async throws {
        let long = String(repeating: "x", count: 100_000)
        try await withHive { hive in
            try hive.services.register((any Greeter).self, name: long + "y") { _ in Person() }
        } _: { hive in
            let error = try expectError(.serviceNotRegistered) { try hive.services.service(Person.self, name: long) }
            #expect(error.message.utf8.count < 1_000)
            let other = try expectError(.serviceNotRegistered) {
                try hive.services.service((any Greeter).self, name: long)
            }
            #expect(other.message.utf8.count < 1_000)
        }
    }

    // C12, C61: they have a circle for each pair.
    @Test func modulesThatAllDependOnEachOtherAreDescribedInFewProblems() {
        let nodes = (0..<300).map { place in
            BootOrder.Node(level: 0, priority: 0, dependencies: (0..<300).filter { $0 != place })
        }
        let result = BootOrder.resolve(nodes)
        #expect(result.cycles.count == 10)
        #expect(result.furtherCycles == 300 * 299 / 2 - 10)
        #expect(result.order.count == 300)
    }

    // C12, C61
    @Test func theRestOfTheCirclesIsCounted() async {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        var modules: [ModuleDeclaration] = []
        func add(_ type: any HiveModule.Type) {
            var declaration = ModuleDeclaration(type, at: .code(fileID: "A.swift", line: modules.count))
            declaration.needs = Ring<Never>.types.filter { $0 != type }.map {
                (.module($0), Origin.code(fileID: "A.swift", line: 9))
            }
            modules.append(declaration)
        }
        for type in Ring<Never>.types { add(type) }
        #expect(throws: Never.self) { try hive.modules.register(modules) }
        let problems = hive.verify().filter { $0.code == .dependencyCycle }
        #expect(problems.count == 11)
        #expect(problems.last?.message == "5 further dependencies close circles as well.")
    }

    // C24, C43: whatever comes from outside is shown, and does nothing else.
    @Test func hostileNamesAreEscapedWhereverTheyAreTold() async throws {
        let hostile = Self.hostile
        var texts: [String] = []
        let recorder = HiveRecorder()
        try await withHive(observers: [recorder.observe]) { hive in
            try hive.services.register((any Greeter).self, name: hostile) { _ in Person() }
            try hive.services.register(Person.self, name: hostile, scope: .transient) { services in
                try services.service(Person.self, name: hostile)
            }
        } _: { hive in
            let services = hive.services
            func note(_ body: () throws -> Void) {
                let error = #expect(throws: HiveError.self) { try body() }
                texts += [error?.description ?? "", error?.report ?? ""]
            }
            note { _ = try services.service(Int.self, name: hostile) }
            note { _ = try services.service(Int.self, instance: hostile) }
            note { _ = try services.service((any Greeter).self, name: "x") }
            note { _ = try services.service(Person.self, name: hostile) }
            note { try services.register((any Greeter).self, name: hostile) { _ in Person() } }
            note { try services.evict(Int.self, name: hostile) }
            note { try services.decorate(Int.self, name: hostile) { inner, _ in inner } }
            note { throw HiveError(.invalidState, hostile, at: .propertyList(hostile, nil, line: 1)) }
            let failure = HiveError.Failure(module: hostile, step: hostile, error: Named(hostile))
            note { throw HiveError(.invalidState, "x", failures: [failure]) }
            _ = try services.service((any Greeter).self, name: hostile)
            texts += services.cachedNames + recorder.observations.map { "\($0.subject, default: "")" }
            texts += services.descriptions.map(\.description)
        }
        let hive = Hive(HiveOptions(clock: ManualClock()))
        var declaration = ModuleDeclaration(Ring<First>.self, at: .propertyList(hostile, nil, line: 1))
        declaration.needs = [(.named(hostile), declaration.origin)]
        var service = ServiceDeclaration((any Greeter).self, implementation: Plain.self, at: declaration.origin)
        (service.module, service.name) = (hostile, hostile)
        try hive.modules.register([declaration], services: [service, service])
        texts += hive.verify().map(\.description)
        let error = try await expectFailedStart(hive)
        texts += [error.description] + error.report.split(separator: "\n").map(String.init)
        #expect(error.report.split(separator: "\n").count == 1 + error.problems.count)
        for text in texts {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                #expect(line.unicodeScalars.allSatisfy { !Self.isHarmful($0) }, "\(text.quoted)")
                #expect(!line.hasPrefix("error: b"))
            }
        }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    // C43
    @Test func aServiceThatIsRegisteredAsItsClassIsFoundInTheError() async throws {
        try await withHive { hive in
            try hive.services.register(PaperLedger.self, fileID: "Shop/Books.swift", line: 12) { _ in PaperLedger() }
        } _: { hive in
            let error = try expectError(.serviceNotRegistered) { try hive.services.service((any Ledger).self) }
            #expect(
                error.message
                    == """
                    Ledger is not registered. It is registered as PaperLedger, at Shop/Books.swift:12. \
                    Register it there as (any Ledger).self, or ask for PaperLedger.self.
                    """
            )
        }
    }

    // C24
    @Test func aProtocolWithoutItsAssociatedTypeIsAnotherTypeAndTheErrorSaysSo() async throws {
        try await withHive { hive in
            try hive.services.register((any Store).self) { _ in IntStore() }
        } _: { hive in
            _ = try hive.services.service((any Store).self)
            let error = try expectError(.serviceNotRegistered) { try hive.services.service((any Store<Int>).self) }
            #expect(
                error.message
                    == """
                    Store<Int> is not registered. Store is there, which is another type to Swift than Store<Int>. \
                    Register the service under (any Store<Int>).self, or ask for (any Store).self.
                    """
            )
        }
        try await withHive { hive in
            try hive.services.register((any Store<Int>).self) { _ in IntStore() }
        } _: { hive in
            #expect(try hive.services.service((any Store<Int>).self).first == 1)
            let error = try expectError(.serviceNotRegistered) { try hive.services.service((any Store).self) }
            #expect(error.message.contains("ask for (any Store<Int>).self"))
        }
    }

    // C13, C24: before anything starts.
    @Test func verifyFindsAProtocolThatIsProvidedWithoutItsAssociatedType() async throws {
        let origin = Origin.propertyList("services.plist", nil, line: 1)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let service = ServiceDeclaration((any Store).self, implementation: IntStore.self, at: origin)
        try hive.modules.register([], services: [service])
        // It can be looked up as what it is.
        #expect(hive.verify() == [])
        try hive.modules.register(NeedsStore.self)
        let problem = try #require(hive.verify().first)
        #expect(problem.code == .unprovidedService)
        #expect(problem.message == "NeedsStore depends on the service Store<Int>, which nobody provides.")
        #expect(problem.remedy?.hasPrefix("Store is there, which is another type to Swift than Store<Int>.") == true)

        let other = Hive(HiveOptions(clock: ManualClock()))
        try other.services.register((any Store).self) { _ in IntStore() }
        try other.modules.register(WiresStore.self)
        let error = try await expectFailedStart(other)
        let cause = try #require(error.failures.first?.error as? HiveError)
        #expect(cause.message.contains("Store is there, which is another type to Swift than Store<Int>."))
    }
}

protocol Store<Item>: Sendable {
    associatedtype Item
    var first: Item { get }
}

struct IntStore: Store, ServiceImplementation {
    let first = 1
    init() {}
    init(_ services: ServiceResolver) throws {}
}

private final class NeedsStore: HiveModule {
    static let manifest = ModuleManifest(needs: [.service((any Store<Int>).self)])
}

private final class WiresStore: HiveModule {
    static let manifest = ModuleManifest()
    let store = Autowired<any Store<Int>>()
}

private struct Plain: Greeter, ServiceImplementation {
    let name = "plain"
    init(_ services: ServiceResolver) throws {}
}

private struct Named: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

private final class Ring<Tag>: HiveModule {
    static var manifest: ModuleManifest { ModuleManifest(name: "Ring of \(Tag.self)") }
}

extension Ring<Never> {
    static var types: [any HiveModule.Type] {
        [
            Ring<First>.self, Ring<Second>.self, Ring<Third>.self, Ring<Int>.self, Ring<Bool>.self, Ring<String>.self,
        ]
    }
}

protocol Ledger: Sendable {}

final class PaperLedger: Ledger {}
