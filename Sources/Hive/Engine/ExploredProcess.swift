// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A process in which the test kit decides the schedule (C68): set there once, before the first hive is made.
package enum ExploredProcess {
    package typealias Adjust = @Sendable (inout HiveOptions) -> Void

    private static let adjustment = Mutex<Adjust?>(nil)

    /// Says what every hive of the process is made with instead.
    package static func set(_ adjust: @escaping Adjust) { adjustment.withLock { $0 = adjust } }

    static var isSet: Bool { adjustment.withLock { $0 != nil } }

    static func adjust(_ options: inout HiveOptions) { adjustment.withLock { $0 }?(&options) }
}
