// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Hive {
    /// What `--help`, `-h` or `--version` is answered with by a program that has no parser of its own (C41); nil where
    /// none was given, or the program has declared it as a value.
    var standardAnswer: String? {
        guard let arguments = modules.selection.arguments else { return nil }
        if arguments.ask(for: "help", or: "-h") { return help(arguments) }
        if arguments.ask(for: "version") {
            let name = context.name.onOneLine
            return context.version.map { "\(name) \($0)".onOneLine } ?? "\(name) does not say which version it is."
        }
        return nil
    }

    /// What the program is, and which options it has as far as is known without starting it.
    private func help(_ arguments: UnreadArguments) -> String {
        let all = modules.registered
        let known = arguments.known(all.map(\.optionsTarget))
        let name = context.name.onOneLine
        let count = all.count(where: \.isEnabled)
        var lines = [
            "\(name) runs \(count.counted("module")).", "",
            "usage: \(name) [--Module.option=value]... [--key=value]...",
        ]
        func list(_ title: String, _ names: [String]) {
            if !names.isEmpty { lines += ["", title] + names.map { "  \($0)=…".onOneLine } }
        }
        list("Options of modules:", known.options)
        list("Values of the program:", known.values)
        let prefixes = context.values.prefixes.map(\.onOneLine)
        if let prefix = prefixes.first, let option = known.options.first {
            let variable = "\(prefix)_\(option.asVariable)"
            lines += ["", "Each is read from the environment as well, as \(variable) for \(option)."]
        }
        return lines.joined(separator: "\n")
    }
}
