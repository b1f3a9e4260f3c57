// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Is not in the second version.
public func goes() {}
