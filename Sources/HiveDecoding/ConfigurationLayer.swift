// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension ConfigurationValues {
    /// One source of values.
    package struct Layer: Sendable {
        enum Content: Sendable {
            case tree(ConfigurationValue)
            case variables([String: String], prefix: String)
            case arguments(ArgumentList)
        }

        enum Found {
            case value(ConfigurationValue)
            case text(String)
            /// An argument without a value, which stands for true and for nothing else.
            case flag

            /// What there is, as a tree.
            var tree: ConfigurationValue {
                switch self {
                case .value(let tree): tree
                case .text(let text): .string(text)
                case .flag: true
                }
            }

            /// The value as a tree has one of a kind; nil when it does not fit.
            func value(as scalar: any ConfigurationScalar.Type) -> ConfigurationValue? {
                let value = if case .text(let text) = self { scalar.value(of: text) } else { tree }
                return value.flatMap { scalar.init(configuration: $0) == nil ? nil : $0 }
            }

            func shown(isSecret: Bool) -> String {
                switch self {
                case .value(let value): value.summary(isSecret: isSecret)
                case .text where isSecret: "a text"
                case .text(let text): text.quoted(limit: 60)
                case .flag: "given without a value"
                }
            }
        }

        /// Hidden from `dump` and mirrors, because an environment may hold secrets.
        private let hidden: Secret<Content>
        var content: Content { hidden.value }
        /// What errors call the layer.
        package let origin: String

        private init(content: Content, origin: String) {
            hidden = Secret(content)
            self.origin = origin
        }

        /// Values from a tree, such as a property list's.
        package static func tree(_ tree: ConfigurationValue, origin: String) -> Layer {
            Layer(content: .tree(tree), origin: origin)
        }

        /// Environment variables that begin with a prefix and an underscore; with an empty prefix, all of them.
        package static func environmentVariables(_ variables: [String: String], prefix: String) -> Layer {
            let own = prefix.isEmpty ? variables : variables.filter { $0.key.isVariable(under: prefix) }
            return Layer(content: .variables(own, prefix: prefix), origin: "the environment")
        }

        /// Arguments of the form `--key=value`, or `--key` for true; the last of equal ones counts, and `--` ends them.
        package static func arguments(_ arguments: [String]) -> Layer {
            Layer(content: .arguments(ArgumentList(arguments)), origin: "the arguments")
        }

        func find(_ key: String) throws -> Found? {
            switch content {
            case .tree: try tree(at: key).map { .value($0) }
            case .variables(let variables, _): variables[spelling(of: key)].map { .text($0) }
            case .arguments(let list):
                list.values[key.asArgument].map { $0.map { .text($0) } ?? .flag }
            }
        }

        /// The value of a key in a layer that is a tree.
        ///
        /// A value that stands where the key needs a dictionary is an error: the layer says something, and it is wrong.
        /// It is not shown, because what belongs inside may be a secret.
        func tree(at key: String) throws -> ConfigurationValue? {
            guard case .tree(var value) = content else { return nil }
            var path = ""
            for part in key.parts(at: ".") where !part.isEmpty {
                guard case .dictionary(let entries) = value else {
                    let text = "\(path) is \(value.kindName) in \(origin), and \(key) needs a dictionary there."
                    throw HiveError(.invalidValue, text)
                }
                guard let entry = entries[part] else { return nil }
                value = entry
                path += path.isEmpty ? part : ".\(part)"
            }
            return value
        }

        /// How the layer spells a key.
        func spelling(of key: String) -> String {
            switch content {
            case .tree: key
            case .variables(_, let prefix):
                (prefix.isEmpty ? "" : "\(prefix)_") + key.asVariable
            case .arguments: "--\(key.asArgument)"
            }
        }
    }
}
