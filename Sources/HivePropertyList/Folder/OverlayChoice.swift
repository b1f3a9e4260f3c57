// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// For which environment overlays are read.
package enum OverlayChoice: Sendable {
    /// The one that somebody states, who wins over files, and what errors call the place.
    case stated(HiveEnvironment, source: String?)
    /// The one that modules.plist names, if it names any.
    case fromFile
    /// The one that was chosen before, or none; what files say by now makes no difference.
    case fixed(HiveEnvironment?)

    /// The one that somebody states, or else the one that modules.plist names.
    package init(_ stated: HiveEnvironment?, source: String? = nil) {
        self = stated.map { .stated($0, source: source) } ?? .fromFile
    }

    /// The one that somebody states.
    package var stated: HiveEnvironment? {
        if case .stated(let environment, _) = self { environment } else { nil }
    }
}

/// For which environment overlays were read, and for which ones there are some.
package struct OverlaysRead: Sendable {
    package let environment: HiveEnvironment?
    package let known: Set<HiveEnvironment>

    init(for environment: HiveEnvironment?, among names: [String]) {
        self.environment = environment
        let files = ["modules", "services"].flatMap { ConfigurationFiles.overlays($0, among: names) }
        known = Set(files.compactMap { FileName($0).stemAndEnvironment.map { HiveEnvironment($0.environment) } })
    }
}
