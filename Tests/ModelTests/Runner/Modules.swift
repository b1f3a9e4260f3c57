// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit

// The modules of programs: each tag makes another type.

protocol Tag: Sendable { static var index: Int { get } }
enum TagA: Tag { static let index = 0 }
enum TagB: Tag { static let index = 1 }
enum TagC: Tag { static let index = 2 }
enum TagD: Tag { static let index = 3 }
enum TagE: Tag { static let index = 4 }
enum TagF: Tag { static let index = 5 }
enum TagG: Tag { static let index = 6 }
enum TagH: Tag { static let index = 7 }
enum TagI: Tag { static let index = 8 }

protocol Flag: Sendable { static var isOn: Bool { get } }
enum On: Flag { static let isOn = true }
enum Off: Flag { static let isOn = false }

/// The service of a module.
final class Offer<T: Tag>: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

protocol ProgramModule: FactoryModule { init(_ instance: Instance) }

/// A module without work.
final class Plain<T: Tag, Provides: Flag, Takes: Flag>: ProgramModule {
    static var manifest: ModuleManifest {
        ModuleManifest(
            name: Program.name(T.index),
            provides: Provides.isOn ? [Offer<T>.self] : []
        )
    }
    fileprivate let instance: Instance

    init(_ instance: Instance) { self.instance = instance }

    func setUp(_ context: SetupContext) async throws { try await instance.setUp(context, T.self) }
    func initialize(_ context: ModuleContext) async throws { try await instance.initialize(context) }
    func ready(_ context: ModuleContext) async throws { try await instance.perform(.ready, context) }
    func health(_ context: ModuleContext) async throws -> ModuleHealth { try await instance.health(context) }
    func willStop(_ context: StopContext) async throws { try await instance.perform(.willStop, context) }
    func tearDown(_ context: StopContext) async throws { try await instance.perform(.tearDown, context) }
}

/// A module with work.
final class Worker<T: Tag, Provides: Flag, Takes: Flag, Announces: Flag, MayEnd: Flag>: WorkingModule, ProgramModule {
    static var manifest: ModuleManifest {
        ModuleManifest(
            name: Program.name(T.index),
            provides: Provides.isOn ? [Offer<T>.self] : [],
            work: Announces.isOn ? .announced : .immediate,
            workMayEnd: MayEnd.isOn
        )
    }
    fileprivate let instance: Instance

    init(_ instance: Instance) { self.instance = instance }

    func setUp(_ context: SetupContext) async throws { try await instance.setUp(context, T.self) }
    func initialize(_ context: ModuleContext) async throws { try await instance.initialize(context) }
    func ready(_ context: ModuleContext) async throws { try await instance.perform(.ready, context) }
    func run(_ context: WorkContext) async throws { try await instance.run(context) }
    func health(_ context: ModuleContext) async throws -> ModuleHealth { try await instance.health(context) }
    func willStop(_ context: StopContext) async throws { try await instance.perform(.willStop, context) }
    func tearDown(_ context: StopContext) async throws { try await instance.perform(.tearDown, context) }
}

extension Plain: ReconfigurableModule where Takes == On {
    func reconfigure(_ context: ModuleContext) async throws { try await instance.perform(.reconfigure, context) }
}

extension Worker: ReconfigurableModule where Takes == On {
    func reconfigure(_ context: ModuleContext) async throws { try await instance.perform(.reconfigure, context) }
}

/// What a program has to know of a tag, without knowing its type.
struct TagOperations: Sendable {
    let type: @Sendable (Part) -> any HiveModule.Type
    let make: @Sendable (Part, Instance) -> any HiveModule
    let service: any Any.Type
    let lookUp: @Sendable (any ServiceLookup) throws -> String
    let evict: @Sendable (Hive) throws -> String
    let cached: @Sendable (Hive) -> String

    static let all = [
        of(TagA.self), of(TagB.self), of(TagC.self), of(TagD.self), of(TagE.self), of(TagF.self), of(TagG.self),
        of(TagH.self), of(TagI.self),
    ]

    private static func of<T: Tag>(_ tag: T.Type) -> TagOperations {
        TagOperations(
            type: { part in kinds(T.self, part) { $0 } },
            make: { part, instance in kinds(T.self, part) { $0.init(instance) } },
            service: Offer<T>.self,
            lookUp: { "instance \(try $0.service(Offer<T>.self).number)" },
            evict: { "\(try $0.services.evict(Offer<T>.self))" },
            cached: { $0.services.cached(Offer<T>.self).map { "instance \($0.number)" } ?? "nothing" }
        )
    }

    /// Calls a closure with the type of a module.
    private static func kinds<T: Tag, Result>(
        _ tag: T.Type,
        _ part: Part,
        _ use: (any ProgramModule.Type) -> Result
    ) -> Result {
        func ofWork<P: Flag, R: Flag>(_ provides: P.Type, _ takes: R.Type) -> any ProgramModule.Type {
            switch (part.work, part.workMayEnd) {
            case (.none, _): Plain<T, P, R>.self
            case (.announced, true): Worker<T, P, R, On, On>.self
            case (.announced, false): Worker<T, P, R, On, Off>.self
            case (_, true): Worker<T, P, R, Off, On>.self
            case (_, false): Worker<T, P, R, Off, Off>.self
            }
        }
        return switch (part.provides, part.isReconfigurable) {
        case (true, true): use(ofWork(On.self, On.self))
        case (true, false): use(ofWork(On.self, Off.self))
        case (false, true): use(ofWork(Off.self, On.self))
        case (false, false): use(ofWork(Off.self, Off.self))
        }
    }
}

extension Part.Policy {
    fileprivate var policy: FailurePolicy {
        switch self {
        case .stop: .stop
        case .leaveOut: .leaveOut
        case .restart(let limit, let keepsReady):
            .restart(limit: limit, within: limit == nil ? nil : .seconds(10), keepsReady: keepsReady)
        }
    }
}

extension World {
    /// What code says of a module.
    func declaration(_ part: Part) -> ModuleDeclaration { declaration(part, at: .code()) }

    /// What a property list says.
    func composition(_ entries: [Entry]) -> Composition {
        var modules: [ModuleDeclaration] = []
        for (place, entry) in entries.enumerated() {
            guard var part = part(entry.index) else { continue }
            if let level = entry.level { part.level = level }
            if let needs = entry.needs { part.needs = needs }
            let origin = Origin.propertyList("modules.plist", ConfigurationKeyPath([.index(place)]), line: place + 1)
            var declaration = declaration(part, at: origin)
            declaration.options = ["number": .integer(entry.number)]
            modules.append(declaration)
        }
        return Composition(modules: modules, services: [])
    }

    private func declaration(_ part: Part, at origin: Origin) -> ModuleDeclaration {
        let operations = TagOperations.all[part.index]
        var declaration = ModuleDeclaration(operations.type(part), at: origin)
        declaration.level = ModuleLevel(integerLiteral: part.level)
        declaration.priority = part.priority
        declaration.initializesConcurrently = part.isConcurrent
        declaration.onFailure = part.policy.policy
        declaration.needs = part.needs.map { need in
            let service = TagOperations.all[need.target].service
            let dependency =
                need.isService
                ? ModuleDependency.service(service, optional: need.isOptional)
                : .named(Program.name(need.target), optional: need.isOptional)
            return (dependency: dependency, origin: origin)
        }
        declaration.factory = { [weak self] in
            guard let self else { throw CancellationError() }
            let instance = begin(part)
            try await instance.perform(.creation, nil)
            return operations.make(part, instance)
        }
        return declaration
    }
}
