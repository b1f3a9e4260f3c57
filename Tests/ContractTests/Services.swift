// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

protocol Mailer: Sendable { var host: String { get } }
protocol SecureMailer: Mailer {}

/// A service that is an object, so that instances can be told apart.
final class SMTPMailer: SecureMailer {
    let host: String
    init(_ host: String = "localhost") { self.host = host }
}

/// The contract's fourth chapter, C20 to C24; C25 to C28 are in `ServiceLives.swift`.
@Suite("Services", .timeLimit(.minutes(5)))
struct Services {
    @Suite("C20 Conformance")
    struct C20 {
        class Base: Mailer, @unchecked Sendable {
            // Sound: immutable, in the subclass too.
            let host: String
            init(host: String) { self.host = host }
        }
        final class Derived: Base, ServiceImplementation, @unchecked Sendable {
            // Sound: see Base.
            init(_ services: ServiceResolver) throws { super.init(host: try services.service(String.self)) }
        }
        final class Stranger: ServiceImplementation {
            init(_ services: ServiceResolver) throws { Issue.record("An instance was made.") }
        }

        private static func configuration(_ implementation: String) async throws -> HiveConfiguration {
            let catalogue = HiveCatalogue(
                services: [(any Mailer).self],
                implementations: [Derived.self, Stranger.self]
            )
            let entry =
                "<dict><key>service</key><string>Mailer</string><key>impl</key><string>\(implementation)</string></dict>"
            return try await configured(services: "<array>\(entry)</array>", catalogue: catalogue)
        }

        @Test("In code the compiler checks it: an initializer that returns the protocol is a factory")
        func code() async throws {
            let test = TestHive()
            try test.hive.services.register((any Mailer).self) { _ in SMTPMailer() }
            try await test.running { hive async throws in
                #expect(try hive.services.service((any Mailer).self).host == "localhost")
            }
        }

        @Test("From a property list it is checked before anything starts, without an instance")
        func propertyList() async throws {
            let read = try await Self.configuration("Stranger")
            #expect(read.problems.errors.map(\.code) == [.doesNotConform])
        }

        @Test("A conformance inherited from a superclass counts; the initializer gets what it needs")
        func inherited() async throws {
            let hive = try Hive(try await Self.configuration("Derived"), options: HiveOptions(clock: ManualClock()))
            try hive.services.register(String.self, instance: "mail.example")
            try await hive.start()
            #expect(try hive.services.service((any Mailer).self).host == "mail.example")
            try await hive.stop()
        }
    }

    @Suite("C21 Duplicate")
    struct C21 {
        private static func start(replacing: Bool) async throws -> TestHive {
            let test = try TestHive(
                module(
                    Catalog.self,
                    Script(setUp: {
                        try $0.services.register((any Mailer).self, fileID: "A.swift", line: 1) { _ in SMTPMailer("a") }
                    })
                ),
                module(
                    Cart.self,
                    Script(setUp: {
                        try $0.services.register(
                            (any Mailer).self,
                            replacing: replacing,
                            fileID: "B.swift",
                            line: 2
                        ) { _ in SMTPMailer("b") }
                    })
                )
            )
            try await test.hive.start()
            return test
        }

        @Test("The same protocol and name twice is an error naming both sites and the owning modules")
        func duplicate() async throws {
            let error = try await hiveError { try await Self.start(replacing: false) }
            let cause = try #require(error.failures.first?.error as? HiveError)
            #expect(cause.code == .duplicateService)
            for part in ["A.swift:1", "B.swift:2", "Catalog", "Cart"] { #expect(cause.message.contains(part)) }
        }

        @Test("Replacing is explicit")
        func replacing() async throws {
            let test = try await Self.start(replacing: true)
            #expect(try test.hive.services.service((any Mailer).self).host == "b")
            try await test.hive.stop()
        }
    }

    @Suite("C22 Scopes")
    struct C22 {
        @Test("shared: created at most once, also under concurrent first use, then cached")
        func shared() async throws {
            let test = TestHive()
            let log = Log()
            try test.hive.services.register((any Mailer).self) { _ in
                log.note("made")
                return SMTPMailer()
            }
            try await test.running { hive async throws in
                let mailers = try await withThrowingTaskGroup(of: (any Mailer).self) { group in
                    for _ in 0..<16 { group.addTask { try hive.services.service((any Mailer).self) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(mailers.map { ObjectIdentifier($0 as AnyObject) }).count == 1)
            }
            #expect(log.entries == ["made"])
        }

        @Test("transient: a new one each time")
        func transient() async throws {
            let test = TestHive()
            try test.hive.services.register(SMTPMailer.self, scope: .transient) { _ in SMTPMailer() }
            try await test.running { hive async throws in
                let first = try hive.services.service(SMTPMailer.self)
                #expect(try hive.services.service(SMTPMailer.self) !== first)
            }
        }

        @Test("A factory that throws caches nothing; the next call tries again")
        func throwing() async throws {
            let test = TestHive()
            let log = Log()
            try test.hive.services.register(SMTPMailer.self) { _ in
                log.note("called")
                if log.entries.count == 1 { throw Broken() }
                return SMTPMailer()
            }
            try await test.running { hive async throws in
                #expect(throws: Broken()) {
                    try hive.services.service(SMTPMailer.self)
                }
                _ = try hive.services.service(SMTPMailer.self)
            }
        }

        @Test("Callers that were waiting for a factory that throws get its error")
        func waiting() async throws {
            let test = TestHive()
            let log = Log()
            try test.hive.services.register(SMTPMailer.self) { _ in
                log.note("called")
                throw Broken(number: log.entries.count)
            }
            try await test.running { hive async throws in
                let errors = await withTaskGroup(of: Broken?.self) { group in
                    for _ in 0..<16 {
                        group.addTask { #expect(throws: Broken.self) { try hive.services.service(SMTPMailer.self) } }
                    }
                    return await group.reduce(into: []) { $0.append($1?.number) }
                }
                // Whoever came in time to wait was told the same as whoever made the call.
                #expect(Set(errors) == Set(log.entries.indices.map { $0 + 1 }))
            }
        }

        @Test("An existing instance can be registered as it is")
        func instance() async throws {
            let test = TestHive()
            let mailer = SMTPMailer()
            try test.hive.services.register((any Mailer).self, instance: mailer)
            try await test.running { hive async throws in
                #expect(try hive.services.service((any Mailer).self) as AnyObject === mailer)
            }
        }

        @Test("An asynchronous one is made as the first step of its module's initialize, before its dependents")
        func asynchronous() async throws {
            let log = Log()
            let test = try TestHive(
                module(Cart.self, needs: [.named("Home")], Script(initialize: { _ in log.note("Cart") })),
                module(
                    Home.self,
                    Script(
                        setUp: { context in
                            try context.services.register(SMTPMailer.self) { _ async throws in
                                await Task.yield()
                                log.note("made")
                                return SMTPMailer()
                            }
                        },
                        initialize: { context in
                            _ = try context.service(SMTPMailer.self)
                            log.note("Home")
                        }
                    )
                )
            )
            try await test.running { _ in }
            #expect(log.entries == ["made", "Home", "Cart"])
        }

        @Test("It is made within its module's timeout")
        func asynchronousTimeout() async throws {
            let test = try TestHive(
                module(
                    Home.self,
                    Script(setUp: { context in
                        try context.services.register(SMTPMailer.self) { _ async throws in
                            try await Latch().wait()
                            return SMTPMailer()
                        }
                    })
                )
            )
            let start = Task { try await test.hive.start() }
            try await test.recorder.wait(for: .hookBegan(.initialize, of: "Home"))
            test.clock.advance(by: .seconds(30))
            let error = try await hiveError { try await start.value }
            #expect(error.exitCode == 75)
            #expect(error.start?.module == "Home")
        }
    }

    @Suite("C23 Named services")
    struct C23 {
        @Test("The key is protocol and name; the same name under two protocols never mixes")
        func key() async throws {
            let test = TestHive()
            try test.hive.services.register((any Mailer).self, name: "a", instance: SMTPMailer("mailer"))
            try test.hive.services.register((any SecureMailer).self, name: "a", instance: SMTPMailer("secure"))
            try await test.running { hive async throws in
                #expect(try hive.services.service((any Mailer).self, name: "a").host == "mailer")
                #expect(try hive.services.service((any SecureMailer).self, name: "a").host == "secure")
            }
        }

        @Test("all lists every implementation, highest ranking first, ties in registration order")
        func all() async throws {
            let test = TestHive()
            for (name, ranking) in [("a", 0), ("b", 5), ("c", 0), ("d", -1)] {
                try test.hive.services.register(
                    (any Mailer).self,
                    name: name,
                    ranking: ranking,
                    instance: SMTPMailer(name)
                )
            }
            try await test.running { hive async throws in
                #expect(try hive.services.all((any Mailer).self).map(\.host) == ["b", "a", "c", "d"])
            }
        }

        @Test("One instance can serve several protocols: cached, evicted and shut down as one")
        func alias() async throws {
            let test = TestHive()
            let log = Log()
            let services = test.hive.services
            let close: @Sendable (SMTPMailer) async throws -> Void = { _ in log.note("shut down") }
            try services.register(SMTPMailer.self, shutdown: close) { _ in SMTPMailer() }
            try services.registerAlias((any Mailer).self, of: SMTPMailer.self) { $0 }
            try await test.running { _ in
                let mailer = try services.service(SMTPMailer.self)
                #expect(try services.service((any Mailer).self) as AnyObject === mailer)
                try services.evict((any Mailer).self)
                #expect(services.cached(SMTPMailer.self) == nil)
            }
            #expect(log.entries == ["shut down"])
        }

        @Test("Registering any Derived does not serve any Base")
        func derived() async throws {
            let test = TestHive()
            try test.hive.services.register((any SecureMailer).self, instance: SMTPMailer())
            try await test.running { hive async throws in
                let error = try await hiveError { try hive.services.service((any Mailer).self) }
                #expect(error.code == .serviceNotRegistered)
            }
        }
    }

    @Suite("C24 Lookup errors")
    struct C24 {
        private struct SMTPMailr: Sendable {}

        private static func code(_ hive: Hive) async throws -> HiveErrorCode {
            try await hiveError { try hive.services.service(SMTPMailer.self) }.code
        }

        @Test("Not registered has a did-you-mean")
        func notRegistered() async throws {
            let test = TestHive()
            try test.hive.services.register(SMTPMailer.self, instance: SMTPMailer())
            try await test.running { hive async throws in
                let error = try await hiveError { try hive.services.service(SMTPMailr.self) }
                #expect(error.code == .serviceNotRegistered)
                #expect(error.message.contains("Did you mean SMTPMailer?"))
            }
        }

        @Test("Not started, being created, stopping and stopped are distinct")
        func distinct() async throws {
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(tearDown: { context in
                        let error = try await hiveError { try context.service(SMTPMailer.self) }
                        #expect(error.code == .stopping)
                    })
                )
            )
            let hive = test.hive
            try hive.services.register(SMTPMailer.self) { _ in SMTPMailer() }
            try hive.services.register(Int.self) { try $0.service(Int.self) }
            #expect(try await Self.code(hive) == .serviceNotStarted)
            try await hive.start()
            #expect(try await hiveError { try hive.services.service(Int.self) }.code == .serviceCycle)
            try await hive.stop()
            #expect(try await Self.code(hive) == .stopped)
            #expect(test.faults.modules(.tearDown, .returned) == ["Cart"])
        }

        @Test("One that is made asynchronously and not made yet says so")
        func notMade() async throws {
            let setUp = Script(setUp: { context in
                try context.services.register(SMTPMailer.self) { _ async throws in SMTPMailer() }
            })
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(initialize: { context in
                        let error = try await hiveError { try context.service(SMTPMailer.self) }
                        #expect(error.code == .serviceNotMade)
                    })
                ),
                module(Home.self, setUp)
            )
            try await test.running { _ in }
        }

        @Test("A missing service is nil only where the caller asked for an optional")
        func optional() async throws {
            try await TestHive().running { hive async throws in
                #expect(try hive.services.optionalService(SMTPMailer.self) == nil)
            }
        }
    }
}
