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
        let parameters = try componentParameters()
        return try .calls(
            components.map { component in
                var arguments = try parameters(component.key)
                if !component.items.isEmpty {
                    let (given, _) = try arguments.named()
                    arguments = .named(Argument.list(component.items) + given, limits: table.limits)
                }
                return try prepare(component.endpoint, arguments, component: component.key)
            }
        )
    }

    /// Returns the parameters of each component, after checking that each of them belongs to a component.
    private func componentParameters() throws -> (String) throws -> Arguments {
        let json = try json() ?? JSONObject()
        let keys = url.path.map { $0.head(before: ".") }
        try checkKeys(json, keys)
        if let stranger = objects.keys.filter({ !keys.contains(spelt: $0) }).min() {
            throw error(.parameterMismatch, "There is no component \(stranger.shown) to give parameters to.")
        }
        return { key in
            let given = json.entries.value(spelt: key)
            guard let object = objects.value(spelt: key) else { return try .json(parts(given, key)) }
            guard let objects = object as? [String: any Sendable] else {
                let text = "What is given beside the URL for \(key.shown) has to be a dictionary."
                throw error(.parameterMismatch, text)
            }
            guard given == nil else {
                let text = "The parameters of \(key.shown) are given in the URL and beside it."
                throw error(.parameterMismatch, text)
            }
            return .objects(objects)
        }
    }

    private func parts(_ json: JSONValue?, _ key: String) throws -> JSONObject {
        guard let json else { return JSONObject() }
        if let parts = JSONObject(json) { return parts }
        let text = "The parameters of \(key.shown) have to be a JSON object, and are \(json.value.kindName)."
        throw error(.parameterMismatch, text)
    }

    func checkKeys(_ json: JSONObject, _ keys: [String]) throws {
        let names = Array(json.entries.keys) + json.nulls
        guard let stranger = names.filter({ !keys.contains(spelt: $0) }).min() else { return }
        let text = "The URL has parameters for \(stranger.shown), which is none of its components."
        throw error(.parameterMismatch, text)
    }

    /// The one item that the query has for components, `params`, as a JSON object.
    func json() throws -> JSONObject? {
        guard let item = url.items.first else { return nil }
        guard url.items.count == 1, item.name.isSpelt("params") else {
            throw error(.parameterMismatch, "The query has to be params={json}, and nothing else.")
        }
        do {
            if let object = try JSONObject(JSONReader.read(item.text, limits: table.limits)) {
                return object
            }
        } catch let error as HiveError where error.code == .invalidValue {
            throw self.error(.parameterMismatch, error.message)
        }
        throw error(.parameterMismatch, "params has to be a JSON object.")
    }
}
