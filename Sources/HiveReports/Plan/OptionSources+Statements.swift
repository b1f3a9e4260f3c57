// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

extension OptionSources {
    /// What one source says about an option.
    package struct Statement: Sendable {
        /// The value; the text `••••` in place of what may be secret.
        package let value: ConfigurationValue
        package let origin: Origin
    }

    /// Every option that counts, in the order of the keys, with what each source says about it, the strongest first.
    ///
    /// None of a module that names no type: nothing says then which options are secret.
    ///
    /// - Complexity: O(options × sources), and decoding the options once a source.
    package var statements: [(path: ConfigurationKeyPath, statements: [Statement])] {
        guard let type else { return [] }
        let sources = self.sources
        let disclosure = ConfigurationDisclosure(type, from: sources.reversed().map(\.tree))
        return options.leaves(hiding: disclosure).map { path in
            let statements = sources.compactMap { source in
                source.tree.value(at: path).map {
                    Statement(value: disclosure.shown($0, at: path), origin: source.origin(path))
                }
            }
            return (path, statements)
        }
    }
}

extension ConfigurationValue {
    /// The paths of the values that hold no others, in the order of their keys; not those inside a secret.
    fileprivate func leaves(
        hiding disclosure: ConfigurationDisclosure,
        at path: ConfigurationKeyPath = ConfigurationKeyPath()
    ) -> [ConfigurationKeyPath] {
        guard case .dictionary(let entries) = self, !entries.isEmpty, !disclosure.hidesKeys(in: path) else {
            return path.components.isEmpty ? [] : [path]
        }
        return entries.sorted { $0.key < $1.key }.flatMap { key, value in
            value.leaves(hiding: disclosure, at: path.appending(key: key))
        }
    }
}
