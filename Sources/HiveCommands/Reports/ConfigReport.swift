// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

/// What the property lists say, merged, each value with its place.
struct ConfigReport: CommandReport {
    struct Setting: Encodable, Sendable {
        /// `application`, `module` or `service`.
        let kind: String
        /// The name of the module or the service.
        let subject: String?
        let key: String
        let value: JSONValue
        let origin: PlaceEntry
        /// The places whose values are hidden, the strongest first.
        let hidden: [PlaceEntry]
        /// What overrides the files, such as an environment variable; nil where none does.
        let overriddenBy: String?
    }

    let version = 1
    let settings: [Setting]
    let text: String

    private enum CodingKeys: String, CodingKey {
        case version, settings
    }

    init(_ configuration: HiveConfiguration?, _ options: HiveOptions, showsOrigins: Bool) {
        let found = (configuration?.settings ?? []).map { setting in
            (setting: setting, override: configuration.flatMap { options.override(of: setting, in: $0) })
        }
        settings = found.map { setting, override in
            let (kind, subject): (String, String?) =
                switch setting.subject {
                case .application: ("application", nil)
                case .module(let name): ("module", name)
                case .service(let name): ("service", name)
                }
            return Setting(
                kind: kind,
                subject: subject,
                key: "\(setting.key)",
                value: JSONValue(setting.value),
                origin: PlaceEntry(setting.origin),
                hidden: setting.hidden.map { PlaceEntry($0.origin) },
                overriddenBy: override
            )
        }
        let lines = found.map { setting, override in
            let line = "\(setting.subject): \(setting.key) = \(setting.value)"
            guard showsOrigins else { return line }
            let others = setting.hidden.map { "\($0.origin)" }.joined(separator: ", ")
            let hidden = others.isEmpty ? "" : ", hides \(others)"
            return "\(line) [\(setting.origin)]\(hidden)" + (override.map { "; overridden by \($0)" } ?? "")
        }
        let shown = lines.map { $0.onOneLine + "\n" }.joined()
        let hidden = configuration?.modulesWithoutOptionsType.map { name in
            "The options of \(name) are not shown: without an optionsType nothing says which of them are secret."
        }
        let notes = (hidden ?? []).map { $0.onOneLine + "\n" }.joined()
        text = lines.isEmpty ? "No property list says anything.\n" : shown + (notes.isEmpty ? "" : "\n" + notes)
    }
}

extension HiveOptions {
    /// What overrides the files for a value of the application, or a timeout; nil where the file's value counts.
    fileprivate func override(
        of setting: HiveConfiguration.Setting,
        in configuration: HiveConfiguration
    ) -> String? {
        let path = setting.key.components.compactMap { component -> String? in
            if case .key(let key) = component { key } else { nil }
        }
        guard setting.subject == .application, path.count == setting.key.components.count else { return nil }
        switch path.first {
        case "values":
            let value = path.dropFirst().joined(separator: ".")
            let own = configuration.completing(HiveOptions()).context.values.origin(of: value)
            let effective = context.values.origin(of: value)
            return effective == own ? nil : effective
        case "environment" where configuration.environment != context.environment:
            return "the environment \(context.environment)"
        case "applicationName" where configuration.applicationName != context.name:
            return "the name \(context.name)"
        case "applicationKey" where configuration.applicationKey != context.key:
            return "another key"
        case "timeouts":
            return path.count == 2 && timeouts.states(path[1]) ? "\(timeouts.origin)" : nil
        default:
            return nil
        }
    }
}

/// A value of a property list as JSON has it: a date as seconds since the first instant of 2001, data as numbers.
struct JSONValue: Encodable, Sendable {
    private let value: ConfigurationValue

    init(_ value: ConfigurationValue) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .string(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        // JSON has no number for these.
        case .real(let number) where !number.isFinite: try container.encode("\(number)")
        case .real(let number): try container.encode(number)
        case .boolean(let flag): try container.encode(flag)
        case .date(let seconds): try container.encode(seconds)
        case .data(let bytes): try container.encode(bytes)
        case .array(let elements): try container.encode(elements.map { JSONValue($0) })
        case .dictionary(let entries): try container.encode(entries.mapValues { JSONValue($0) })
        }
    }
}
