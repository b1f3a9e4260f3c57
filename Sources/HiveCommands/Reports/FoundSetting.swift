// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveReports

/// A setting, wherever it comes from.
struct FoundSetting {
    let subject: HiveConfiguration.Setting.Subject
    let key: ConfigurationKeyPath
    let value: ConfigurationValue
    let origin: Origin
    /// The places that it hides, the strongest first.
    let hidden: [Origin]
    var override: String?

    init(_ setting: HiveConfiguration.Setting) {
        subject = setting.subject
        key = setting.key
        value = setting.value
        origin = setting.origin
        hidden = setting.hidden.map(\.origin)
    }

    init?(_ module: String, _ path: ConfigurationKeyPath, _ statements: [OptionSources.Statement]) {
        guard let winner = statements.first else { return nil }
        subject = .module(module)
        key = ConfigurationKeyPath([.key("options")]).appending(path)
        value = winner.value
        origin = winner.origin
        hidden = statements.dropFirst().map(\.origin)
    }

    /// What it is about, in a word, and the name of the module or the service.
    private var about: (kind: String, name: String?) {
        switch subject {
        case .application: ("application", nil)
        case .module(let name): ("module", name)
        case .service(let name): ("service", name)
        }
    }

    var subjectName: String? { about.name }
    var isOfService: Bool { about.kind == "service" }

    /// How the setting may be called, by what its module may be called: `Cart.maximumLines`, `values.port`.
    func spellings(_ names: [String: [String]]) -> [String] {
        let key = "\(key)"
        guard let subjectName else { return [key] }
        let short = [key.without(beginning: "options.")].compactMap(\.self)
        return (names[subjectName] ?? [subjectName]).flatMap { name in ([key] + short).map { "\(name).\($0)" } }
    }

    var isNotOnlyInFiles: Bool { ([origin] + hidden).contains { $0.source != .propertyList } }

    func line(showsOrigins: Bool) -> String {
        showsOrigins ? "\(subject): \(statement)" : "\(subject): \(key) = \(value)"
    }

    /// The key, the value and the places in one line, without whose it is.
    var statement: String {
        let hides = hidden.isEmpty ? "" : ", hides \(hidden.list)"
        return "\(key) = \(value) [\(origin)]\(hides)" + (override.map { "; overridden by \($0)" } ?? "")
    }
}

extension FoundSetting {
    /// The setting as an object: `hidden` has the places whose values are hidden, the strongest first, and
    /// `overriddenBy` what overrides the files, such as an environment variable.
    var entry: ConfigurationValue {
        .object([
            "kind": .string(about.kind),
            "subject": subjectName.map { .string($0) },
            "key": .string("\(key)"),
            "value": value,
            "origin": origin.entry,
            "hidden": hidden.entry,
            "overriddenBy": override.map { .string($0) },
        ])
    }
}
