// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// A type of service, and who registers one of it.
struct ServiceKind {
    /// The type with its Swift module, as `config` spells it.
    let qualified: String
    /// The type without its Swift module.
    let short: String
    /// Entries of property lists, and records.
    var listed: [ServiceDeclaration] = []
    var registered: [ServiceDescription] = []

    /// What the service may be called, with a name that it has in property lists as well.
    var spellings: [String] {
        let names = (listed.map(\.name) + registered.map(\.name)).compactMap(\.self)
        return [qualified, short].flatMap { type in [type] + names.map { "\(type) \($0.quoted)" } }
    }

    /// What the types are called that Hive makes where the service is looked up, with their Swift modules and without.
    var implementations: [String] {
        listed.map(\.implementation.type).flatMap { [Hive.qualifiedName(ofService: $0), "\($0)"] }
    }

    /// By the name of an implementation, too: who has the class in mind asks for that.
    func isCalled(_ asked: String) -> Bool { spellings.contains(asked) || implementations.contains(asked) }

    /// Every type of service that somebody declares, provides or needs, each once, in that order.
    static func all(_ modules: [ModuleDescriptor], of hive: Hive) -> [ServiceKind] {
        func kind(_ type: any Any.Type, _ listed: [ServiceDeclaration] = []) -> ServiceKind {
            let (qualified, short) = (Hive.qualifiedName(ofService: type), Hive.serviceName(of: type))
            return ServiceKind(qualified: qualified, short: short, listed: listed)
        }
        let listed = hive.listedServices.map { kind($0.type, [$0]) }
        let registered = hive.services.descriptions.map { service in
            let short = service.type.parts(at: ".").last ?? service.type
            return ServiceKind(qualified: service.type, short: short, registered: [service])
        }
        let stated = modules.flatMap(\.provides) + modules.flatMap(\.needs).compactMap(\.dependency.serviceType)
        return (listed + registered + stated.map { kind($0) }).grouped(by: \.qualified).map { _, same in
            var kind = same[0]
            (kind.listed, kind.registered) = (same.flatMap(\.listed), same.flatMap(\.registered))
            return kind
        }
    }
}

extension Account {
    /// Who declares a type of service, who provides it and who needs it, as far as that is known before modules are set
    /// up.
    init(of kind: ServiceKind, _ modules: [ModuleDescriptor], _ stated: [FoundSetting]) {
        func isMeant(_ type: any Any.Type) -> Bool { Hive.qualifiedName(ofService: type) == kind.qualified }
        // Entries of property lists, records, and registrations on the hive; of the places the one that wins first.
        let declared: [Line] =
            kind.listed.map { service in
                let entry = ConfigurationValue.object([
                    "name": service.name.map { .string($0) },
                    "implementation": .string("\(service.implementation)"),
                    "scope": service.scope.map { .string($0.rawValue) },
                    "ranking": service.ranking.map { .integer($0) },
                    "module": service.module.map { .string($0) },
                    "origins": ([service.origin] + service.overridden).entry,
                ])
                let owner = service.module.map { "of \($0)" } ?? "of the hive"
                let what = [
                    service.name?.quoted, "\(service.implementation)", service.scope.map { "\($0)" },
                    service.ranking.map { "ranking \($0)" }, owner,
                ].compactMap(\.self).joined(separator: ", ")
                let hidden = service.overridden.isEmpty ? "" : ", hides \(service.overridden.list)"
                return (entry, "\(what) [\(service.origin)]\(hidden)")
            } + kind.registered.map { (.object($0.entries), "\($0) [\($0.origins.list)]") }
        let providing = modules.filter { $0.provides.contains(where: isMeant) }.map { $0.line(at: $0.origins[0]) }
        let needing = modules.flatMap { module in
            module.needs.filter { $0.dependency.serviceType.map(isMeant) ?? false }.map { dependency, origin in
                module.line(at: origin, dependency.isOptional ? " (optional)" : "")
            }
        }
        let spellings = Set(kind.spellings)
        let own = stated.filter { $0.isOfService && spellings.contains($0.subjectName ?? "") }
        entry = [
            "type": .string(kind.qualified),
            "declarations": .array(declared.map(\.entry)),
            "providers": .array(providing.map(\.entry)),
            "dependents": .array(needing.map(\.entry)),
            "values": .array(own.map(\.entry)),
        ]

        var lines = LabelledLines()
        lines.add("declared", declared.map(\.text))
        lines.add("provided by", providing.map(\.text))
        lines.add("needed by", needing.map(\.text))
        lines.add("stated", own.map { "\($0.subjectName ?? ""): \($0.statement)" })
        lines.add("not known", "what modules register in setUp, which the command services runs")
        text = lines.text("service \(kind.qualified)")
    }
}

extension ModuleDescriptor {
    /// The module as one that says that it provides a service, or that it depends on one.
    fileprivate func line(at origin: Origin, _ note: String = "") -> Account.Line {
        let state = isEnabled ? "" : ", which is \(participation)"
        return (
            ["name": .string(name), "enabled": .boolean(isEnabled), "origin": origin.entry],
            "\(name)\(state)\(note) [\(origin)]"
        )
    }
}
