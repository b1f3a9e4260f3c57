// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What the other libraries of this package use of it; nothing of it is public.
@_exported public import HiveConcurrency
// A program that imports Hive needs no other import for values, options, key paths, origins, problems and errors.
@_exported public import HiveDecoding
