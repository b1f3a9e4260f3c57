// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ModuleContextTests {
    private protocol Greeter: Sendable {}
    private struct Hello: Greeter {}

    private struct Payload: HiveEvent, Decodable {}

    // C50
    @Test(arguments: ["register", "decorate", "subscribe", "subscribe later", "bind to a type", "bind to a handler"])
    func aSetUpContextChangesNothingOnceItsHookHasReturned(what: String) async throws {
        let kept = Locked<SetupContext?>(nil)
        let script = EventScript(setUp: { context in
            try context.services.register((any Greeter).self) { _ in Hello() }
            kept.with { $0 = context }
        })
        try await withHive(first: script) { hive in
            let context = try #require(kept.current)
            let error = #expect(throws: HiveError.self) {
                switch what {
                case "register": try context.services.register((any Greeter).self, name: "b") { _ in Hello() }
                case "decorate": try context.services.decorate((any Greeter).self) { greeter, _ in greeter }
                case "subscribe": try context.events.subscribe(Ping.self) { _, _ in }
                case "subscribe later": try context.events.subscribe(Ping.self) { _, _ in await Task.yield() }
                case "bind to a type": try context.events.bind("late", to: Payload.self)
                default: try context.events.bind("late") { _, _ in 0 }
                }
            }
            #expect(error?.code == .invalidState)
            #expect(error?.message.hasPrefix("FirstModule ") == true)
            #expect(error?.message.contains("hook has returned") == true)
            #expect(await hive.handlerCount(of: Ping()) == 0)
            #expect(await codeThrown { try hive.events.post(NamedEvent("late")) } == .unknownEventName)
        }
        kept.with { $0 = nil }
    }

    // C50
    @Test func contextsThatOutliveTheirHookStillResolveTriggerAndPost() async throws {
        let kept = Locked<[any HookContext & ServiceLookup]>([])
        let script = EventScript(
            setUp: { context in
                try context.services.register((any Greeter).self) { _ in Hello() }
                try context.events.subscribe(Ping.self) { _, context in kept.with { $0.append(context) } }
            },
            initialize: { context in kept.with { $0.append(context) } },
            ready: { context in kept.with { $0.append(context) } }
        )
        try await withHive(first: script) { hive in
            _ = try await hive.events.trigger(Ping())
            #expect(kept.current.count == 3)
            for context in kept.current {
                #expect(context.module == "FirstModule")
                _ = try context.service((any Greeter).self)
                _ = try await context.trigger(Pong())
                try context.post(Pong())
            }
        }
        kept.with { $0 = [] }
    }

    /// Keeps a context, and throws what holds the module.
    private final class Clinging: HiveModule {
        struct Refusal: Error { let module: Clinging }

        static let manifest = ModuleManifest()
        private let kept = Locked<ModuleContext?>(nil)

        init() {}
        func ready(_ context: ModuleContext) async throws { kept.with { $0 = context } }
        func tearDown(_ context: StopContext) async throws { throw Refusal(module: self) }
    }

    // C39, C50: what a stop has thrown is there for everybody who asks, and leaks nothing, whatever it holds.
    @Test func anErrorThatHoldsAModuleKeepsNothingOfAHiveThatIsLetGoOf() async throws {
        weak var module: Clinging?
        do {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(Clinging.self)
            try await hive.start()
            module = hive.modules.module(Clinging.self)
            #expect(module != nil)
            for _ in 0..<2 {
                let error = await #expect(throws: HiveError.self) { try await hive.stop() }
                #expect(error?.failures.map(\.module) == ["Clinging"])
            }
        }
        #expect(await becomesTrue { module == nil })
    }

    // C50, C58
    @Test func noContextOfAModuleThatIsGoneReachesTheHive() async throws {
        let kept = Locked<[any AnyContext]>([])
        @Sendable func keep(_ context: some AnyContext) { kept.with { $0.append(context) } }
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(KeepingModule.self) { KeepingModule { keep($0) } }
        try hive.register(first: EventScript(setUp: { try $0.events.subscribe(Pong.self) { _, _ in } }))
        try await hive.start()
        _ = try await hive.events.trigger(Ping())
        #expect(await becomesTrue { kept.current.contains { $0 is WorkContext } })
        try await hive.remove(KeepingModule.self)
        #expect(Set(kept.current.map { "\(type(of: $0))" }) == KeepingModule.contexts)
        for context in kept.current {
            let what = "\(type(of: context))"
            let posting = #expect(throws: HiveError.self, "\(what)") { try context.post(Pong()) }
            #expect(posting?.code == .stopped, "\(what)")
            #expect(posting?.message.hasPrefix("KeepingModule ") == true, "\(what)")
            #expect(context.module == "KeepingModule")
            guard let context = context as? any HookContext & ServiceLookup else { continue }
            #expect(await codeThrown { _ = try await context.trigger(Pong()) } == .stopped, "\(what)")
            #expect(await codeThrown { _ = try context.service((any Greeter).self) } == .stopped, "\(what)")
        }
        #expect(await hive.handlerCount(of: Pong()) == 1)
        try await hive.stop()
        kept.with { $0 = [] }
    }

    // C50, C2
    @Test func aModuleThatIsAddedAnewHasContextsOfItsOwn() async throws {
        let kept = Locked<[any AnyContext]>([])
        let add: @Sendable (Hive) async throws -> Void = { hive in
            try await hive.add(KeepingModule.self) { KeepingModule { context in kept.with { $0.append(context) } } }
        }
        let hive = try await Hive.running()
        try await add(hive)
        let old = kept.current
        try await hive.remove(KeepingModule.self)
        kept.with { $0 = [] }
        try await add(hive)
        for context in old { #expect(await codeThrown { try context.post(Pong()) } == .stopped) }
        for context in kept.current { try context.post(Pong()) }
        try await hive.stop()
        kept.with { $0 = [] }
    }

    // C50, C3
    @Test func noContextOfAModuleThatWasRolledBackReachesTheHive() async throws {
        let kept = Locked<[any AnyContext]>([])
        let hive = try await Hive.running()
        let code = await codeThrown {
            try await hive.add(FirstModule.self) {
                FirstModule(
                    EventScript(setUp: { context in
                        kept.with { $0.append(context) }
                        throw Mishap()
                    })
                )
            }
        }
        #expect(code == .startFailed)
        for context in kept.current { #expect(await codeThrown { try context.post(Pong()) } == .stopped) }
        try await hive.stop()
        kept.with { $0 = [] }
    }

    /// A module that hands every context it is given to somebody who keeps it.
    private final class KeepingModule: WorkingModule, FactoryModule {
        static let manifest = ModuleManifest(workMayEnd: true)
        static let contexts: Set<String> = [
            "SetupContext", "ModuleContext", "WorkContext", "StopContext",
        ]
        let keep: @Sendable (any AnyContext) -> Void

        init(_ keep: @escaping @Sendable (any AnyContext) -> Void) { self.keep = keep }

        func setUp(_ context: SetupContext) async throws {
            keep(context)
            try context.services.register((any Greeter).self) { _ in Hello() }
            let keep = keep
            try context.events.subscribe(Ping.self) { _, context in keep(context) }
            try context.events.subscribe(Ping.self) { _, context in
                await Task.yield()
                keep(context)
            }
        }
        func initialize(_ context: ModuleContext) async throws { keep(context) }
        func ready(_ context: ModuleContext) async throws { keep(context) }
        func run(_ context: WorkContext) async throws { keep(context) }
        func willStop(_ context: StopContext) async throws { keep(context) }
        func tearDown(_ context: StopContext) async throws {
            keep(context)
            // It is valid as long as its module is being torn down.
            _ = try await context.trigger(Pong())
        }
    }

    // C18
    @Test(arguments: ["setUp", "initialize", "ready"])
    func anyHookOfTheStartMayAskForAStop(hook: String) async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register(
            first: EventScript(
                setUp: { if hook == "setUp" { $0.requestStop() } },
                initialize: { if hook == "initialize" { $0.requestStop() } },
                ready: { if hook == "ready" { $0.requestStop() } }
            ),
            second: EventScript(ready: { _ in if hook != "ready" { Issue.record("The start was cancelled.") } })
        )
        #expect(await codeThrown { try await hive.start() } == .cancelled)
        #expect(hive.state == .stopped)
    }

    // C18
    @Test func hooksOfTheStopMayAskForOneAndKnowTheReason() async throws {
        let reasons = Journal()
        let hive = try await Hive.running(
            first: EventScript(
                willStop: { context in
                    context.requestStop(StopReason("again"))
                    reasons.write("\(context.reason)")
                },
                tearDown: { context in
                    context.requestStop()
                    reasons.write("\(context.reason)")
                }
            )
        )
        try await hive.stop(StopReason("enough"))
        #expect(reasons.entries == ["enough", "enough"])
    }

    private struct Options: Decodable, Sendable {
        let host: String
        var port: Int?
    }

    // C43
    @Test(
        arguments: [
            (["host": 1], "host: expected a string"), ([:], "host is missing"),
            (["host": "a", "prot": 1], "unknown key"),
        ] as [(ConfigurationValue, String)]
    )
    func optionsThatDoNotFitAreAnErrorThatSaysWhere(options: ConfigurationValue, problem: String) async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let script = EventScript(setUp: { _ = try $0.options(as: Options.self) })
        try hive.modules.register(FirstModule.self, options: options) { FirstModule(script) }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        let cause = try #require(error?.failures.first?.error as? HiveError)
        #expect(cause.code == .invalidValue)
        #expect(cause.message == "The options of FirstModule do not fit Options.")
        #expect(cause.problems.contains { "\($0)".contains(problem) })
    }

    // B17
    @Test func everyContextKnowsTheApplication() async throws {
        let seen = Journal()
        let context = HiveContext(
            name: "Shop",
            key: "key",
            environment: .test,
            arguments: ["--a=1"],
            values: ConfigurationValues(.arguments(["--a=1"]))
        )
        let hive = Hive(HiveOptions(context: context, clock: ManualClock()))
        let note: @Sendable (any AnyContext) throws -> Void = { context in
            let a = try context.application.values.requiredValue("a", as: Int.self)
            let key = context.application.key ?? ""
            let module = context.module ?? "none"
            let application = context.application
            let known = "\(application.name) \(key) \(application.environment) \(application.arguments)"
            seen.write("\(known) \(a) \(module)")
        }
        let script = EventScript(
            setUp: { context in
                let options = try context.options(as: Options.self)
                #expect(options.host == "h")
                try note(context)
            },
            initialize: { try note($0) },
            ready: { try note($0) },
            willStop: { try note($0) },
            tearDown: { try note($0) }
        )
        try hive.modules.register(FirstModule.self, options: ["host": "h"]) { FirstModule(script) }
        _ = hive.events.subscribe(Ping.self) { _, context in try note(context) }
        try await hive.start()
        _ = try await hive.events.trigger(Ping())
        try await hive.stop()
        let line = "Shop key test [\"--a=1\"] 1"
        let first = "FirstModule"
        let lines = [first, first, first, "none", first, first].map { "\(line) \($0)" }
        #expect(seen.entries == lines)
    }

    // B17
    @Test func anApplicationThatSaysNothingIsInDevelopment() {
        let context = HiveContext()
        #expect(context.environment == .development)
        #expect(context.environment == "development")
        #expect(context.arguments.isEmpty)
        #expect(context.key == nil)
    }
}

/// What every context can do.
private protocol AnyContext: Sendable {
    var module: String? { get }
    var application: HiveContext { get }
    func post<Event: HiveEvent>(_ event: Event) throws
}

extension SetupContext: AnyContext {}
extension ModuleContext: AnyContext {}
extension WorkContext: AnyContext {}
extension StopContext: AnyContext {}
