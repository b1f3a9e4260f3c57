// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
import Glibc

/// An instruction of a filter of the kernel: loads a part of a call, compares what was loaded, or decides.
private struct FilterStep: BitwiseCopyable {
    static let load: UInt16 = 0x20
    static let compare: UInt16 = 0x15
    static let decide: UInt16 = 0x06

    let code: UInt16
    var skippedIfEqual: UInt8 = 0
    var skippedOtherwise: UInt8 = 0
    let value: UInt32
}

private struct Filter {
    let count: UInt16
    let steps: UnsafePointer<FilterStep>
}

/// Has a function called where this process makes a socket of the network, in its place and by the same thread.
///
/// What comes through one, and when, no schedule decides, and a call that blocks would show nowhere. It is for good,
/// and for what the process starts as well. Where the system does not allow it, nothing is done.
func refuseSockets(_ refuse: @convention(c) (Int32) -> Void) {
    #if arch(x86_64)
    let call: UInt32 = 41
    #else
    let call: UInt32 = 198
    #endif
    signal(SIGSYS, refuse)
    let steps = [
        FilterStep(code: FilterStep.load, value: 0),  // The number of the call.
        FilterStep(code: FilterStep.compare, skippedOtherwise: 3, value: call),
        FilterStep(code: FilterStep.load, value: 16),  // Its first argument.
        FilterStep(code: FilterStep.compare, skippedIfEqual: 2, value: UInt32(AF_INET)),
        FilterStep(code: FilterStep.compare, skippedIfEqual: 1, value: UInt32(AF_INET6)),
        FilterStep(code: FilterStep.decide, value: 0x7fff_0000),  // SECCOMP_RET_ALLOW
        FilterStep(code: FilterStep.decide, value: 0x0003_0000),  // SECCOMP_RET_TRAP
    ]
    steps.withUnsafeBufferPointer { steps in
        // PR_SET_NO_NEW_PRIVS, without which a filter needs privileges.
        guard let start = steps.baseAddress, setOption(38, 1, nil, 0, 0) == 0 else { return }
        var filter = Filter(count: UInt16(steps.count), steps: start)
        // PR_SET_SECCOMP, SECCOMP_MODE_FILTER
        _ = withUnsafePointer(to: &filter) { setOption(22, 2, $0, 0, 0) }
    }
}
#endif
