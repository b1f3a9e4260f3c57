// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension Hive {
    /// What is still registered for a module, or, with nil, for anything; for tests.
    package func remains(of module: String?) -> [String] {
        services.registrations(of: module) + events.subscriptions(of: module) + engine.registries.keys(of: module)
    }
}

extension EventCenter {
    fileprivate func subscriptions(of module: String?) -> [String] {
        let (count, names) = state.withLock { state in
            let bindings = state.bindings.filter { module == nil || $0.value.owner.name == module }
            return (state.subscriptionCount(of: module), bindings.keys.sorted())
        }
        return (count == 0 ? [] : ["\(count) subscriptions"]) + names.map { "the name \"\($0)\"" }
    }
}

extension ServiceManager {
    fileprivate func registrations(of module: String?) -> [String] {
        state.withLock { state in
            state.registry.registrations
                .filter { module == nil || $0.owner.name == module }
                .map { "service \($0.key)" }
                .sorted()
        }
    }
}
