// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The platform's C library, under one name for whoever in this package needs it.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Android)
@_exported public import Android
#else
@_exported public import Darwin
#endif
