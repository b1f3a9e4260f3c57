// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Any bytes as a request to a control socket, and as the answer of one.
@c(LLVMFuzzerTestOneInput)
public func fuzzControl(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(start, count) { try ControlInvariants.check($0, of: asked.get()) }
}

private let asked = Result { try ControlInvariants.makeHive() }
