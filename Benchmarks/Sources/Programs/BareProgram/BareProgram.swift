// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a program with an asynchronous main, a task group and a signal source weighs, and when it gets to work.
@main struct BareProgram {
    static func main() async {
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        source.setEventHandler { exit(0) }
        source.resume()
        await withTaskGroup { group in
            group.addTask {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                print(time.tv_sec * 1_000_000_000 + time.tv_nsec)
            }
        }
    }
}
