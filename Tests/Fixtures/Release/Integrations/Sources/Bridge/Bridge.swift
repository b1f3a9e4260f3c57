// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// What Hive says.
public func bridged() -> Int { stays() }
