// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a hive is doing.
@nonexhaustive public enum HiveState: String, Sendable {
    /// Not started yet: modules and services can be registered.
    case created
    /// Bringing its modules up.
    case starting
    /// Every module is ready.
    case running
    /// Taking its modules down.
    case stopping
    /// Stopped for good.
    case stopped
    /// Its start failed; everything was rolled back.
    case failed
}
