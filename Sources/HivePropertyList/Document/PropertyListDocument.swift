// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// The content of a property list as it stands in the file: which values it holds, where, and under which keys.
///
/// The values lie in one flat array in the order in which the file is read; a container is followed by its content.
/// Trees are made of the parts that somebody asks for.
package final class PropertyListDocument: Sendable {
    package enum Kind { case dictionary, array, scalar }

    package struct Node {
        package let kind: Kind
        /// The index of the value's key, or `PropertyListDocument.noKey` in arrays and at the root.
        package internal(set) var key = PropertyListDocument.noKey
        /// Where the value begins in the file.
        package let offset: UInt32
        /// Where the value's key begins; in arrays and at the root, the value.
        package internal(set) var keyOffset: UInt32
        /// The index of the container around the value; that of the root is its own.
        package internal(set) var parent: UInt32 = 0
        /// How many values come before this one in the container around it.
        package internal(set) var position: UInt32 = 0
        /// The index after the last value inside this one.
        package internal(set) var end: UInt32
        /// The number of values directly inside this one.
        package internal(set) var count: UInt32 = 0
    }

    package static let noKey: Int32 = -1

    /// What a parser makes of a file.
    struct Outline: Sendable {
        var nodes: [Node] = []
        /// For each node its value, which of a container means nothing.
        var scalars: [ConfigurationValue] = []
        var keys: [String] = []
        var keyIndices: [String: Int32] = [:]
        /// Where the file's lines begin; nil for a binary one.
        let lines: PropertyListLines?
    }

    package var nodes: [Node] { outline.value.nodes }
    package var lines: PropertyListLines? { outline.value.lines }
    /// The name of the file.
    package let file: String
    package var keys: [String] { outline.value.keys }
    /// Out of the sight of `dump` and mirrors, because values may be secret, and the keys inside one that is.
    private let outline: Secret<Outline>

    init(_ outline: Outline, file: String) {
        (self.file, self.outline) = (file, Secret(outline))
    }

    /// Returns the index of a key; nil for one that the file does not have.
    func index(ofKey key: String) -> Int32? { outline.value.keyIndices[key] }

    /// The whole content, put together when it is asked for.
    package var root: ConfigurationValue { value(of: 0) }

    /// Returns a value, with all that is inside it.
    ///
    /// - Complexity: O(values inside it).
    package func value(of index: Int) -> ConfigurationValue {
        switch nodes[index].kind {
        case .array: return .array(children(of: index).map { value(of: $0) })
        case .dictionary:
            var entries = [String: ConfigurationValue](minimumCapacity: Int(nodes[index].count))
            for child in children(of: index) { entries[keys[Int(nodes[child].key)]] = value(of: child) }
            return .dictionary(entries)
        case .scalar: return outline.value.scalars[index]
        }
    }

    /// Returns the indices of the values directly inside a container, in the order of the file.
    package func children(of container: Int) -> some Sequence<Int> {
        let end = Int(nodes[container].end)
        return sequence(state: container + 1) { [nodes] following in
            guard following < end else { return nil }
            defer { following = Int(nodes[following].end) }
            return following
        }
    }

    /// Returns the value under a key of a dictionary.
    func child(of dictionary: Int, under key: Int32) -> Int? {
        children(of: dictionary).first { nodes[$0].key == key }
    }

    /// Returns the value at a path or the innermost one around it that exists.
    package func index(nearest path: ConfigurationKeyPath) -> Int {
        var index = 0
        for component in path.components {
            let found: Int? =
                switch (component, nodes[index].kind) {
                case (.key(let key), .dictionary): self.index(ofKey: key).flatMap { child(of: index, under: $0) }
                case (.index(let position), .array) where position >= 0 && position < Int(nodes[index].count):
                    children(of: index).dropFirst(position).first { _ in true }
                default: nil
                }
            guard let found else { break }
            index = found
        }
        return index
    }

    /// Returns the line of a place in the file, counted from 1, or `nil` for a binary file.
    func line(at offset: UInt32) -> Int? { lines?.line(at: Int(offset)) }

    /// Returns the line of a value.
    ///
    /// - Parameter path: The value's path; if it doesn't exist, the innermost existing value around it counts.
    /// - Returns: The line on which the value begins, counted from 1, or `nil` for a binary file.
    /// - Complexity: O(*n*) in the number of siblings along the path.
    package func line(of path: ConfigurationKeyPath) -> Int? { line(at: nodes[index(nearest: path)].offset) }

    /// Returns the path of a value.
    ///
    /// - Complexity: O(containers around it).
    package func path(of index: Int) -> ConfigurationKeyPath { outline.value.path(of: index) }
}

extension PropertyListDocument.Outline {
    /// Returns the path of a value.
    func path(of target: Int) -> ConfigurationKeyPath {
        var (depth, index) = (0, target)
        while index != 0 { (depth, index) = (depth + 1, Int(nodes[index].parent)) }
        var steps = [ConfigurationKeyPath.Component](repeating: .index(0), count: depth)
        index = target
        for place in steps.indices.reversed() {
            let node = nodes[index]
            let isElement = node.key == PropertyListDocument.noKey
            steps[place] = isElement ? .index(Int(node.position)) : .key(keys[Int(node.key)])
            index = Int(node.parent)
        }
        return ConfigurationKeyPath(steps)
    }
}
