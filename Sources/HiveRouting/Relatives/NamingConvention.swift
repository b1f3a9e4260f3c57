// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import Synchronization

/// Finds the implementation of a service without a registration: its name is that of the protocol and a suffix.
///
/// With the suffix `SI`, `any LoginService` is served by `LoginServiceSI`, looked for in the Swift module that declares
/// the protocol, then in listed modules. Opt in before the start:
///
/// ```swift
/// try hive.services.setFallback(NamingConvention(modules: ["ShopLogin"], services: [(any LoginService).self]))
/// ```
///
/// The class conforms to `ServiceImplementation` and is made anew for each lookup. A registration always wins. The
/// names come from the program itself, never from a URL. Only types that are in the linked program are found: in
/// release builds a type that no code refers to and that has no conformance may be missing. Private types are never
/// found.
public struct NamingConvention: Sendable {
    /// The services that the convention has to find.
    let services: [any Any.Type]
    private let suffix: String
    private let modules: [String]

    /// Creates a convention.
    ///
    /// - Parameters:
    ///   - suffix: What follows the protocol's name.
    ///   - modules: Swift modules to look in besides the protocol's own.
    ///   - services: The services that the convention has to find, for ``Hive/verify()``.
    public init(suffix: String = "SI", modules: [String] = [], services: [any Any.Type] = []) {
        self.suffix = suffix
        self.modules = modules
        self.services = services
    }

    /// Returns the class that the convention names, or nil when there is none.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownClass`` when there are several, or with
    ///   ``HiveErrorCode/doesNotConform`` when it is no `ServiceImplementation`.
    /// - Complexity: O(types in the program) for each module.
    package func implementation(of service: any Any.Type) throws -> (any ServiceImplementation.Type)? {
        let qualified = Hive.qualifiedName(ofService: service)
        let (home, own) = (qualified.head(before: "."), qualified.lastPart)
        let found = ([home] + modules).compactMap { Self.type(own + suffix, in: $0) }
        let candidates = found.grouped { ObjectIdentifier($0) }.map(\.elements[0])
        guard let type = candidates.first else { return nil }
        guard candidates.count == 1 else {
            let list = candidates.map { _typeName($0) }.joined(separator: " and ")
            let text = "\(own) may be served by \(list), by the naming convention. Register one of them."
            throw HiveError(.unknownClass, text)
        }
        if let implementation = type as? any ServiceImplementation.Type { return implementation }
        let text = "\(_typeName(type)), found for \(own) by its name, does not conform to ServiceImplementation."
        throw HiveError(.doesNotConform, text)
    }

    /// Finds a class, actor, structure or enumeration of a module.
    private static func type(_ name: String, in module: String) -> (any Any.Type)? {
        // The Swift runtime parses the name, so only plain identifiers are passed on.
        guard [name, module].allSatisfy({ $0.isASCIIIdentifier && $0.utf8.count <= 256 }) else { return nil }
        let prefix = "\(module.utf8.count)\(module)\(name.utf8.count)\(name)"
        for kind in ["C", "V", "O"] {
            if let type = _typeByName(prefix + kind) { return type }
        }
        return nil
    }
}

extension ServiceManager {
    /// Finds services that nobody has registered by a naming convention.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateService`` when there is a fallback already, which it
    ///   names, or ``HiveErrorCode/invalidState`` once services can be resolved.
    public func setFallback(_ convention: NamingConvention, fileID: String = #fileID, line: Int = #line) throws {
        // The results of earlier searches, those too that found nothing.
        let known = Mutex<[ObjectIdentifier: (any ServiceImplementation.Type)?]>([:])
        try setFallback(for: convention.services, fileID: fileID, line: line) { service in
            let id = ObjectIdentifier(service)
            if let found = known.withLock({ $0[id] }) { return found }
            let found = try convention.implementation(of: service)
            known.withLock { $0[id] = .some(found) }
            return found
        }
    }
}
