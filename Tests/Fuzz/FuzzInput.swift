// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Checks the invariants of one input; libFuzzer keeps an input for which the process ends.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int, _ check: ([UInt8]) throws -> Void) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        try check(bytes)
    } catch {
        fatalError("\(error)")
    }
    return 0
}
