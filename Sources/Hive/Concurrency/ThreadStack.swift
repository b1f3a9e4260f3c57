// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The addresses of a thread's stack, which grows downwards.
struct ThreadStack {
    /// Nil where the system does not say.
    private let addresses: Range<UInt>?

    /// What is left for the code that has to run when no more may be begun, and for errors to be made.
    private static let reserve: UInt = 64 * 1_024

    /// Asks the system, which takes some microseconds.
    static func ofCallingThread() -> ThreadStack {
        #if canImport(Darwin)
        let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
        return ThreadStack(addresses: top - UInt(pthread_get_stacksize_np(pthread_self()))..<top)
        #else
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        // The function is an extension of the C libraries, and Swift's modules for them leave it out.
        typealias Function = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
        guard let symbol = dlsym(nil, "pthread_getattr_np") else { return ThreadStack(addresses: nil) }
        // Sound: this is how both C libraries declare it.
        let getAttributes = unsafeBitCast(symbol, to: Function.self)
        guard getAttributes(pthread_self(), attributes) == 0 else { return ThreadStack(addresses: nil) }
        defer { pthread_attr_destroy(attributes) }
        var lowest: UnsafeMutableRawPointer?
        var size = 0
        guard pthread_attr_getstack(attributes, &lowest, &size) == 0 else { return ThreadStack(addresses: nil) }
        let start = UInt(bitPattern: lowest)
        return ThreadStack(addresses: start..<start + UInt(size))
        #endif
    }

    /// Whether the calling thread, whose stack this is, should begin nothing that needs much of it.
    ///
    /// On a small stack less is kept back; code that runs on a stack of its own is never told to stop.
    var isNearlyUsedUp: Bool {
        guard let addresses else { return false }
        var marker: UInt8 = 0
        let here = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
        let reserve = min(Self.reserve, UInt(addresses.count) / 4)
        return addresses.contains(here) && here - addresses.lowerBound < reserve
    }
}
