// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

@_exported import HiveBase
