// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Modules that register, replace and decorate the same two services come and go in a random order, by `add`, `remove`
/// and reloads, well and with failures; a model says what is found after each step.
@Suite(.timeLimit(.minutes(5)))
struct ServiceComingAndGoingTests {
    private enum Mark: String, CaseIterable, Comparable {
        case a, b, c, d

        static func < (left: Mark, right: Mark) -> Bool { left.rawValue < right.rawValue }

        /// Whether the module comes and goes by reloads, and not by `add` and `remove`.
        var isListed: Bool { self < .c }

        var type: any HiveModule.Type {
            switch self {
            case .a: ScriptModule<First>.self
            case .b: ScriptModule<Second>.self
            case .c: ScriptModule<Third>.self
            case .d: ScriptModule<Fourth>.self
            }
        }
    }

    /// What a module does with one service in its `setUp`.
    private struct Action {
        enum Registering: CaseIterable { case none, plain, replacing }

        var registering = Registering.none
        var isDecorating = false

        init(_ generator: inout SeedGenerator) {
            registering = Registering.allCases.randomElement(using: &generator) ?? .none
            isDecorating = Bool.random(using: &generator)
        }
    }

    /// What a module does when it comes.
    private struct Script {
        /// By the services' names.
        var actions: [String: Action] = [:]
        var failsInSetUp = false
        var failsInInitialize = false

        init(_ generator: inout SeedGenerator) {
            for name in names { actions[name] = Action(&generator) }
            failsInSetUp = Int.random(in: 0..<6, using: &generator) == 0
            failsInInitialize = Int.random(in: 0..<6, using: &generator) == 0
        }
    }

    /// A module that is there, in the model.
    private struct Member {
        let mark: Mark
        let script: Script
        /// Which of the module's instances it is.
        var life: Int
    }

    /// Where instances come from, in the model; nil stands for the hive, and -1 for a property list.
    private struct Maker: Hashable {
        let mark: Mark?
        let life: Int
        let service: String
    }

    private struct Listed: ServiceImplementation, Greeter {
        let name = "list"
        init(_ services: ServiceResolver) throws {}
    }

    private struct Layer: Greeter {
        let mark: String
        let inner: any Greeter

        var name: String { "\(mark)(\(inner.name))" }
    }

    /// Registered by the hive, and by nobody.
    private static let names = ["owned", "free"]

    private final class World: Sendable {
        let scripts = Locked<[Mark: Script]>([:])
        let lives = Locked<[Mark: Int]>([:])
        let numbers = Locked(0)
        let closed = Locked<[String]>()

        /// Makes the module for the next of its lives.
        func module<Tag>(_ mark: Mark, _: Tag.Type) -> ScriptModule<Tag> {
            let script = scripts.current[mark]
            let life = lives.with { lives in
                lives[mark, default: 0] += 1
                return lives[mark] ?? 0
            }
            return ScriptModule<Tag>(
                setUp: { [self] context in
                    for name in ServiceComingAndGoingTests.names {
                        guard let action = script?.actions[name] else { continue }
                        if action.registering != .none {
                            try register(context.services, "\(mark)\(life)", name, action.registering == .replacing)
                        }
                        guard action.isDecorating else { continue }
                        try context.services.decorate((any Greeter).self, name: name) { inner, _ in
                            Layer(mark: "\(mark)\(life)", inner: inner)
                        }
                    }
                    if script?.failsInSetUp == true { throw Broken() }
                },
                initialize: { _ in
                    if script?.failsInInitialize == true { throw Broken() }
                }
            )
        }

        func register(_ services: some ServiceRegistering, _ who: String, _ name: String, _ replacing: Bool) throws {
            let shutdown: @Sendable (any Greeter) async throws -> Void = { [closed] in closed.add($0.name) }
            try services.register((any Greeter).self, name: name, replacing: replacing, shutdown: shutdown) {
                [numbers] _ in
                Person("\(who)#\(numbers.next())")
            }
        }
    }

    /// The model: who is there, in the order in which they run; what counts is what would count if they had started so.
    private struct Model {
        var members: [Member] = []
        /// Whether a property list names the free service.
        var isListed = false

        /// Who makes a service, or nil when nobody registers it; throws when somebody at or after `first` is refused.
        func maker(of service: String, checkedFrom first: Int = .max) throws -> Maker? {
            var top: Maker? = service == "owned" ? Maker(mark: nil, life: 0, service: service) : nil
            let list = Maker(mark: nil, life: -1, service: service)
            if isListed, service == "free" { top = list }
            var isInCode = service == "owned"
            for (index, member) in members.enumerated() {
                let own = Maker(mark: member.mark, life: member.life, service: service)
                switch member.script.actions[service]?.registering {
                case .plain where isInCode:
                    if index >= first { throw Broken(number: index) }
                case .plain where top == list:
                    isInCode = true
                case .plain, .replacing:
                    isInCode = true
                    top = own
                case nil, Action.Registering.none?: break
                }
            }
            return top
        }

        func layers(of service: String) -> [String] {
            members.filter { $0.script.actions[service]?.isDecorating == true }.map { "\($0.mark)\($0.life)" }
        }

        func isInCode(_ service: String, except leaving: Set<Mark> = []) -> Bool {
            service == "owned"
                || members.contains {
                    !leaving.contains($0.mark) && $0.script.actions[service]?.registering != Action.Registering.none
                }
        }

        /// Those of a few that decorate what nobody registers any more.
        func lost(of marks: Set<Mark>) throws -> Set<Mark> {
            if try maker(of: "free") != nil { return [] }
            var lost: Set<Mark> = []
            for member in members where marks.contains(member.mark) {
                if member.script.actions["free"]?.isDecorating == true { lost.insert(member.mark) }
            }
            return lost
        }

        /// Whether those who came last, from `first` on, all come well.
        func isWell(from first: Int) -> Bool {
            let coming = members.dropFirst(first)
            for service in names {
                let decorates = coming.contains { $0.script.actions[service]?.isDecorating == true }
                do {
                    let maker = try maker(of: service, checkedFrom: first)
                    if decorates, maker == nil { return false }
                } catch {
                    return false
                }
            }
            return !coming.contains { $0.script.failsInSetUp || $0.script.failsInInitialize }
        }
    }

    private static func composition(listing marks: Set<Mark>, isListed: Bool) -> Composition {
        func origin(_ line: Int) -> Origin { .propertyList("modules.plist", nil, line: line) }
        let modules = Mark.allCases.filter(\.isListed).enumerated().map { line, mark in
            var declaration = ModuleDeclaration(mark.type, at: origin(line))
            declaration.isEnabled = marks.contains(mark)
            return declaration
        }
        let type = (any Greeter).self
        var service = ServiceDeclaration(type, implementation: Listed.self, at: origin(9))
        service.name = "free"
        return Composition(modules: modules, services: isListed ? [service] : [])
    }

    // C15, C16, C17, C28, C58
    @Test(arguments: 0..<150 as Range<UInt64>) func onlyWhatAModuleBroughtGoesWithIt(seed: UInt64) async throws {
        var generator = SeedGenerator(seed: seed)
        let world = World()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try world.register(hive.services, "hive", "owned", false)
        try hive.modules.register(ScriptModule<First>.self) { world.module(.a, First.self) }
        try hive.modules.register(ScriptModule<Second>.self) { world.module(.b, Second.self) }
        let first = Self.composition(listing: [], isListed: false)
        try hive.modules.register(first.modules, services: first.services)
        try await hive.start()
        var model = Model()
        var made: [Maker: String] = [:]
        var story: [String] = []

        func life(_ mark: Mark) -> Int { world.lives.current[mark] ?? 0 }
        func look(_ note: String) throws {
            story.append(note)
            for service in Self.names {
                let found = try? hive.services.service((any Greeter).self, name: service)
                guard let maker = try model.maker(of: service) else {
                    #expect(found == nil, "\(service) is \(found?.name ?? ""): \(story)")
                    continue
                }
                var inner = found
                while let layer = inner as? Layer { inner = layer.inner }
                let who = maker.mark.map { "\($0)\(maker.life)" } ?? (maker.life < 0 ? "list" : "hive")
                let known = made[maker] ?? inner?.name ?? "nothing"
                made[maker] = known
                #expect(known.hasPrefix(who), "\(service) is \(known), of \(who): \(story)")
                let expected = model.layers(of: service).reduce(known) { "\($1)(\($0))" }
                #expect(found?.name == expected, "\(service): \(story)")
            }
        }
        try look("start")

        for _ in 0..<12 {
            let mark = try #require(Mark.allCases.randomElement(using: &generator))
            let isThere = model.members.contains { $0.mark == mark }
            if !mark.isListed, isThere {
                try await hive.remove(mark.type)
                model.members.removeAll { $0.mark == mark }
                story.append("remove \(mark)")
            } else if !mark.isListed {
                let script = Script(&generator)
                world.scripts.with { $0[mark] = script }
                var next = model
                next.members.append(Member(mark: mark, script: script, life: life(mark) + 1))
                let isWell = next.isWell(from: model.members.count)
                story.append("add \(mark) \(script) \(isWell)")
                do {
                    if mark == .c {
                        try await hive.add(ScriptModule<Third>.self) { world.module(.c, Third.self) }
                    } else {
                        try await hive.add(ScriptModule<Fourth>.self) { world.module(.d, Fourth.self) }
                    }
                    #expect(isWell, "\(story)")
                    model = next
                } catch {
                    #expect(!isWell, "\(error) \(story)")
                }
            } else {
                let marks = Set(Mark.allCases.filter { $0.isListed && Bool.random(using: &generator) })
                let isListed = Bool.random(using: &generator)
                var next = model
                let leaving = Set(model.members.map(\.mark).filter { $0.isListed && !marks.contains($0) })
                if !model.isInCode("free", except: leaving) { next.isListed = isListed }
                next.members.removeAll { leaving.contains($0.mark) }
                let staying = next.members.count
                for mark in marks.sorted() where !model.members.contains(where: { $0.mark == mark }) {
                    let script = Script(&generator)
                    world.scripts.with { $0[mark] = script }
                    next.members.append(Member(mark: mark, script: script, life: life(mark) + 1))
                }
                let isWell = next.isWell(from: staying)
                story.append("reload \(marks) \(isListed) \(next.members.dropFirst(staying).map(\.script)) \(isWell)")
                do {
                    let composition = Self.composition(listing: marks, isListed: isListed)
                    try await hive.reload(composition, reporting: [])
                    #expect(isWell, "\(story)")
                    model = next
                } catch let error as HiveError where error.code == .invalidConfiguration {
                    // Somebody who stays decorates what the list no longer names.
                    #expect(!model.layers(of: "free").isEmpty && model.isListed && !isListed, "\(error) \(story)")
                } catch let error as HiveError {
                    #expect(!isWell, "\(error) \(story)")
                    // One that decorates what has gone since it came cannot come back.
                    let lost = try model.lost(of: leaving)
                    let end = lost.isEmpty ? "Everything is as it was before." : "Not restored: "
                    #expect(error.message.contains(end), "\(error) \(story)")
                    model.members.removeAll { lost.contains($0.mark) }
                    // Those that had left are back, as new instances in their old places.
                    for index in model.members.indices where leaving.contains(model.members[index].mark) {
                        model.members[index].life = life(model.members[index].mark)
                    }
                }
            }
            if Bool.random(using: &generator) { try look("look") }
            #expect(hive.modules.running == model.members.map { $0.mark.type.moduleName }, "\(story)")
        }
        try look("end")
        try await hive.stop()
        // Each instance that was made is shut down once (C28).
        let closed = world.closed.current.compactMap { $0.split(separator: "#").last.flatMap { Int($0) } }
        #expect(closed.sorted() == Array(1..<world.numbers.current + 1), "\(story)")
    }
}
