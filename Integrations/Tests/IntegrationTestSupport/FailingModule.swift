// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

/// A module that fails twice as it comes up, and then no more.
package actor FailingModule: FactoryModule {
    package struct Refused: Error {}

    package static let manifest = ModuleManifest(onFailure: .restart)

    private let attempt: Int

    package init(attempt: Int) { self.attempt = attempt }

    package func initialize(_ context: ModuleContext) async throws { if attempt <= 2 { throw Refused() } }
}
