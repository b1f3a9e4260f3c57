// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Whoever reads values needs what they consist of, and what errors about them say.
@_exported public import HiveBase
