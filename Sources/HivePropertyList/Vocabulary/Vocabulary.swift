// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The words of both files: their keys, and the words that stand for values.
///
/// A new key is a word here, a property of `StatedModule` or `StatedService`, which reads it, and what
/// `ConfigurationResolver` makes of it; then, for a module, a property of Hive's `ModuleManifest`, and of
/// `ReloadPlan` where a reload is to apply or report a change. The scopes are those of
/// Hive's `ServiceScope`, which this library does not know; a test compares them.
package enum Vocabulary {
    /// The keys of a drop-in.
    package enum RootKey: String, CaseIterable {
        case moduleClasses, values, applicationName, applicationKey, environment, timeouts, onFailure
        /// The one that `modules.plist` does not have.
        case services
    }

    /// The keys of a hive's timeouts.
    package enum TimeoutKey: String, CaseIterable {
        case start, stop, drain, drainDelay, health, wholeStart, wholeStop, grace
    }

    /// The keys of a module.
    package enum ModuleKey: String, CaseIterable {
        case moduleClass, level, priority, needs, enabled, environments, options
        case startTimeout, stopTimeout, drainTimeout, initializesConcurrently, onFailure
        /// BeeHive's words for `level` and `priority`.
        case moduleLevel, modulePriority
    }

    /// The name of a module's key in Hive, for one that BeeHive names otherwise.
    package static func title(ofModuleKey key: String) -> String {
        switch ModuleKey(rawValue: key) {
        case .moduleLevel: ModuleKey.level.rawValue
        case .modulePriority: ModuleKey.priority.rawValue
        default: key
        }
    }

    /// What to do about a key that others write into a module's entry: that of a former version, and what only the
    /// type states.
    static func remedy(forModuleKey key: String) -> String? {
        switch key {
        case "dependencies": "It is called \"needs\"."
        case "name", "provides", "work", "workMayEnd": "Only the module's code can state it, in its manifest."
        default: nil
        }
    }

    /// What may happen when a module fails.
    package static let failurePolicies = ["stop", "leaveOut", "restart"]

    /// The keys of a failure policy.
    package enum PolicyKey: String, CaseIterable {
        case policy, limit, within, delay, maximumDelay, keepsReady
    }

    /// The keys of a dependency.
    package enum DependencyKey: String, CaseIterable {
        case module, service, optional
    }

    /// The keys of a service.
    package enum ServiceKey: String, CaseIterable {
        case service, impl, name, scope, ranking, module
    }

    /// The levels that have names.
    package static let levels = ["basic": 0, "normal": 1]
    /// How long an instance of a service lives.
    package static let scopes = ["shared", "transient"]
    /// The environments that many have; anyone may have others.
    package static let environments = ["development", "test", "staging", "production"]
}
