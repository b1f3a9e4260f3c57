// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A program that imports Hive needs no other import for values, key paths, origins and problems.
@_exported public import HiveBase
