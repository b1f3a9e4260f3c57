// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveReports

extension CommandReport {
    /// What the property lists say, merged, and the options of the modules from whatever source, each value with its
    /// place.
    static func config(_ configuration: HiveConfiguration?, _ hive: Hive, showsOrigins: Bool) -> CommandReport {
        let found = FoundSetting.all(configuration, hive)
        let lines = found.map { $0.line(showsOrigins: showsOrigins).onOneLine + "\n" }
        let hidden = configuration?.modulesWithoutOptionsType.map { name in
            "The options of \(name) are not shown: without a type of its options nothing says which of them are secret."
        }
        let notes = (hidden ?? []).map { $0.onOneLine + "\n" }.joined()
        let shown = lines.joined()
        return CommandReport(
            ["settings": .array(found.map(\.entry))],
            text: lines.isEmpty ? "No file says anything.\n" : shown + (notes.isEmpty ? "" : "\n" + notes)
        )
    }
}

extension FoundSetting {
    /// What the files say, and whatever else counts for the options of the modules: defaults, code, variables,
    /// arguments.
    static func all(_ configuration: HiveConfiguration?, _ hive: Hive) -> [FoundSetting] {
        let modules = hive.modules.descriptors
        var options: [String: [FoundSetting]] = [:]
        for module in modules {
            options[module.name] = module.optionSources.statements.compactMap { FoundSetting(module.name, $0, $1) }
        }
        var result: [FoundSetting] = []
        for (subject, settings) in (configuration?.settings ?? []).grouped(by: \.subject) {
            var own: [FoundSetting] = []
            if case .module(let name) = subject { own = options.removeValue(forKey: name) ?? [] }
            result += settings.map { setting in
                // Where only files speak, they say best what they hide.
                let place = own.firstIndex { $0.key == setting.key }
                if let whole = place.map({ own.remove(at: $0) }), whole.isNotOnlyInFiles { return whole }
                var found = FoundSetting(setting)
                found.override = configuration.flatMap { hive.options.override(of: setting, in: $0) }
                return found
            }
            // What no file says about the options of a module comes behind what files say about it.
            result += own
        }
        return result + modules.flatMap { options.removeValue(forKey: $0.name) ?? [] }
    }
}

extension HiveOptions {
    /// What overrides the files for a value of the application, or a timeout; nil where the file's value counts.
    func override(
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
