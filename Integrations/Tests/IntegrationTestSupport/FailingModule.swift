// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import Synchronization

/// A module that fails twice as it comes up, and then no more.
package actor FailingModule: FactoryModule {
    package struct Refused: Error {}

    package static let manifest = ModuleManifest(onFailure: .restart)

    private let attempt: Int

    private init(attempt: Int) { self.attempt = attempt }

    /// Makes one instance after the other.
    package static func factory() -> @Sendable () async throws -> FailingModule {
        let attempts = Mutex(0)
        return {
            FailingModule(
                attempt: attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
            )
        }
    }

    package func initialize(_ context: ModuleContext) async throws { if attempt <= 2 { throw Refused() } }
}
