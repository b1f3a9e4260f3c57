// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AutowiredTests {
    // A3
    @Test func fieldsOfActorsClassesAndSuperclassesAreWired() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("plain") }
            try hive.services.register((any Greeter).self, name: "named") { _ in Person("named") }
            try hive.modules.register(ActorModule.self)
            try hive.modules.register(ClassModule.self)
        } _: { hive in
            let actor = try #require(hive.modules.module(ActorModule.self))
            #expect(await actor.names == ["plain", "named"])
            let object = try #require(hive.modules.module(ClassModule.self))
            #expect(object.inherited.wrappedValue.name == "plain")
            #expect(try object.own.get().name == "named")
        }
    }

    // A3
    @Test func fieldsOfServicesAreWired() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("plain") }
            try hive.services.register(Holder.self) { _ in Holder() }
        } _: { hive in
            let name = try hive.services.service(Holder.self).greeter.get().name
            #expect(name == "plain")
        }
    }

    // A3
    @Test func aMissingServiceEndsTheStartAndNamesEveryProperty() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(ActorModule.self)
        try hive.services.register((any Greeter).self) { _ in Person() }
        let error = try await expectFailedStart(hive)
        #expect(error.start?.phase == .setUp)
        #expect(error.failures.map(\.module) == ["ActorModule"])
        let cause = try #require(error.failures.first?.error as? HiveError)
        #expect(cause.code == .serviceNotRegistered)
        #expect(cause.message.contains("Greeter \"named\" is not registered, and ActorModule"))
        #expect(cause.origin?.file.hasSuffix("AutowiredTests.swift") == true)
    }

    // A3: what a task of an initializer makes belongs to the module that began the task, whichever is being created
    // then.
    @Test func fieldsOfATaskOfAnInitializerBelongToItsModule() async throws {
        let (mayMake, hasMade) = (Gate(), Gate())
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Probe<A>.self) {
            // Ends when the next module is being created.
            Task {
                await mayMake.wait()
                _ = Holder()
                hasMade.open()
            }
            return Probe<A>(Script())
        }
        try hive.modules.register(Probe<B>.self) {
            mayMake.open()
            await hasMade.wait()
            return Probe<B>(Script())
        }
        let error = try await expectFailedStart(hive)
        #expect(error.failures.map(\.module) == ["A"])
    }

    // A3, C28
    @Test func aServiceWhoseFieldHasNoServiceIsNotHandedOutAndIsShutDown() async throws {
        let log = Locked<[String]>()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Holder.self, shutdown: { _ in log.add("close") }, factory: { _ in Holder() })
        try await hive.start()
        let error = try expectError(.serviceNotRegistered) { try hive.services.service(Holder.self) }
        #expect(error.message.contains("Holder"))
        try await hive.stop()
        #expect(log.current == ["close"])
    }

    // A3
    @Test func aTransientServiceIsMadeAtFirstUseAndKept() async throws {
        let made = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self, scope: .transient) { _ in Person("\(made.next())") }
        } _: { hive in
            let holder = try hive.services.autowire { Holder() }
            #expect(made.current == 0)
            #expect(try holder.greeter.get().name == "1")
            #expect(try holder.greeter.get().name == "1")
        }
    }

    // A3, C28
    @Test func anEvictedServiceIsReplacedHereToo() async throws {
        let made = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("\(made.next())") }
        } _: { hive in
            let holder = try hive.services.autowire { Holder() }
            #expect(try holder.greeter.get().name == "1")
            try hive.services.evict((any Greeter).self)
            #expect(try holder.greeter.get().name == "2")
        }
    }

    // A3
    @Test func anObjectThatNoHiveMadeSaysSo() throws {
        let holder = Holder()
        let error = try expectError(.invalidState) { try holder.greeter.get() }
        #expect(error.message.contains("Greeter in Holder"))
        #expect(error.origin?.file.hasSuffix("AutowiredTests.swift") == true)
    }

    // A3, C24
    @Test func beforeTheInitializePhaseAndAfterTheStopGetThrows() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self) { _ in Person() }
        let holder = try hive.services.autowire { Holder() }
        try expectError(.serviceNotStarted) { try holder.greeter.get() }
        try await hive.start()
        _ = try holder.greeter.get()
        try await hive.stop()
        try expectError(.stopped) { try holder.greeter.get() }
    }

    // A3, C50
    @Test func aFieldDoesNotKeepItsHiveAndSaysThatItIsGone() throws {
        let (holder, hive) = try {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.services.register((any Greeter).self) { _ in Person() }
            return (try hive.services.autowire { Holder() }, Weak(hive.services))
        }()
        #expect(hive.isGone)
        try expectError(.stopped) { try holder.greeter.get() }
    }

    // A3, C50
    @Test func whatGoesWithAHiveMayStillReadItsFields() throws {
        let codes = Locked<[String]>()
        let hive = try {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.services.register((any Greeter).self) { _ in Person() }
            try hive.services.register(Parting.self, instance: try hive.services.autowire { Parting(codes) })
            let parting = try hive.services.autowire { Parting(codes) }
            try hive.services.register(Pair.self) { _ in Pair(greeter: Person(parting.code)) }
            return Weak(hive.services)
        }()
        // Their ends ran, and were told that the hive is gone.
        #expect(hive.isGone)
        #expect(codes.current == ["stopped", "stopped"])
    }

    // A3, C47, C50
    @Test func fieldsAreReadByThreadsWhileTheirHiveGoes() async throws {
        for _ in 0..<50 {
            let hive = Locked<Hive?>(Hive(HiveOptions(clock: ManualClock())))
            let (holder, services) = try hive.with { hive in
                let services = try #require(hive?.services)
                try services.register((any Greeter).self) { _ in Person() }
                return (try services.autowire { Holder() }, Weak(services))
            }
            let codes = try await onThreads(3) { thread in
                if thread == 0 { hive.with { $0 = nil } }
                var seen: [HiveErrorCode] = []
                while seen.last != .stopped {
                    do {
                        _ = try holder.greeter.get()
                    } catch let error as HiveError where error.code != seen.last {
                        seen.append(error.code)
                    } catch is HiveError {}
                }
                return seen
            }
            // Before its end it has not started, and after its end it does not come back.
            #expect(codes.allSatisfy { [[.stopped], [.serviceNotStarted, .stopped]].contains($0) })
            #expect(services.isGone)
        }
    }

    // A3
    @Test func wiringByHandNeedsTheService() throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try expectError(.serviceNotRegistered) { try hive.services.autowire { Holder() } }
        #expect(throws: Broken()) { try hive.services.autowire { throw Broken() } }
    }

    // A3
    @Test func anObjectStaysWithTheHiveThatWiredItFirst() async throws {
        let other = Hive(HiveOptions(clock: ManualClock()))
        try other.services.register((any Greeter).self) { _ in Person("other") }
        try await other.start()
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("own") }
        } _: { hive in
            let holder = try hive.services.autowire { try other.services.autowire { Holder() } }
            #expect(try holder.greeter.get().name == "other")
        }
        try await other.stop()
    }

    // A3, C25
    @Test func servicesMayHoldEachOtherBecauseFieldsAreLazy() async throws {
        try await withHive { hive in
            try hive.services.register(Left.self) { _ in Left() }
            try hive.services.register(Right.self) { _ in Right() }
        } _: { hive in
            let left = try hive.services.service(Left.self)
            try expectSame(left.right.get().left.get(), left)
        }
    }
}

@Suite(.timeLimit(.minutes(5)))
struct EarlyAutowiredTests {
    // A3
    @Test func aFactoryMayReadWhatItsObjectNeeds() async throws {
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("Ann") }
            try hive.services.register(Holder.self) { _ in
                let holder = Holder()
                let name = try holder.greeter.get().name
                #expect(name == "Ann")
                return holder
            }
        } _: { hive in
            let name = try hive.services.service(Holder.self).greeter.get().name
            #expect(name == "Ann")
            let holder = try hive.services.autowire {
                let holder = Holder()
                let name = try holder.greeter.get().name
                #expect(name == "Ann")
                return holder
            }
            #expect(try holder.greeter.get().name == "Ann")
        }
    }

    // A3, C25
    @Test(arguments: [ServiceScope.shared, .transient])
    func factoriesThatReadEachOthersServicesAreACycleThatIsNamed(scope: ServiceScope) async throws {
        try await withHive { hive in
            try hive.services.register(Left.self) { _ in
                let left = Left()
                _ = try left.right.get()
                return left
            }
            try hive.services.register(Right.self, scope: scope) { _ in
                let right = Right()
                _ = try right.left.get()
                return right
            }
        } _: { hive in
            let error = try expectError(.serviceCycle) { try hive.services.service(Left.self) }
            #expect(error.message.contains("Left -> Right -> Left"))
            #expect(error.origin?.file.hasSuffix("AutowiredTests.swift") == true)
        }
    }

    // A3, C25
    @Test func anAsynchronousFactoryThatReadsWhatItMakesIsACycleToo() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Left.self) { _ async throws -> Left in
            let left = Left()
            _ = try left.right.get()
            return left
        }
        try hive.services.register(Right.self) { _ in
            let right = Right()
            _ = try right.left.get()
            return right
        }
        let error = try await expectFailedStart(hive)
        let cause = try #require(error.failures.first?.error as? HiveError)
        #expect(cause.code == .serviceCycle)
        #expect(cause.message.contains("Left -> Right -> Left"))
    }

    // A3, C24
    @Test func aModuleThatReadsAFieldBeforeInitializeIsToldSo() async throws {
        let messages = Locked<[String]>()
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("Ann") }
            try hive.modules.register(Early.self) { Early(messages) }
        } _: { _ in
            #expect(messages.current.count == 3)
            for message in messages.current.prefix(2) {
                #expect(message.contains("Greeter in Early (declared at HiveTests/AutowiredTests.swift:"))
                #expect(message.contains(" is read too early"))
                #expect(message.contains("Read it in initialize or later."))
            }
            #expect(messages.current.last == "Ann")
        }
    }
}

/// Reads its field when it goes.
private final class Parting: Sendable {
    let greeter = Autowired<any Greeter>()
    let codes: Locked<[String]>

    init(_ codes: Locked<[String]>) { self.codes = codes }

    var code: String {
        do {
            return try greeter.get().name
        } catch {
            return (error as? HiveError)?.code.description ?? "\(error)"
        }
    }

    deinit { codes.add(code) }
}

private final class Early: FactoryModule {
    static let manifest = ModuleManifest()
    let greeter = Autowired<any Greeter>()
    let messages: Locked<[String]>

    init(_ messages: Locked<[String]>) {
        self.messages = messages
        read()
    }

    func setUp(_ context: SetupContext) async throws { read() }
    func initialize(_ context: ModuleContext) async throws { read() }

    private func read() {
        do {
            messages.add(try greeter.get().name)
        } catch {
            messages.add("\(error)")
        }
    }
}

private actor ActorModule: HiveModule {
    static let manifest = ModuleManifest()
    @Autowired var greeter: any Greeter
    @Autowired(name: "named") var named: any Greeter

    var names: [String] { [greeter.name, named.name] }
}

private class BaseModule: @unchecked Sendable {
    let inherited = Autowired<any Greeter>()
}

private final class ClassModule: BaseModule, HiveModule, @unchecked Sendable {
    static let manifest = ModuleManifest()
    let own = Autowired<any Greeter>(name: "named")

    override required init() {}
}

private final class Holder: Sendable {
    let greeter = Autowired<any Greeter>()
}

private final class Left: Sendable {
    let right = Autowired<Right>()
}

private final class Right: Sendable {
    let left = Autowired<Left>()
}
