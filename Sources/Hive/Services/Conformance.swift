// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Whether an implementation can be looked up under a type, found out without an instance.
///
/// - Returns: nil where that cannot be seen, because the runtime does not know the protocol by name: private protocols,
///   and constrained ones such as `any Store<Int>`.
package func conformance(of implementation: any Any.Type, to service: any Any.Type) -> Bool? {
    func isSubtype<Service>(_: Service.Type) -> Bool { implementation is Service.Type }
    func isInstance<Metatype>(_: Metatype.Type) -> Bool { implementation is Metatype }
    guard let mangled = _mangledTypeName(service) else { return nil }
    guard isExistential(mangled) else { return _openExistential(service, do: isSubtype) }
    guard let metatype = _typeByName(mangled + "Xp") else { return nil }
    return _openExistential(metatype, do: isInstance)
}

/// Whether a type is that of a protocol's existentials.
package func isProtocol(_ type: any Any.Type) -> Bool { _mangledTypeName(type).map(isExistential) ?? false }

private func isExistential(_ mangled: String) -> Bool {
    ["p", "Xl", "Xc", "XP"].contains { mangled.ends(with: $0) } && !mangled.ends(with: "Xp")
}
