// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if HIVE_THREAD_SANITIZER
/// The stand-in of `HiveConcurrency`, because the thread sanitizer misreports the standard library's lock.
@usableFromInline
typealias Mutex = SanitizedMutex
#endif
