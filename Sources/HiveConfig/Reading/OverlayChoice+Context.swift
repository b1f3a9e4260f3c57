// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

extension OverlayChoice {
    /// The one that a hive will run in, or else the one that modules.plist names.
    init(_ context: HiveContext) {
        self.init(context.statedEnvironment, source: context.environmentSource)
    }
}

extension OverlaysRead {
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
