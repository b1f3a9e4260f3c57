// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension URLLookup {
    /// One component of the path, and what it leads to.
    struct Component {
        let key: String
        let endpoint: Endpoint
        /// Parameters that stand in the path.
        var items: [RoutedURL.Item] = []
    }

    /// The calls of components, each with its parameters under its key.
    func calls(of components: [Component]) throws -> Destination {
        // All components are looked up before any parameter is read, so that parameters tell an outsider nothing.
        for component in components { try checkAccess(component.endpoint) }
        let given = try json()
        let keys = components.map(\.key)
        try checkKeys(given, keys)
        if let stranger = objects.keys.filter({ !keys.contains(spelt: $0) }).min() {
            throw error(.parameterMismatch, "There is no component \(stranger.shown) to give parameters to.")
        }
        return try .calls(
            components.map { component in
                let own = try parameters(component.key, given.json(component.key))
                let limits = component.items.isEmpty ? nil : table.limits
                let arguments = Arguments.named(Argument.list(component.items) + own, limits: limits)
                return try prepare(component.endpoint, arguments, component: component.key)
            }
        )
    }

    /// The parameters of one component, which are given in the URL's JSON or beside the URL.
    private func parameters(_ key: String, _ json: JSONValue?) throws -> [Argument] {
        let object = objects.value(spelt: key)
        if let json {
            guard object == nil else {
                let text = "The parameters of \(key.shown) are given in the URL and beside it."
                throw error(.parameterMismatch, text)
            }
            if let parts = json.parts { return parts }
            let text = "The parameters of \(key.shown) have to be a JSON object, and are \(json.value.kindName)."
            throw error(.parameterMismatch, text)
        }
        guard let object else { return [] }
        if let objects = object as? [String: any Sendable] { return Argument.list(objects) }
        let text = "What is given beside the URL for \(key.shown) has to be a dictionary."
        throw error(.parameterMismatch, text)
    }

    func checkKeys(_ json: [Argument], _ keys: [String]) throws {
        guard let stranger = json.map(\.name).filter({ !keys.contains(spelt: $0) }).min() else { return }
        let text = "The URL has parameters for \(stranger.shown), which is none of its components."
        throw error(.parameterMismatch, text)
    }

    /// The parts of the one item that the query has for components, `params`, which is a JSON object.
    func json() throws -> [Argument] {
        guard let item = url.items.first else { return [] }
        guard url.items.count == 1, item.name.isSpelt("params") else {
            throw error(.parameterMismatch, "The query has to be params={json}, and nothing else.")
        }
        do {
            if let parts = try JSONReader.read(item.text, limits: table.limits).parts { return parts }
        } catch let error as HiveError where error.code == .invalidValue {
            throw self.error(.parameterMismatch, error.message)
        }
        throw error(.parameterMismatch, "params has to be a JSON object.")
    }
}
