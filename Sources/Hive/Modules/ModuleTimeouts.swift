// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How long a module's hooks may take, as one source says; nil leaves it to the next one, and at last to the hive.
package struct ModuleTimeouts: Hashable, Sendable {
    /// For each hook of the start.
    package var start: Duration?
    /// For each hook of the stop.
    package var stop: Duration?

    /// Creates timeouts.
    package init(start: Duration? = nil, stop: Duration? = nil) {
        self.start = start
        self.stop = stop
    }
}
