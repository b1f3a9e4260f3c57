// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ColdRun
import Logging
import ServiceLifecycle
import Synchronization

/// A service that says when it runs.
protocol CountedService: Service {
    init(_ started: StartCount)
}

/// Lets whoever starts services know that all of them run.
final class StartCount: Sendable {
    private let left: Atomic<Int>
    let stream = AsyncStream<Void>.makeStream()

    init(_ count: Int) {
        left = Atomic(count)
    }

    func add() {
        if left.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { stream.continuation.finish() }
    }
}

/// A process that starts and stops a group of services once.
@main struct ColdServices {
    static func main() async throws {
        try await runOnce { count in
            let started = StartCount(count)
            let group = ServiceGroup(
                services: types.prefix(count).map { $0.init(started) },
                logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
            )
            async let end: Void = group.run()
            for await _ in started.stream.stream {}
            await group.triggerGracefulShutdown()
            try await end
            return count
        }
    }
}
