// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// A value of a property list that knows where it is.
package struct PropertyListCursor: Sendable {
    /// Out of the sight of `dump` and mirrors, because it may be secret.
    private let hiddenValue: Secret<ConfigurationValue>
    package var value: ConfigurationValue { hiddenValue.value }
    private let parent: ConfigurationKeyPath
    private let component: ConfigurationKeyPath.Component?
    private let document: PropertyListDocument
    private let file: String
    private let index: Int

    /// The root of a document.
    package init(_ document: PropertyListDocument, file: String) {
        hiddenValue = Secret(document.root)
        parent = ConfigurationKeyPath()
        component = nil
        self.document = document
        self.file = file
        index = 0
    }

    private init(
        _ value: ConfigurationValue,
        at component: ConfigurationKeyPath.Component,
        of parent: ConfigurationKeyPath,
        in container: PropertyListCursor,
        index: Int
    ) {
        hiddenValue = Secret(value)
        self.parent = parent
        self.component = component
        document = container.document
        file = container.file
        self.index = index
    }

    /// The value's path, put together when it is asked for.
    package var path: ConfigurationKeyPath { component.map { parent.appending($0) } ?? parent }

    /// Where the value is.
    ///
    /// - Complexity: O(log lines).
    package var origin: Origin {
        let line = document.lines?.line(at: Int(document.shape.nodes[index].offset))
        return .propertyList(file, path, line: line)
    }

    /// Where a value inside this one is, or would be.
    package func origin(of inner: ConfigurationKeyPath) -> Origin {
        let path = path.appending(inner)
        return .propertyList(file, path, line: document.line(of: path))
    }

    /// The elements of an array, or nil.
    package var elements: [PropertyListCursor]? {
        guard case .array(let values) = value else { return nil }
        let path = path
        return zip(values, document.shape.children(of: index)).enumerated().map { position, element in
            PropertyListCursor(element.0, at: .index(position), of: path, in: self, index: element.1)
        }
    }

    /// The entries of a dictionary in the order of the file, or nil.
    package var entries: [(key: String, value: PropertyListCursor)]? {
        guard case .dictionary(let values) = value else { return nil }
        let path = path
        return document.shape.children(of: index).compactMap { child in
            let key = document.shape.keys[Int(document.shape.nodes[child].key)]
            return values[key].map { (key, PropertyListCursor($0, at: .key(key), of: path, in: self, index: child)) }
        }
    }
}
