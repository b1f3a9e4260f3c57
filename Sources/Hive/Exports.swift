// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A program that imports Hive needs no other import for values, options, key paths, origins, problems and errors.
@_exported public import HiveDecoding
