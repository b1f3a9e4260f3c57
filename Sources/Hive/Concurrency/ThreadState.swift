// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What Hive keeps for one thread, until the thread ends: the service that it is creating.
final class ThreadState {
    /// The innermost service creation of the thread.
    var creation: Creation?
    /// What collects the autowired fields of the object that the thread makes, where that is not left to the creation.
    var wiring: Autowiring?

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { value in
            let state: UnsafeMutableRawPointer? = value
            if let state { Unmanaged<ThreadState>.fromOpaque(state).release() }
        }
        precondition(status == 0, "Hive needs one thread-specific key, and the process has none left.")
        return key
    }()

    /// The state of the calling thread.
    static var current: ThreadState {
        // Sound: under the key there is nothing but a state that the thread has retained, until it ends.
        if let known = pthread_getspecific(key) { return Unmanaged.fromOpaque(known).takeUnretainedValue() }
        let state = ThreadState()
        pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
        return state
    }
}
