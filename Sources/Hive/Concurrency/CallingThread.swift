// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

/// The calling thread, by its handle, which no other one has while this one lives.
var callingThread: UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
}
