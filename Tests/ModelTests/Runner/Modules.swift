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

/// A module without work.
final class Plain<T: Tag, Provides: Flag>: FactoryModule {
    static var moduleName: String { Program.name(T.index) }
    static var provides: [any Any.Type] { Provides.isOn ? [Offer<T>.self] : [] }
    private let instance: Instance

    init(_ instance: Instance) { self.instance = instance }

    func setUp(_ context: SetupContext) async throws { try await instance.setUp(context, T.self) }
    func initialize(_ context: ModuleContext) async throws { try await instance.initialize(context) }
    func ready(_ context: ModuleContext) async throws { try await instance.perform(.ready, context) }
    func health(_ context: ModuleContext) async throws -> ModuleHealth { try await instance.health(context) }
    func willStop(_ context: StopContext) async throws { try await instance.perform(.willStop, context.moduleContext) }
    func tearDown(_ context: StopContext) async throws { try await instance.perform(.tearDown, context.moduleContext) }
}

/// A module with work.
final class Worker<T: Tag, Provides: Flag, Announces: Flag, MayEnd: Flag>: WorkingModule, FactoryModule {
    static var moduleName: String { Program.name(T.index) }
    static var provides: [any Any.Type] { Provides.isOn ? [Offer<T>.self] : [] }
    static var readiness: WorkReadiness { Announces.isOn ? .announced : .immediate }
    static var workMayEnd: Bool { MayEnd.isOn }
    private let instance: Instance

    init(_ instance: Instance) { self.instance = instance }

    func setUp(_ context: SetupContext) async throws { try await instance.setUp(context, T.self) }
    func initialize(_ context: ModuleContext) async throws { try await instance.initialize(context) }
    func ready(_ context: ModuleContext) async throws { try await instance.perform(.ready, context) }
    func run(_ context: WorkContext) async throws { try await instance.run(context) }
    func health(_ context: ModuleContext) async throws -> ModuleHealth { try await instance.health(context) }
    func willStop(_ context: StopContext) async throws { try await instance.perform(.willStop, context.moduleContext) }
    func tearDown(_ context: StopContext) async throws { try await instance.perform(.tearDown, context.moduleContext) }
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
            type: { $0.provides ? type(T.self, On.self, $0) : type(T.self, Off.self, $0) },
            make: { $0.provides ? make(T.self, On.self, $0, $1) : make(T.self, Off.self, $0, $1) },
            service: Offer<T>.self,
            lookUp: { "instance \(try $0.service(Offer<T>.self).number)" },
            evict: { "\(try $0.services.evict(Offer<T>.self))" },
            cached: { $0.services.cached(Offer<T>.self).map { "instance \($0.number)" } ?? "nothing" }
        )
    }

    private static func type<T: Tag, P: Flag>(_ tag: T.Type, _ flag: P.Type, _ part: Part) -> any HiveModule.Type {
        switch (part.work, part.workMayEnd) {
        case (.none, _): Plain<T, P>.self
        case (.announced, true): Worker<T, P, On, On>.self
        case (.announced, false): Worker<T, P, On, Off>.self
        case (_, true): Worker<T, P, Off, On>.self
        case (_, false): Worker<T, P, Off, Off>.self
        }
    }

    private static func make<T: Tag, P: Flag>(
        _ tag: T.Type,
        _ flag: P.Type,
        _ part: Part,
        _ instance: Instance
    ) -> any HiveModule {
        switch (part.work, part.workMayEnd) {
        case (.none, _): Plain<T, P>(instance)
        case (.announced, true): Worker<T, P, On, On>(instance)
        case (.announced, false): Worker<T, P, On, Off>(instance)
        case (_, true): Worker<T, P, Off, On>(instance)
        case (_, false): Worker<T, P, Off, Off>(instance)
        }
    }
}

extension World {
    func declaration(_ part: Part) -> ModuleDeclaration {
        let operations = TagOperations.all[part.index]
        var declaration = ModuleDeclaration(operations.type(part), at: .code())
        declaration.level = ModuleLevel(part.level)
        declaration.priority = part.priority
        declaration.initializesConcurrently = part.isConcurrent
        declaration.dependencies = part.needs.map { need in
            let service = TagOperations.all[need.target].service
            let dependency =
                need.isService
                ? ModuleDependency.service(service, optional: need.isOptional)
                : .named(Program.name(need.target), optional: need.isOptional)
            return (dependency: dependency, origin: .code())
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
