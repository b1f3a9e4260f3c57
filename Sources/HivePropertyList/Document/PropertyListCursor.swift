// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// A value of a property list that knows where it is.
package struct PropertyListCursor: Sendable {
    private let document: PropertyListDocument
    private let index: Int

    /// A value of a document, by its index there.
    package init(_ document: PropertyListDocument, at index: Int = 0) {
        (self.document, self.index) = (document, index)
    }

    /// The name of the file.
    package var fileName: String { document.file }

    package var kind: PropertyListDocument.Kind { document.nodes[index].kind }

    var isString: Bool {
        guard kind == .scalar, case .string = value else { return false }
        return true
    }

    /// The value, of a container put together when it is asked for.
    ///
    /// - Complexity: O(values inside it).
    package var value: ConfigurationValue { document.value(of: index) }

    /// The value's path, put together when it is asked for.
    package var path: ConfigurationKeyPath { document.path(of: index) }

    /// Whether the file is JSON, for remedies that show what to write.
    var isJSON: Bool { FileName(fileName).isJSON }

    /// How the files are likely to end that are to be written as this one.
    var ending: String { isJSON ? ".json" : ".plist" }

    /// Where the value is.
    ///
    /// - Complexity: O(log lines).
    package var origin: Origin {
        .propertyList(fileName, path, line: document.line(at: document.nodes[index].offset))
    }

    /// Where the value's key is, for what is about the key.
    package var keyOrigin: Origin {
        .propertyList(fileName, path, line: document.line(at: document.nodes[index].keyOffset))
    }

    /// Where a value inside this one is, or would be.
    package func origin(of inner: ConfigurationKeyPath) -> Origin {
        let path = path.appending(inner)
        return .propertyList(fileName, path, line: document.line(of: path))
    }

    /// The elements of an array, or nil.
    package var elements: [PropertyListCursor]? {
        kind == .array ? document.children(of: index).map { PropertyListCursor(document, at: $0) } : nil
    }

    /// The entries of a dictionary in the order of the file, or nil.
    package var entries: [(key: String, value: PropertyListCursor)]? {
        guard kind == .dictionary else { return nil }
        return document.children(of: index).map { child in
            (document.keys[Int(document.nodes[child].key)], PropertyListCursor(document, at: child))
        }
    }

    /// The entry of a dictionary; nil where there is none, or no dictionary.
    package subscript(_ key: String) -> PropertyListCursor? {
        document.index(ofKey: key).flatMap { self[$0] }
    }
}

extension PropertyListCursor {
    /// The index of a key in this file; nil for one that the file does not have.
    func index(ofKey key: String) -> (index: Int32, isSpeltSo: Bool)? {
        document.index(ofKey: key).map { ($0, document.keys[Int($0)].isSpelt(key)) }
    }

    /// The entry of a dictionary under a key of which the index is known; nil where there is none, or no dictionary.
    subscript(_ key: Int32) -> PropertyListCursor? {
        guard kind == .dictionary else { return nil }
        return document.child(of: index, under: key).map { PropertyListCursor(document, at: $0) }
    }

    /// Whether the keys of a dictionary are all among some, of which the indices are known.
    func hasOnly(_ keys: [Int32]) -> Bool {
        document.children(of: index).allSatisfy { keys.contains(document.nodes[$0].key) }
    }
}
