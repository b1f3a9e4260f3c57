// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Collects the values of a file and its outline while it is read, and the faults that don't end the reading.
struct PropertyListBuilder {
    /// A container whose end hasn't been seen.
    struct OpenContainer {
        let node: Int
        let kind: PropertyListDocument.Kind
        /// Where it began.
        let offset: Int
        /// The key that waits for its value.
        var pendingKey: Int32 = PropertyListDocument.noKey
        var pendingKeyOffset = 0
    }

    private(set) var open: [OpenContainer] = []
    /// What is wrong with keys, each with its place.
    private var problems: [(offset: Int, problem: PropertyListError.Problem)] = []
    private var problemCount = 0
    private var outline: PropertyListDocument.Outline
    /// Where each key was seen first.
    private var keyOffsets: [Int] = []
    /// For each key the last dictionary in which it was seen, and the value there.
    private var sightings: [(dictionary: Int, value: Int)] = []

    init(lines: PropertyListLines? = nil) { outline = PropertyListDocument.Outline(lines: lines) }

    var isEmpty: Bool { outline.nodes.isEmpty }
    var count: Int { outline.nodes.count }

    /// The path of the value that comes next, or of the innermost container if that waits for a key.
    var currentPath: ConfigurationKeyPath {
        guard let innermost = open.last else { return ConfigurationKeyPath() }
        let path = outline.path(of: innermost.node)
        if innermost.pendingKey != PropertyListDocument.noKey {
            return path.appending(key: outline.keys[Int(innermost.pendingKey)])
        }
        return innermost.kind == .array ? path.appending(index: Int(outline.nodes[innermost.node].count)) : path
    }

    /// Whether the innermost container is a dictionary that waits for a key.
    var needsKey: Bool {
        open.last.map { $0.kind == .dictionary && $0.pendingKey == PropertyListDocument.noKey } ?? false
    }

    /// Takes the key of the next value in the innermost dictionary.
    mutating func setKey(_ key: Int32, offset: Int) {
        open[open.count - 1].pendingKey = key
        open[open.count - 1].pendingKeyOffset = offset
    }

    /// Returns the index of a key.
    ///
    /// Swift compares texts by what they mean, and whoever decodes would take one for the other: a key that equals
    /// another one must be spelt like it.
    mutating func intern(_ key: String, at offset: Int) -> Int32 {
        let index = Int32(outline.keys.count)
        if let known = outline.keyIndices[key] {
            let first = outline.keys[Int(known)]
            if first.isSpelt(key) { return known }
            if hasRoomForProblem() {
                let place = outline.lines.map { " of line \($0.line(at: keyOffsets[Int(known)]))" } ?? ""
                let message =
                    "the key \(key.inEscapes) means the same as \(first.inEscapes)\(place)"
                    + " and is written with other characters"
                note(key, at: offset, message, remedy: "Write both in the same way")
            }
        } else {
            outline.keyIndices[key] = index
        }
        outline.keys.append(key)
        keyOffsets.append(offset)
        sightings.append((-1, -1))
        return index
    }

    /// Counts a problem; of many, the first ones are told, and the others have no text made for them.
    private mutating func hasRoomForProblem() -> Bool {
        problemCount += 1
        return problems.count < PropertyListLimits.problemCount
    }

    private mutating func note(_ key: String, at offset: Int, _ message: String, remedy: String) {
        let path = outline.path(of: open.last?.node ?? 0).appending(key: key)
        let line = outline.lines?.line(at: offset)
        problems.append((offset, .init(keyPath: path, line: line, message: message, remedy: remedy)))
    }

    /// Adds a value other than a container.
    mutating func add(_ value: ConfigurationValue, offset: Int) throws(PropertyListFault) {
        _ = try append(.scalar, value, offset: offset)
    }

    /// Adds a container whose content comes next.
    mutating func begin(_ kind: PropertyListDocument.Kind, offset: Int) throws(PropertyListFault) {
        guard open.count < PropertyListLimits.depth else {
            let text = "containers are nested more than \(PropertyListLimits.depth) levels deep"
            throw PropertyListFault(text, remedy: "Flatten the file", at: offset)
        }
        open.append(OpenContainer(node: try append(kind, .boolean(false), offset: offset), kind: kind, offset: offset))
    }

    /// Ends the innermost container.
    mutating func end() {
        guard let container = open.last else { return }
        outline.nodes[container.node].end = UInt32(outline.nodes.count)
        if container.kind == .dictionary { findDuplicates(in: container.node) }
        open.removeLast()
    }

    /// Returns the values and their outline, or throws all that is wrong.
    ///
    /// - Parameter end: What ended the reading, if it didn't reach the end.
    /// - Returns: The values with their places.
    /// - Throws: `PropertyListError`.
    func finish(_ end: Result<Void, PropertyListFault>) throws(PropertyListError) -> PropertyListDocument.Outline {
        var problems = problems.sorted { $0.offset < $1.offset }.map(\.problem)
        if problemCount > problems.count {
            let message = "\(problemCount - problems.count) more keys are used twice or spelt in two ways"
            problems.append(.init(keyPath: nil, line: nil, message: message, remedy: "Correct them as well"))
        }
        if case .failure(let fault) = end {
            let (path, line) = (isEmpty ? nil : currentPath, outline.lines?.line(at: fault.offset))
            problems.append(.init(keyPath: path, line: line, message: fault.message, remedy: fault.remedy))
        }
        if !problems.isEmpty { throw PropertyListError(problems: problems) }
        // The parsers refuse a file without a value.
        return outline
    }

    private mutating func append(
        _ kind: PropertyListDocument.Kind,
        _ value: ConfigurationValue,
        offset: Int
    ) throws(PropertyListFault) -> Int {
        let index = outline.nodes.count
        guard index < PropertyListLimits.valueCount else {
            let text = "the file holds more than \(PropertyListLimits.valueCount) values"
            throw PropertyListFault(text, remedy: "Split the file or remove what isn't configuration", at: offset)
        }
        let (place, end) = (UInt32(offset), UInt32(index + 1))
        var node = PropertyListDocument.Node(kind: kind, offset: place, keyOffset: place, end: end)
        if let container = open.last {
            (node.parent, node.position) = (UInt32(container.node), outline.nodes[container.node].count)
            outline.nodes[container.node].count += 1
            if container.pendingKey != PropertyListDocument.noKey {
                (node.key, node.keyOffset) = (container.pendingKey, UInt32(container.pendingKeyOffset))
                open[open.count - 1].pendingKey = PropertyListDocument.noKey
            }
        }
        outline.nodes.append(node)
        outline.scalars.append(value)
        return index
    }

    /// Looks at a dictionary's keys after its end, when no other dictionary can come in between.
    private mutating func findDuplicates(in dictionary: Int) {
        var child = dictionary + 1
        while child < outline.nodes.count {
            let key = Int(outline.nodes[child].key)
            if sightings[key].dictionary != dictionary {
                sightings[key] = (dictionary, child)
            } else if hasRoomForProblem() {
                let first = Int(outline.nodes[sightings[key].value].keyOffset)
                let place = outline.lines.map { "on line \($0.line(at: first))" } ?? "in this dictionary"
                let message = "the key is already used \(place)"
                let offset = Int(outline.nodes[child].keyOffset)
                note(outline.keys[key], at: offset, message, remedy: "Remove or rename one of the two")
            }
            child = Int(outline.nodes[child].end)
        }
    }
}
