// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// A value of a property list that knows where it is.
package struct PropertyListCursor: Sendable {
    /// What all cursors of a file share.
    private final class File: Sendable {
        let document: PropertyListDocument
        let name: String

        init(_ document: PropertyListDocument, _ name: String) {
            self.document = document
            self.name = name
        }
    }

    private let file: File
    private let index: Int

    /// The root of a document.
    package init(_ document: PropertyListDocument, file: String) {
        self.init(File(document, file), 0)
    }

    private init(_ file: File, _ index: Int) {
        self.file = file
        self.index = index
    }

    private var shape: PropertyListShape { file.document.shape }

    package var kind: PropertyListShape.Kind { shape.nodes[index].kind }

    /// The value, of a container put together when it is asked for.
    ///
    /// - Complexity: O(values inside it).
    package var value: ConfigurationValue { shape.value(of: index) }

    /// The value's path, put together when it is asked for.
    package var path: ConfigurationKeyPath { shape.path(of: index) }

    /// The name of the file.
    package var fileName: String { file.name }

    /// Whether the file is JSON, for remedies that show what to write.
    var isJSON: Bool { FileName(file.name).isJSON }

    /// How the files are likely to end that are to be written as this one.
    var ending: String { isJSON ? ".json" : ".plist" }

    /// Where the value is.
    ///
    /// - Complexity: O(log lines).
    package var origin: Origin {
        let line = file.document.lines?.line(at: Int(shape.nodes[index].offset))
        return .propertyList(file.name, path, line: line)
    }

    /// Where the value's key is, for what is about the key.
    package var keyOrigin: Origin {
        let line = file.document.lines?.line(at: Int(shape.nodes[index].keyOffset))
        return .propertyList(file.name, path, line: line)
    }

    /// Where a value inside this one is, or would be.
    package func origin(of inner: ConfigurationKeyPath) -> Origin {
        let path = path.appending(inner)
        return .propertyList(file.name, path, line: file.document.line(of: path))
    }

    /// The elements of an array, or nil.
    package var elements: [PropertyListCursor]? {
        kind == .array ? shape.children(of: index).map { PropertyListCursor(file, $0) } : nil
    }

    /// The entries of a dictionary in the order of the file, or nil.
    package var entries: [(key: String, value: PropertyListCursor)]? {
        guard kind == .dictionary else { return nil }
        return shape.children(of: index).map { child in
            (shape.keys[Int(shape.nodes[child].key)], PropertyListCursor(file, child))
        }
    }

    /// The entry of a dictionary; nil where there is none, or no dictionary.
    package subscript(_ key: String) -> PropertyListCursor? {
        shape.index(ofKey: key).flatMap { self[$0] }
    }
}

extension PropertyListCursor {
    /// The index of a key in this file; nil for one that the file does not have.
    func index(ofKey key: String) -> (index: Int32, isSpeltSo: Bool)? {
        shape.index(ofKey: key).map { ($0, shape.keys[Int($0)].isSpelt(key)) }
    }

    /// The entry of a dictionary under a key of which the index is known; nil where there is none, or no dictionary.
    subscript(_ key: Int32) -> PropertyListCursor? {
        guard kind == .dictionary else { return nil }
        return shape.child(of: index, under: key).map { PropertyListCursor(file, $0) }
    }

    /// Whether the keys of a dictionary are all among some, of which the indices are known.
    func hasOnly(_ keys: some Sequence<Int32>) -> Bool {
        shape.children(of: index).allSatisfy { keys.contains(shape.nodes[$0].key) }
    }
}
