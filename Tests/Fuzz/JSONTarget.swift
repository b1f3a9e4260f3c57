// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Any bytes as a JSON file.
@c(LLVMFuzzerTestOneInput)
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(start, count, JSONInvariants.check)
}
