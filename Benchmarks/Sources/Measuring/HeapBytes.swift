// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import CMeasuring

/// Returns how many bytes the process has on the heap, or nil where the C library does not say.
///
/// glibc counts its first arena only: set `MALLOC_ARENA_MAX=1`.
package func heapBytes() -> Int? {
    let bytes = CMeasuringHeapBytes()
    return bytes < 0 ? nil : bytes
}
