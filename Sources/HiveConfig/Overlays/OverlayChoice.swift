// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

/// For which environment overlays are read.
enum OverlayChoice: Sendable {
    /// The one that somebody states, who wins over files, and what errors call the place.
    case stated(HiveEnvironment, source: String?)
    /// The one that modules.plist names, if it names any.
    case fromFile
    /// The one that was chosen before, or none; what files say by now makes no difference.
    case fixed(HiveEnvironment?)

    /// The one that somebody states, or else the one that modules.plist names.
    init(_ stated: HiveEnvironment?, source: String? = nil) {
        self = stated.map { .stated($0, source: source) } ?? .fromFile
    }

    /// The one that a hive will run in, or else the one that modules.plist names.
    init(_ context: HiveContext) {
        self.init(context.statedEnvironment, source: context.environmentSource)
    }

    /// The one that somebody states.
    var stated: HiveEnvironment? {
        if case .stated(let environment, _) = self { environment } else { nil }
    }
}

/// For which environment overlays were read, and for which ones there are some.
struct OverlaysRead: Sendable {
    let environment: HiveEnvironment?
    private let known: Set<HiveEnvironment>

    init(for environment: HiveEnvironment?, among names: [String]) {
        self.environment = environment
        let files = ["modules", "services"].flatMap { ConfigurationFiles.overlays($0, among: names) }
        known = Set(files.compactMap { FileName($0).stemAndEnvironment.map { HiveEnvironment($0.environment) } })
    }

    /// Says that a hive runs in another environment, where that makes a difference to what was read.
    func problem(in context: HiveContext) -> Problem? {
        guard let wanted = context.statedEnvironment, wanted != environment, wanted.fault == nil else { return nil }
        guard known.contains(wanted) || environment.map(known.contains) == true else { return nil }
        let read = environment.map { "for \($0)" } ?? "without an environment"
        let text = """
            The hive runs in \(wanted), as \(context.environmentSource) says, and its overlays were read \(read).
            """
        let remedy = "Give HiveConfiguration the context that the hive gets."
        return Problem(.error, .invalidValue, at: nil, text, remedy: remedy)
    }
}
