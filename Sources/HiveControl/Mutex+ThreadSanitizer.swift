// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if HIVE_THREAD_SANITIZER
import Hive

/// The stand-in of `Hive`, because the thread sanitizer misreports the standard library's lock.
typealias Mutex = SanitizedMutex
#endif
