// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What identifies a link-time record, however often the records are read.
struct RecordIdentity: Hashable {
    private let origin: Origin
    private let key: ServiceKey

    init(_ module: ModuleDeclaration) {
        origin = module.origin
        key = ServiceKey(module.type)
    }

    init(_ service: ServiceDeclaration) {
        origin = service.origin
        key = service.key
    }
}

extension [ServiceDeclaration] {
    /// The services, those that a property list and a record name merged, key by key (C17).
    ///
    /// Of several records of one service the first one stays.
    var completedByRecords: [ServiceDeclaration] {
        guard contains(where: { $0.origin.source == .record }) else { return self }
        var result = filter { $0.origin.source != .record }
        var listed: [ServiceKey: Int] = [:]
        // The last property list wins; keys that it leaves out come from the ones before it.
        for position in result.indices {
            if let earlier = listed.updateValue(position, forKey: result[position].key) {
                result[position].complete(from: result[earlier])
            }
        }
        var seen: Set<ServiceKey> = []
        for record in self where record.origin.source == .record && seen.insert(record.key).inserted {
            if let position = listed[record.key] {
                result[position].complete(from: record)
                result[position].overridden.append(record.origin)
            } else {
                result.append(record)
            }
        }
        return result
    }

    /// Services that two records register (C21), also when a property list names them.
    var problemsOfRecords: [Problem] {
        var first: [ServiceKey: Origin] = [:]
        return filter { $0.origin.source == .record }.compactMap { record in
            guard let other = first.updateValue(record.origin, forKey: record.key) else { return nil }
            first[record.key] = other
            let text = "\(record.key) is registered by two records: here and at \(other)."
            let remedy = "Remove one of them, or give it a name."
            return Problem(.error, .duplicateService, at: record.origin, text, remedy: remedy)
        }
    }
}

extension ServiceDeclaration {
    fileprivate mutating func complete(from weaker: ServiceDeclaration) {
        scope = scope ?? weaker.scope
        ranking = ranking ?? weaker.ranking
        module = module ?? weaker.module
    }
}
