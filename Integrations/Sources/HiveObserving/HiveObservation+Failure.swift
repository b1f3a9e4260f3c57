// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

extension HiveObservation {
    /// Whether something went wrong: that a hook was told to end is no failure, nor that a start or a reload was, if
    /// everything came down well then.
    package var isFailure: Bool {
        switch error {
        case nil: false
        case is CancellationError: kind != .didRunHook
        case let error as HiveError: error.exitCode != 0
        default: true
        }
    }
}
