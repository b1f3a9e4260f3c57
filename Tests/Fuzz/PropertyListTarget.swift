// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Any bytes as a property list file.
@c(LLVMFuzzerTestOneInput)
public func fuzzPropertyList(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(start, count, PropertyListInvariants.check)
}
