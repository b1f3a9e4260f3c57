// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// The outline of a property list: which kinds of values it holds, where, and under which keys.
///
/// The values lie in one flat array in the order in which the file is read; a container is followed by its content.
package final class PropertyListShape: Sendable {
    package enum Kind: UInt8 {
        case dictionary, array
        case string, integer, real, boolean, date, data

        package init(of value: ConfigurationValue) {
            self =
                switch value {
                case .dictionary: .dictionary
                case .array: .array
                case .string: .string
                case .integer: .integer
                case .real: .real
                case .boolean: .boolean
                case .date: .date
                case .data: .data
                }
        }
    }

    package struct Node {
        package let kind: Kind
        /// The index of the value's key, or `PropertyListShape.noKey` in arrays and at the root.
        package let key: Int32
        /// Where the value begins in the file.
        package let offset: UInt32
        /// The index after the last value inside this one.
        package internal(set) var end: UInt32
        /// The number of values directly inside this one.
        package internal(set) var count: UInt32
    }

    package static let noKey: Int32 = -1

    package let nodes: [Node]
    package let keys: [String]

    init(nodes: [Node], keys: [String]) {
        self.nodes = nodes
        self.keys = keys
    }

    /// Returns the indices of the values directly inside a container.
    package func children(of index: Int) -> some Sequence<Int> {
        let end = Int(nodes[index].end)
        return sequence(state: index + 1) { next -> Int? in
            guard next < end else { return nil }
            defer { next = Int(self.nodes[next].end) }
            return next
        }
    }

    /// Returns the value at a path or the innermost one around it that exists.
    package func index(nearest path: ConfigurationKeyPath) -> Int {
        var index = 0
        for component in path.components {
            let found: Int? =
                switch (component, nodes[index].kind) {
                case (.key(let key), .dictionary):
                    children(of: index).first { keys[Int(nodes[$0].key)] == key }
                case (.index(let position), .array) where position >= 0 && position < Int(nodes[index].count):
                    children(of: index).dropFirst(position).first { _ in true }
                default: nil
                }
            guard let found else { break }
            index = found
        }
        return index
    }

    /// Returns the path of a value.
    package func path(of target: Int) -> ConfigurationKeyPath {
        var path = ConfigurationKeyPath()
        var index = 0
        while index != target {
            var position = 0
            guard
                let next = children(of: index).first(where: { child in
                    defer { position += 1 }
                    return target < Int(nodes[child].end)
                })
            else { break }
            path.components.append(
                nodes[index].kind == .array ? .index(position - 1) : .key(keys[Int(nodes[next].key)])
            )
            index = next
        }
        return path
    }
}
