// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How long a module's hooks may take, as one source says; nil leaves it to the next one, and at last to the hive.
package struct ModuleTimeouts: Hashable, Sendable {
    /// For each hook of the start.
    package var start: Duration?
    /// For each hook of the stop.
    package var stop: Duration?
    /// For the work to end, when it was asked to.
    package var drain: Duration?

    /// Creates timeouts.
    package init(start: Duration? = nil, stop: Duration? = nil, drain: Duration? = nil) {
        self.start = start
        self.stop = stop
        self.drain = drain
    }

    /// The timeout of the hooks that have one of the hive's timeouts.
    subscript(name: HiveTimeouts.Name) -> Duration? {
        switch name {
        case .start: start
        case .stop: stop
        case .drain: drain
        case .drainDelay, .health, .wholeStart, .wholeStop, .grace: nil
        }
    }

    /// What these say, and of the rest what others do.
    func completed(by weaker: ModuleTimeouts) -> ModuleTimeouts {
        ModuleTimeouts(start: start ?? weaker.start, stop: stop ?? weaker.stop, drain: drain ?? weaker.drain)
    }
}
