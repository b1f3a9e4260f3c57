// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import CHiveLinkage

// The protocols that refine HiveModule, found without a cast where that is possible.
//
// A cast of a type that the process has not seen before searches every conformance of every library, which takes
// several times as long as the whole life of a module.

extension HiveModule {
    /// Whether the module has work.
    package static var hasWork: Bool { hasRole(asWorkingModule) { self is any WorkingModule.Type } }

    /// Whether only a factory makes the module.
    static var isMadeByFactory: Bool { hasRole(asFactoryModule) { self is any FactoryModule.Type } }

    /// The module as one that has work; nil where it has none.
    var worker: (any WorkingModule)? {
        let type = type(of: self)
        if let role = type.asWorkingModule { return worker(as: role) }
        return type.mayHaveUnknownRoles ? self as? any WorkingModule : nil
    }

    private func worker<Worker: WorkingModule>(as type: Worker.Type) -> (any WorkingModule)? { self as? Worker }

    private static func hasRole(_ answer: (any Any.Type)?, or cast: () -> Bool) -> Bool {
        answer != nil || mayHaveUnknownRoles && cast()
    }

    /// Whether the type may have a role that it does not answer for: one that a subclass adds to a class that is a
    /// module already, or one that a generic type has for some of its parameters only.
    private static var mayHaveUnknownRoles: Bool {
        _getSuperclass(self) != nil || isGeneric
    }

    private static var isGeneric: Bool {
        // Sound: the metatype of any type is the address of what the runtime knows about it.
        hive_linkage_is_generic(unsafeBitCast(self as any Any.Type, to: UnsafeRawPointer.self))
    }

    /// The roles that a start does not see, because another Swift module adds them to the type than the one that makes
    /// it a module.
    ///
    /// - Complexity: A search of all conformances of the program for each role, once for each type.
    static var hiddenRoles: [String] {
        var roles: [String] = []
        if !hasWork, self is any WorkingModule.Type { roles.append("WorkingModule") }
        if !isMadeByFactory, self is any FactoryModule.Type { roles.append("FactoryModule") }
        return roles
    }
}

extension ModuleDescriptor {
    /// What is wrong with the roles of the module's type.
    var roleProblems: [Problem] {
        type.hiddenRoles.map { role in
            let text =
                "\(_typeName(type)) is made a \(role) in another Swift module than the one that makes it a module."
            let remedy = "Adopt \(role) where the class adopts HiveModule, or in a subclass."
            return Problem(.error, .doesNotConform, at: origin, text, remedy: remedy)
        }
    }
}
