// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// A module whose name, where it is logged as it is, ends a line, forges the next one, and clears a terminal.
public final class UntidyModule: HiveModule {
    /// What the module is: of such a name.
    public static let manifest = ModuleManifest(name: "Till\nhive: stopped\u{1B}[2J")

    /// The name as it is to be shown.
    public static let shownName = #"Till\nhive: stopped\u{1B}[2J"#

    /// Creates the module.
    public init() {}
}
