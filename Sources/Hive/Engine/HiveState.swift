// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a hive is doing.
public struct HiveState: Hashable, Sendable, CustomStringConvertible {
    enum Value: String, Sendable {
        case created, starting, running, stopping, stopped, failed
    }

    let value: Value

    /// Not started yet: modules and services can be registered.
    public static let created = HiveState(value: .created)
    /// Bringing its modules up.
    public static let starting = HiveState(value: .starting)
    /// Every module is ready.
    public static let running = HiveState(value: .running)
    /// Taking its modules down.
    public static let stopping = HiveState(value: .stopping)
    /// Stopped for good.
    public static let stopped = HiveState(value: .stopped)
    /// Its start failed; everything was rolled back.
    public static let failed = HiveState(value: .failed)

    /// The state's name.
    public var description: String { value.rawValue }
}
