// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How long an instance of a service lives; property lists spell the cases by their names.
public enum ServiceScope: String, Hashable, Sendable, CaseIterable {
    /// One instance, made at first use and then kept.
    case shared
    /// A new instance for each lookup.
    case transient
}
