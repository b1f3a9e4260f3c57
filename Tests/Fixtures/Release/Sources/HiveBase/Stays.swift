// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Is in every version.
public func stays() -> Int { 1 }
