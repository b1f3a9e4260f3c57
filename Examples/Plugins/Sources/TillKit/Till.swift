// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import HiveCommands
import TeaInterface

/// Runs the till: its own module, those that are linked into the program, and those of the libraries that
/// `--plugins` names.
package func runTill(_ records: HiveRecords) async {
    let options = HiveOptions(context: .process(name: "Till", prefix: "TILL"))
    let makeHive: @Sendable () throws -> Hive = {
        let hive = Hive(records, options: options)
        try hive.modules.register(TillModule.self)
        for path in try options.context.values.value("plugins", default: "").split(separator: ",") {
            try PlugIn.open(String(path)).register(in: hive)
        }
        return hive
    }
    await HiveCommandLine(program: "Till", hive: makeHive).answer()
    await Hive.main(makeHive)
}
