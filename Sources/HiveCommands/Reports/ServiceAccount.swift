// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Who declares a type of service, who provides it and who needs it, as far as that is known before modules are set up.
struct ServiceAccount: Encodable, Sendable {
    /// A type of service, and the names under which property lists have it.
    struct Kind {
        /// The type with its Swift module, as `config` spells it.
        let qualified: String
        /// The type without its Swift module.
        let short: String
        var names: [String] = []

        init(_ type: any Any.Type) {
            self.init(Hive.qualifiedName(ofService: type), Hive.serviceName(of: type))
        }

        init(_ qualified: String, _ short: String) {
            self.qualified = qualified
            self.short = short
        }

        /// What the service may be called, with a name that it has in property lists as well.
        var spellings: [String] {
            [qualified, short].flatMap { type in [type] + names.map { "\(type) \($0.quoted)" } }
        }

        func isCalled(_ asked: String) -> Bool { spellings.contains(asked) }
    }

    /// An entry of a property list, a record, or a registration on the hive.
    struct Declaration: Encodable, Sendable {
        let name: String?
        let implementation: String?
        let scope: String?
        let ranking: Int?
        let module: String?
        /// The places that declare it, the one that wins first.
        let origins: [PlaceEntry]
    }

    /// A module that says that it provides the service, or that depends on it.
    struct Module: Encodable, Sendable {
        let name: String
        let enabled: Bool
        let origin: PlaceEntry
    }

    let type: String
    let declarations: [Declaration]
    let providers: [Module]
    let dependents: [Module]
    let values: [ConfigReport.Setting]
    @Unencoded var text: String

    init(_ kind: Kind, _ modules: [ModuleDescriptor], _ stated: [FoundSetting], of hive: Hive) {
        type = kind.qualified
        func isMeant(_ type: any Any.Type) -> Bool { Hive.qualifiedName(ofService: type) == kind.qualified }
        let listed = hive.listedServices.filter { isMeant($0.type) }
        let registered = hive.services.descriptions.filter { $0.type == kind.qualified }
        declarations =
            listed.map { service in
                Declaration(
                    name: service.name,
                    implementation: "\(service.implementation)",
                    scope: service.scope?.rawValue,
                    ranking: service.ranking,
                    module: service.module,
                    origins: ([service.origin] + service.overridden).map { PlaceEntry($0) }
                )
            }
            + registered.map { service in
                Declaration(
                    name: service.name,
                    implementation: nil,
                    scope: service.scope.rawValue,
                    ranking: service.ranking,
                    module: service.module,
                    origins: service.origins.map { PlaceEntry($0) }
                )
            }
        let providing = modules.filter { module in module.provides.contains(where: isMeant) }
        providers = providing.map { Module(name: $0.name, enabled: $0.isEnabled, origin: PlaceEntry($0.origins[0])) }
        let needing = modules.flatMap { module in
            module.dependencies.filter { $0.dependency.serviceType.map(isMeant) ?? false }.map {
                (module: module, dependency: $0.dependency, origin: $0.origin)
            }
        }
        dependents = needing.map {
            Module(name: $0.module.name, enabled: $0.module.isEnabled, origin: PlaceEntry($0.origin))
        }
        let spellings = Set(kind.spellings)
        let own = stated.filter { $0.isOfService && spellings.contains($0.subjectName ?? "") }
        values = own.map { ConfigReport.Setting($0) }

        var lines = LabelledLines()
        lines.add(
            "declared",
            listed.map { service in
                let owner = service.module.map { "of \($0)" } ?? "of the hive"
                let what = [
                    service.name?.quoted, "\(service.implementation)", service.scope.map { "\($0)" },
                    service.ranking.map { "ranking \($0)" }, owner,
                ].compactMap(\.self).joined(separator: ", ")
                let hidden = service.overridden.isEmpty ? "" : ", hides \(service.overridden.list)"
                return "\(what) [\(service.origin)]\(hidden)"
            } + registered.map { "\($0) [\($0.origins.list)]" }
        )
        lines.add("provided by", providing.map { "\($0.name)\($0.stateText) [\($0.origins[0])]" })
        lines.add(
            "needed by",
            needing.map { module, dependency, origin in
                "\(module.name)\(module.stateText)\(dependency.isOptional ? " (optional)" : "") [\(origin)]"
            }
        )
        lines.add("stated", own.map { "\($0.subjectName ?? ""): \($0.statement)" })
        lines.add("not known", "what modules register in setUp, which the command services runs")
        text = lines.text("service \(kind.qualified)")
    }

    /// Every type of service that somebody declares, provides or needs, each once, in that order.
    static func types(_ modules: [ModuleDescriptor], of hive: Hive) -> [Kind] {
        var kinds: [Kind] = []
        var places: [String: Int] = [:]
        func add(_ kind: Kind, _ name: String? = nil) {
            let place = places[kind.qualified] ?? kinds.count
            if place == kinds.count { kinds.append(kind) }
            places[kind.qualified] = place
            if let name { kinds[place].names.append(name) }
        }
        for service in hive.listedServices { add(Kind(service.type), service.name) }
        for service in hive.services.descriptions {
            let short = service.type.parts(at: ".").last
            add(Kind(service.type, short ?? service.type), service.name)
        }
        for module in modules { for type in module.provides { add(Kind(type)) } }
        for module in modules {
            for (dependency, _) in module.dependencies {
                if let type = dependency.serviceType { add(Kind(type)) }
            }
        }
        return kinds
    }
}

extension ModuleDescriptor {
    /// A note on a module that takes no part.
    fileprivate var stateText: String { isEnabled ? "" : ", which is \(participation)" }
}
