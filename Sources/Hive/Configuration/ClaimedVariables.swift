// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The beginnings of environment variables that speak of modules' options, so that no application finds them among its
/// values.
///
/// Which modules there are is only known when a hive is planned; its values refer to this and are told then.
final class ClaimedVariables: Sendable {
    private let stems = Mutex<Set<String>>([])

    /// Takes in the variables that begin with some texts, each of which ends with an underscore.
    func insert(_ new: [String]) { stems.withLock { $0.formUnion(new) } }

    /// Whether a variable speaks of a module's options.
    func contain(_ variable: String) -> Bool {
        let ends = variable.utf8.indices.filter { variable.utf8[$0] == UInt8(ascii: "_") }
        return stems.withLock { stems in ends.contains { stems.contains(spelt: String(variable[...$0])) } }
    }
}
