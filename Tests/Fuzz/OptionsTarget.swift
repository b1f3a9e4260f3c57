// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Any bytes as a property list that holds a module's options.
@c(LLVMFuzzerTestOneInput)
public func fuzzOptions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(start, count, OptionsInvariants.check)
}
