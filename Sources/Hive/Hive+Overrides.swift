// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Hive {
    /// Registers services that take the place of what modules and property lists register later, for tests.
    package var overridingRegistrar: ServiceRegistrar {
        let check: @Sendable () throws -> Void = { [weak self] in
            guard let self, self.engine.stage.current == .created else {
                throw HiveError(.invalidState, "A service can be overridden only before the hive is started.")
            }
        }
        return ServiceRegistrar(manager: services, owner: engine.owner, check: check, isOverride: true)
    }
}
