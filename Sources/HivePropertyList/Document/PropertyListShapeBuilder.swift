// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Collects the values of a file and its outline while it is read, and the faults that don't end the reading.
struct PropertyListShapeBuilder {
    /// A container whose end hasn't been seen.
    struct OpenContainer {
        let node: Int
        /// The key that waits for its value.
        var pendingKey: Int32 = PropertyListShape.noKey
        var pendingKeyOffset = 0
    }

    /// Two entries of one dictionary with the same key.
    struct Duplicate {
        let path: ConfigurationKeyPath
        let firstOffset: Int
        let secondOffset: Int
    }

    /// A key that equals an earlier one and is written with other characters.
    struct Respelling {
        let path: ConfigurationKeyPath
        let first: String
        let second: String
        let firstOffset: Int
        let secondOffset: Int
    }

    private(set) var open: [OpenContainer] = []
    private(set) var respellings: [Respelling] = []
    private(set) var duplicates: [Duplicate] = []
    private(set) var duplicateCount = 0
    private var nodes: [PropertyListShape.Node] = []
    /// For each node its value; of a container, any.
    private var scalars: [ConfigurationValue] = []
    private var keys: [String] = []
    private var keyIndices: [UniqueKey: Int32] = [:]
    /// Where each key was seen first.
    private var keyOffsets: [Int] = []
    /// For each key the last dictionary in which it was seen and the value there.
    private var sightings: [(dictionary: Int, value: Int)] = []

    var isEmpty: Bool { nodes.isEmpty }
    var count: Int { nodes.count }

    /// The path of the innermost container.
    private var containerPath: ConfigurationKeyPath {
        var path = ConfigurationKeyPath()
        for (outer, inner) in zip(open, open.dropFirst()) {
            let key = nodes[inner.node].key
            path.components.append(
                key == PropertyListShape.noKey ? .index(Int(nodes[outer.node].count) - 1) : .key(keys[Int(key)])
            )
        }
        return path
    }

    /// The path of the value that comes next, or of the innermost container if that waits for a key.
    var currentPath: ConfigurationKeyPath {
        guard let innermost = open.last else { return ConfigurationKeyPath() }
        if innermost.pendingKey != PropertyListShape.noKey {
            return containerPath.appending(key: keys[Int(innermost.pendingKey)])
        }
        let node = nodes[innermost.node]
        return node.kind == .array ? containerPath.appending(index: Int(node.count)) : containerPath
    }

    /// Whether the innermost container is a dictionary that waits for a key.
    var needsKey: Bool {
        guard let container = open.last, nodes[container.node].kind == .dictionary else { return false }
        return container.pendingKey == PropertyListShape.noKey
    }

    /// Returns the kind of an open container and where it began.
    func describe(_ container: OpenContainer) -> (kind: PropertyListShape.Kind, offset: Int) {
        let node = nodes[container.node]
        return (node.kind, Int(node.offset))
    }

    /// Takes the key of the next value in the innermost dictionary.
    mutating func setKey(_ key: String, offset: Int) {
        setKey(intern(key, at: offset), offset: offset)
    }

    /// Takes a key that was interned before.
    mutating func setKey(_ key: Int32, offset: Int) {
        open[open.count - 1].pendingKey = key
        open[open.count - 1].pendingKeyOffset = offset
    }

    /// Returns the index of a key.
    ///
    /// Swift compares texts by what they mean, and whoever decodes would take one for the other: a key that equals
    /// another one must be spelt like it.
    mutating func intern(_ key: String, at offset: Int) -> Int32 {
        let unique = UniqueKey(key)
        if let known = keyIndices[unique] {
            let first = keys[Int(known)]
            if first.isSpelt(key) { return known }
            if respellings.count < PropertyListLimits.problemCount {
                let path = containerPath.appending(key: key)
                respellings.append(
                    Respelling(
                        path: path,
                        first: first,
                        second: key,
                        firstOffset: keyOffsets[Int(known)],
                        secondOffset: offset
                    )
                )
            }
            return append(key, at: offset)
        }
        let index = append(key, at: offset)
        keyIndices[unique] = index
        return index
    }

    private mutating func append(_ key: String, at offset: Int) -> Int32 {
        keys.append(key)
        keyOffsets.append(offset)
        sightings.append((-1, -1))
        return Int32(keys.count - 1)
    }

    /// Adds a value other than a container.
    mutating func add(_ value: ConfigurationValue, offset: Int) throws(PropertyListFault) {
        _ = try append(PropertyListShape.Kind(of: value), value, offset: offset)
    }

    /// Adds a container whose content comes next.
    mutating func begin(_ kind: PropertyListShape.Kind, offset: Int) throws(PropertyListFault) {
        guard open.count < PropertyListLimits.depth else {
            throw PropertyListFault(
                "containers are nested more than \(PropertyListLimits.depth) levels deep",
                remedy: "Flatten the file",
                offset: offset
            )
        }
        open.append(OpenContainer(node: try append(kind, .boolean(false), offset: offset)))
    }

    /// Ends the innermost container.
    mutating func end() {
        guard let container = open.last else { return }
        nodes[container.node].end = UInt32(nodes.count)
        if nodes[container.node].kind == .dictionary { findDuplicates(in: container.node) }
        open.removeLast()
    }

    /// Returns the values and their outline, or the error that there is.
    ///
    /// - Parameters:
    ///   - fault: What ended the reading, if it didn't reach the end.
    ///   - lines: Where the file's lines begin, if it has any.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError`.
    func finish(_ fault: PropertyListFault?, lines: PropertyListLines?) throws -> PropertyListDocument {
        if let error = error(for: fault, lines: lines) { throw error }
        // The parsers refuse a file without a value.
        let shape = PropertyListShape(nodes: nodes, scalars: scalars, keys: keys, keyIndices: keyIndices)
        return PropertyListDocument(shape: shape, lines: lines)
    }

    private mutating func append(
        _ kind: PropertyListShape.Kind,
        _ value: ConfigurationValue,
        offset: Int
    ) throws(PropertyListFault) -> Int {
        let index = nodes.count
        guard index < PropertyListLimits.valueCount else {
            throw PropertyListFault(
                "the file holds more than \(PropertyListLimits.valueCount) values",
                remedy: "Split the file or remove what isn't configuration",
                offset: offset
            )
        }
        var key = PropertyListShape.noKey
        var keyOffset = offset
        var (parent, position) = (0, UInt32(0))
        if !open.isEmpty {
            let last = open.count - 1
            parent = open[last].node
            position = nodes[parent].count
            nodes[parent].count += 1
            (key, open[last].pendingKey) = (open[last].pendingKey, key)
            if key != PropertyListShape.noKey { keyOffset = open[last].pendingKeyOffset }
        }
        nodes.append(
            PropertyListShape.Node(
                kind: kind,
                key: key,
                offset: UInt32(offset),
                keyOffset: UInt32(keyOffset),
                parent: UInt32(parent),
                position: position,
                end: UInt32(index + 1),
                count: 0
            )
        )
        scalars.append(value)
        return index
    }

    /// Looks at a dictionary's keys after its end, when no other dictionary can come in between.
    private mutating func findDuplicates(in dictionary: Int) {
        var child = dictionary + 1
        while child < nodes.count {
            let key = Int(nodes[child].key)
            if sightings[key].dictionary == dictionary {
                duplicateCount += 1
                if duplicates.count < PropertyListLimits.problemCount {
                    let first = nodes[sightings[key].value]
                    duplicates.append(
                        Duplicate(
                            path: containerPath.appending(key: keys[key]),
                            firstOffset: Int(first.keyOffset),
                            secondOffset: Int(nodes[child].keyOffset)
                        )
                    )
                }
            } else {
                sightings[key] = (dictionary, child)
            }
            child = Int(nodes[child].end)
        }
    }
}
