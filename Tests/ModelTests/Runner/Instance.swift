// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization

/// An instance of a module of a program: does what the program says, and notes what happens.
final class Instance: Sendable {
    let part: Part
    let number: Int
    let label: String
    private weak let world: World?
    private let wake = Latch()
    private let asked = Latch()
    private let end = TestMutex<WorkEnd?>(nil)

    init(_ part: Part, _ number: Int, _ world: World) {
        self.part = part
        self.number = number
        label = "\(part.name)\(number)"
        self.world = world
    }

    private func note(_ text: String) { world?.note("\(label).\(text)") }

    // MARK: Hooks

    func setUp<T: Tag>(_ context: SetupContext, _ tag: T.Type) async throws {
        note("setUp (\(context.state), \(context.readiness.isReady ? "ready" : "not ready"))")
        if part.registersService {
            let close: @Sendable (Offer<T>) async throws -> Void = { [weak world, label] in
                world?.note("\(label) shuts \($0.number) down")
            }
            try context.services.register(Offer<T>.self, shutdown: close) { [weak world, label] _ in
                let number = world?.nextService() ?? 0
                world?.note("\(label) makes \(number)")
                return Offer<T>(number)
            }
        }
        if part.isSubscriber {
            try context.events.subscribe(Ping.self) { [self] event, context async throws in
                try await hear(event, context)
            }
            try context.events.subscribe(Pong.self) { [self] event, _ in
                world?.note("\(label) hears pong \(event.number)")
                return part.name
            }
        }
        let isHung = part.actions[.setUp]?.contains(.hang) == true
        defer { if !isHung { note("setUp over") } }
        for action in part.actions[.setUp] ?? [] {
            switch action {
            case .post(let number): await answer(.setUp, action) { try context.post(Ping(number: number)) }
            case .withhold: context.withholdReadiness(because: "busy")
            case .restore: context.restoreReadiness()
            case .requestStop: await answer(.setUp, action) { context.requestStop() }
            default: try await perform(.setUp, action, nil)
            }
        }
    }

    func initialize(_ context: ModuleContext) async throws {
        world?.keep(context, of: part.index)
        try await perform(.initialize, context)
    }

    private func noteOptions(_ context: (any HookContext)?) {
        let options = try? context?.options(as: [String: Int].self)
        let number = options?["number"].map { "number \($0)" } ?? "no options"
        world?.note("\(label) has \(number)")
    }

    func health(_ context: ModuleContext) async throws -> ModuleHealth {
        try await perform(.health, context)
        return part.actions[.health]?.contains(.beDegraded) == true ? .degraded(because: "busy") : .healthy
    }

    func perform(_ place: Place, _ context: (any HookContext & ServiceLookup)?) async throws {
        let state = context?.state ?? world?.hive?.state ?? .failed
        let isReady = context?.readiness.isReady ?? world?.hive?.readiness.isReady ?? false
        note("\(place.rawValue) (\(state), \(isReady ? "ready" : "not ready"))")
        if place == .initialize || place == .reconfigure { noteOptions(context) }
        let isHung = part.actions[place]?.contains(.hang) == true
        defer { if !isHung { note("\(place.rawValue) over") } }
        for action in part.actions[place] ?? [] { try await perform(place, action, context) }
    }

    private func perform(
        _ place: Place,
        _ action: Action,
        _ context: (any HookContext & ServiceLookup)?
    ) async throws {
        guard let world, let hive = world.hive else { return }
        switch action {
        case .throwError: throw Broken()
        case .throwErrorIn(let numbers): if numbers.contains(number) { throw Broken() }
        case .hang: try await hang(place)
        case .ignoreCancellation:
            // Before anybody is told that it hangs, and may let go of it.
            let held = world.hold()
            try? await hang(place) { await held.waitIgnoringCancellation() }
            note("\(place.rawValue) returns late")
        case .post(let number): await answer(place, action) { try context?.post(Ping(number: number)) }
        case .trigger(let number):
            note(
                "\(place.rawValue) \(action.text) -> "
                    + (await Answer.of {
                        guard let context else { return "no context" }
                        return Answer.text(try await context.trigger(Ping(number: number)))
                    })
            )
        case .lookUp(let index):
            let text = await Answer.of {
                guard let context else { return "no context" }
                return try TagOperations.all[index].lookUp(context)
            }
            note("\(place.rawValue) \(action.text) -> \(text)")
        case .withhold: context?.withholdReadiness(because: "busy")
        case .restore: context?.restoreReadiness()
        case .stop: await answer(place, action) { try await hive.stop() }
        case .requestStop: await answer(place, action) { context?.requestStop() }
        case .cancelTask: await answer(place, action) { world.cancelOperation() }
        case .startAgain: await answer(place, action) { try await hive.start() }
        case .add(let index):
            guard let part = world.program.modules.first(where: { $0.index == index }) else {
                return note("\(place.rawValue) \(action.text) -> no such module")
            }
            await answer(place, action) { try await hive.add(world.declaration(part)) }
        case .remove(let index):
            guard let part = world.program.modules.first(where: { $0.index == index }) else {
                return note("\(place.rawValue) \(action.text) -> no such module")
            }
            await answer(place, action) { try await hive.remove(TagOperations.all[index].type(part), false) }
        case .reload(let entries):
            let text = await Answer.of {
                Answer.text(try await hive.reload(world.composition(entries), reporting: []))
            }
            note("\(place.rawValue) \(action.text) -> \(text)")
        case .beDegraded: break
        }
    }

    private func answer(_ place: Place, _ action: Action, _ call: () async throws -> Void) async {
        let text = await Answer.of {
            try await call()
            return "done"
        }
        note("\(place.rawValue) \(action.text) -> \(text)")
    }

    private func hang(
        _ place: Place,
        _ wait: @Sendable () async throws -> Void = { try await Latch().wait() }
    ) async throws {
        note("\(place.rawValue) hangs")
        try await withTaskCancellationHandler {
            try await wait()
        } onCancel: {
            note("\(place.rawValue) is cancelled")
        }
    }

    // MARK: Events

    private func hear(_ event: Ping, _ context: ModuleContext) async throws -> String {
        world?.note("\(label) hears \(event.number)")
        for action in part.actions[.handler] ?? [] {
            switch action {
            case .throwError: throw Broken()
            case .trigger(let number):
                let outcome = try await context.trigger(Pong(number: number))
                world?.note("\(label) has pong \(number) -> \(outcome.replies)")
            default: break
            }
        }
        return part.name
    }

    // MARK: Work

    /// Whether the work was let end by itself.
    var isEnding: Bool { [.returns, .throwsError].contains(end.withLock { $0 }) }

    /// Lets the work end by itself; it may take notice of the first wish only after the second one.
    func endWork(_ end: WorkEnd) {
        self.end.withLock { if ![.returns, .throwsError].contains($0) { $0 = end } }
        wake.open()
    }

    func run(_ context: WorkContext) async throws {
        switch part.work {
        case .none: break
        case .silent:
            note("work")
            do {
                try await goOn()
            } catch is CancellationError {
                note("work is cancelled")
                note("work ends")
                if part.actions[.drain]?.first == .throwError { throw Broken() }
                throw CancellationError()
            }
        case .draining, .announced:
            try await withDrainHandler {
                note("work")
                switch part.actions[.work]?.first {
                case .throwError: throw Broken()
                case .throwErrorIn(let numbers): if numbers.contains(number) { throw Broken() }
                default: break
                }
                if part.work == .announced {
                    let goesOn = await context.announceReady()
                    note(goesOn ? "work accepts" : "work accepts nothing")
                }
                try await goOn()
            } onDrain: {
                self.note("work is asked")
                self.asked.open()
                self.wake.open()
            }
        }
    }

    private func goOn() async throws {
        try await wake.wait()
        if !asked.isOpen {
            switch end.withLock({ $0 }) {
            case nil: break
            case .returns: return note("work ends")
            case .throwsError:
                note("work ends")
                throw Broken()
            case .stopsHive:
                try await world?.hive?.stop()
                note("work stop() -> done")
                try await asked.wait()
            }
        }
        switch part.actions[.drain]?.first {
        case .throwError:
            note("work ends")
            throw Broken()
        case .hang:
            note("work hangs")
            do {
                try await Latch().wait()
            } catch {
                note("work is cut short")
                throw error
            }
        default: note("work ends")
        }
    }
}

extension Answer {
    static func text(_ report: ReloadReport?) -> String {
        guard let report else { return "asked" }
        let changes = report.changes.map { "\($0.subject) \($0.what)\($0.deferral == nil ? "" : " later")" }
        return "changes \(changes.sorted()), failures \(texts(report.failures))"
    }

    static func text(_ outcome: EventOutcome<String>) -> String {
        "answers \(outcome.answers.map { $0.module ?? "hive" }), failures \(outcome.failures.map { $0.module ?? "hive" })"
    }
}

extension Hive {
    func remove(_ type: any HiveModule.Type, _ withDependents: Bool) async throws {
        func remove<Module: HiveModule>(_ type: Module.Type) async throws {
            try await self.remove(type, removesDependents: withDependents)
        }
        try await remove(type)
    }
}
