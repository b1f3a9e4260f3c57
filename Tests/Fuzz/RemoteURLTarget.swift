// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import Synchronization

/// Any bytes as a URL from outside.
@c(LLVMFuzzerTestOneInput)
public func fuzzRemoteURL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        let doors = try Door.doors.get()
        try wait { try await RemoteURLInvariants.check(bytes, in: doors) }
    }
}

private enum Door {
    static let doors = Result { try wait { try await RemoteURLInvariants.makeDoors() } }
}

/// Runs asynchronous code to its end; libFuzzer's threads are none of the ones that it needs.
private func wait<Success: Sendable>(_ body: @escaping @Sendable () async throws -> Success) throws -> Success {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Success, any Error>?>(nil)
    Task.detached {
        do {
            let success = try await body()
            result.withLock { $0 = .success(success) }
        } catch {
            result.withLock { $0 = .failure(error) }
        }
        done.signal()
    }
    done.wait()
    guard let result = result.withLock({ $0 }) else { fatalError("The task has ended without a result.") }
    return try result.get()
}
