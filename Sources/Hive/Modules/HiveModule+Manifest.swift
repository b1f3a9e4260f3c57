// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What follows from a module's type and its manifest.

extension HiveModule {
    /// The name that logs, errors and property lists use: that of the manifest, or the type's.
    ///
    /// A constant that a type states under this name counts for nothing: ``ModuleManifest/name`` does.
    ///
    /// It reads the manifest, so a manifest that reads it, or that of a module whose manifest reads this one's, waits
    /// for itself for ever. A need of a module is ``ModuleDependency/module(_:optional:)``, which reads nothing.
    public static var moduleName: String {
        if let name = manifest.name { return name }
        let name = _typeName(Self.self, qualified: false)
        // Optimised programs write a private type as `(AuditModule in _6108…)`.
        guard name.utf8.first == UInt8(ascii: "(") else { return name }
        return String(name.dropFirst().unicodeScalars.prefix { $0 != " " && $0 != ")" })
    }

    /// The type of the options; nil where the module states none.
    package static var optionsType: (any (Decodable & Sendable).Type)? {
        Options.self == Never.self ? nil : Options.self
    }

    /// Whether the module has work.
    ///
    /// This and the next ask for a protocol that refines HiveModule, wherever the type adopts it. The first such cast
    /// of a type searches the conformances of the whole program; a start asks each type once for each.
    package static var hasWork: Bool { self is any WorkingModule.Type }

    /// Whether only a factory makes the module.
    static var isMadeByFactory: Bool { self is any FactoryModule.Type }
}
