// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Any bytes as the name of a type.
@c(LLVMFuzzerTestOneInput)
public func fuzzTypeName(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(start, count, TypeNameInvariants.check)
}
