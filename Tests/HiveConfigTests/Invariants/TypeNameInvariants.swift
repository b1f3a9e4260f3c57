// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

@testable import HiveConfig
@testable import HivePropertyList

/// What holds for every name of a type that a property list may give (C20, C42, C45).
enum TypeNameInvariants {
    private static let resolver = TypeResolver(ConfigurationInvariants.catalogue, defaultModules: ["HiveConfigTests"])

    static func check(_ bytes: [UInt8]) throws {
        let name = String(decoding: bytes, as: UTF8.self)
        try check(name) { () throws(TypeResolver.Failure) in try resolver.module(name).type }
        try check(name) { () throws(TypeResolver.Failure) in try resolver.implementation(name).type.type }
        try check(name) { () throws(TypeResolver.Failure) in
            let type = try resolver.service(name).type
            return type
        }
    }

    /// Whether a name leads to a module, a service or an implementation.
    static func isFound(_ bytes: [UInt8]) -> Bool {
        let name = String(decoding: bytes, as: UTF8.self)
        return (try? resolver.module(name)) != nil || (try? resolver.service(name)) != nil
            || (try? resolver.implementation(name)) != nil
    }

    private static func check(
        _ name: String,
        _ find: () throws(TypeResolver.Failure) -> any Any.Type
    ) throws {
        do {
            let type = try find()
            try checkName(name, leadsTo: type)
            try checkConformance(to: type)
        } catch let failure as TypeResolver.Failure {
            try checkMessage(failure.message)
            try checkMessage(failure.remedy)
            let codes: [HiveErrorCode] = [.unknownClass, .notAModule, .doesNotConform]
            try require(codes.contains(failure.code), "another code: \(failure.code)")
        }
    }

    /// Checks that the type found is the one that was named: by its full name, its end, or its name as a module.
    private static func checkName(_ name: String, leadsTo type: any Any.Type) throws {
        let isPlain = name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte.isASCIIDigit
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        try require(isPlain && name.utf8.count <= 256, "\(name.quoted) leads to \(type)")
        let found = TypeTable.name(of: type)
        let isAlias = (type as? any HiveModule.Type)?.moduleName == name
        try require(found == name || found.hasSuffix(".\(name)") || isAlias, "\(name) leads to \(found)")
    }

    /// Checks what is said about a conformance without an instance against a cast of an instance.
    private static func checkConformance(to type: any Any.Type) throws {
        func isInstance<Service>(_: Service.Type) -> Bool { (OwnPrices.own as Any) is Service }
        guard let conforms = conformance(of: OwnPrices.self, to: type) else { return }
        try require(conforms == _openExistential(type, do: isInstance), "OwnPrices as \(type): \(conforms)")
    }
}
