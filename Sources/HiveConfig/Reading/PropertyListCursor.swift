// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// A value of a property list that knows where it is.
struct PropertyListCursor: Sendable {
    let value: ConfigurationValue
    let path: ConfigurationKeyPath
    private let document: PropertyListDocument
    private let file: String
    private let index: Int

    /// The root of a document.
    init(_ document: PropertyListDocument, file: String) {
        self.init(value: document.root, path: ConfigurationKeyPath(), document: document, file: file, index: 0)
    }

    private init(
        value: ConfigurationValue,
        path: ConfigurationKeyPath,
        document: PropertyListDocument,
        file: String,
        index: Int
    ) {
        self.value = value
        self.path = path
        self.document = document
        self.file = file
        self.index = index
    }

    /// Where the value is.
    ///
    /// - Complexity: O(log lines).
    var origin: Origin {
        let line = document.lines?.line(at: Int(document.shape.nodes[index].offset))
        return .propertyList(file, path, line: line)
    }

    /// Where a value inside this one is, or would be.
    func origin(of inner: ConfigurationKeyPath) -> Origin {
        let path = path.appending(inner)
        return .propertyList(file, path, line: document.line(of: path))
    }

    /// The elements of an array, or nil.
    var elements: [PropertyListCursor]? {
        guard case .array(let values) = value else { return nil }
        return zip(values, document.shape.children(of: index)).enumerated().map { position, element in
            PropertyListCursor(
                value: element.0,
                path: path.appending(index: position),
                document: document,
                file: file,
                index: element.1
            )
        }
    }

    /// The entries of a dictionary in the order of the file, or nil.
    var entries: [(key: String, value: PropertyListCursor)]? {
        guard case .dictionary(let values) = value else { return nil }
        return document.shape.children(of: index).compactMap { child in
            let key = document.shape.keys[Int(document.shape.nodes[child].key)]
            return values[key].map { value in
                let path = path.appending(key: key)
                return (key, PropertyListCursor(value: value, path: path, document: document, file: file, index: child))
            }
        }
    }
}
