// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// What an entry of `services.plist` states; what is wrong has been reported and is left out.
package struct StatedService: Sendable {
    /// The entry.
    package let cursor: PropertyListCursor
    /// The type under which the service is looked up.
    package let service: StatedName?
    /// The class that the service is made from.
    package let implementation: StatedName?
    /// The service's own name.
    package var name: String?
    /// One of ``Vocabulary/scopes``.
    package var scope: String?
    package var ranking: Int?
    /// The module that the service belongs to.
    package var module: String?
}

extension PropertyListReader {
    /// Reads an entry; nil for one that is none.
    mutating func service(_ cursor: PropertyListCursor) -> StatedService? {
        let isNamed = serviceKeys.index(of: .service).flatMap { cursor[$0] } != nil
        if !isNamed, reportsModuleAmongServices(cursor) { return nil }
        guard let entries = dictionary(cursor, serviceKeys, needing: "\"service\" and \"impl\"") else {
            file.missing.insert(.services)
            return nil
        }
        let scopes = Vocabulary.scopes
        return StatedService(
            cursor: cursor,
            service: requiredName(.service, entries),
            implementation: requiredName(.impl, entries),
            name: string(entries[.name]),
            scope: word(entries[.scope], among: scopes, otherwise: .invalidScope) { "There is no scope \($0)." },
            ranking: integer(entries[.ranking]),
            module: string(entries[.module])
        )
    }

    /// Reads an entry of BeeHive's older form: protocol -> class.
    mutating func service(_ name: String, _ cursor: PropertyListCursor) -> StatedService {
        StatedService(
            cursor: cursor,
            service: StatedName(text: name, cursor: cursor),
            implementation: self.name(cursor)
        )
    }
}
