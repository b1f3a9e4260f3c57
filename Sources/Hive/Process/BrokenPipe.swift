// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

/// Writes to a pipe whose other end may be closed: that is an error of the call, and does not end the process.
///
/// The kernel sends SIGPIPE to the thread that writes, so that thread blocks it during the call. The process's action
/// for the signal is never changed, because other threads rely on it at the same time.
package enum BrokenPipe {
    /// Writes bytes once, as the system's `write` does.
    ///
    /// - Returns: How many were written, or -1 and the error's code.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (count: Int, code: Int32) {
        var result = (count: -1, code: Int32(0))
        #if canImport(Darwin)
        // There the signal goes to the process, whichever thread writes; but a descriptor can be told to send none.
        let former = fcntl(descriptor, F_GETNOSIGPIPE)
        _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
        result.count = systemWrite(descriptor, bytes.baseAddress, bytes.count)
        result.code = errno
        if former == 0 { _ = fcntl(descriptor, F_SETNOSIGPIPE, 0) }
        #else
        ignoring {
            result.count = systemWrite(descriptor, bytes.baseAddress, bytes.count)
            result.code = errno
        }
        #endif
        return result
    }

    /// Blocks SIGPIPE in the calling thread for good; the thread is about to end the process.
    ///
    /// Output that is written then, such as what `print` has buffered, must not change the exit code.
    package static func keepBackForGood() { _ = keepBack() }

    /// Runs a closure; what it writes in this thread, with whichever calls, does not end the process.
    static func ignoring(_ body: () -> Void) {
        // A signal that is pending already belongs to other code, which blocks it as well.
        let wasPending = SignalTrap.isPending(SIGPIPE)
        let former = keepBack()
        body()
        if !wasPending, SignalTrap.isPending(SIGPIPE) { takePending() }
        if var former { pthread_sigmask(SIG_SETMASK, &former, nil) }
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        return signals
    }

    /// Takes a SIGPIPE that is pending for the calling thread, and that it blocks.
    private static func takePending() {
        var signals = signals
        #if canImport(Darwin)
        var number: Int32 = 0
        sigwait(&signals, &number)
        #else
        // No time at all, byte by byte: an optimized build does not find the members of the C structure.
        withUnsafeTemporaryAllocation(
            byteCount: MemoryLayout<timespec>.size,
            alignment: MemoryLayout<timespec>.alignment
        ) { noTime in
            noTime.initializeMemory(as: UInt8.self, repeating: 0)
            let time = noTime.baseAddress?.assumingMemoryBound(to: timespec.self)
            while sigtimedwait(&signals, nil, time) < 0, errno == EINTR {}
        }
        #endif
    }

    /// Blocks SIGPIPE in the calling thread, and returns which signals were blocked before.
    private static func keepBack() -> sigset_t? {
        var (signals, former) = (signals, sigset_t())
        return pthread_sigmask(SIG_BLOCK, &signals, &former) == 0 ? former : nil
    }
}

/// The system's function, which the type's own would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
