// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import HiveCommands
import TeaInterface

/// Runs the till: its own module, those that are linked into the program, and those of the libraries that
/// `--plugins` names.
package func runTill(_ records: HiveRecords) async {
    let options = HiveOptions(context: .process(name: "Till", prefix: "TILL", values: ["plugins"]))
    let makeHive: @Sendable () throws -> Hive = {
        let hive = Hive(records, options: options)
        try hive.modules.register(TillModule.self)
        let values = options.context.values
        for path in paths(in: try values.value("plugins", default: "")) {
            try PlugIn.open(path, namedBy: values.origin(of: "plugins") ?? "nobody").register(in: hive)
        }
        return hive
    }
    await HiveCommandLine(program: "Till", hive: makeHive).answer()
    await Hive.main(makeHive)
}

/// The paths in a list, which commas separate; a comma behind a backslash is a part of a path, and so is a backslash
/// behind another one.
private func paths(in list: String) -> [String] {
    var (paths, path, isLiteral) = ([String](), "", false)
    for character in list {
        switch character {
        case "\\" where !isLiteral:
            isLiteral = true
            continue
        case "," where !isLiteral:
            paths.append(path)
            path = ""
        case ",", "\\": path.append(character)
        default: path += (isLiteral ? "\\" : "") + String(character)
        }
        isLiteral = false
    }
    if isLiteral { path.append("\\") }
    return (paths + [path]).filter { !$0.isEmpty }
}
