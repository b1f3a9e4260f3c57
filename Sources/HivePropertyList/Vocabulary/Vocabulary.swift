// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The words of both files: their keys, and the words that stand for values.
///
/// A new key is a word here, a property of `StatedModule` or `StatedService`, which reads it, and what
/// `ConfigurationResolver` makes of it; then, for a module, a property of Hive's `ModuleDeclaration` and
/// `ModuleDescriptor`, and of `ReloadPlan` where a reload is to apply or report a change. The scopes are those of
/// Hive's `ServiceScope`, which this library does not know; a test compares them.
package enum Vocabulary {
    /// The keys of a drop-in.
    enum RootKey: String, CaseIterable {
        case moduleClasses, values, applicationName, applicationKey, environment, timeouts
        /// The one that `modules.plist` does not have.
        case services
    }

    /// The keys of a hive's timeouts.
    package enum TimeoutKey: String, CaseIterable {
        case start, stop, drain, drainDelay, health, wholeStart, wholeStop, grace
    }

    /// The keys of a module.
    enum ModuleKey: String, CaseIterable {
        case moduleClass, moduleLevel, modulePriority, enabled, environments, dependencies, options
        case startTimeout, stopTimeout, drainTimeout, initializesConcurrently
    }

    /// The keys of a dependency.
    enum DependencyKey: String, CaseIterable {
        case module, service, optional
    }

    /// The keys of a service.
    enum ServiceKey: String, CaseIterable {
        case service, impl, name, scope, ranking, module
    }

    /// The levels that have names.
    package static let levels = ["basic": 0, "normal": 1]
    /// How long an instance of a service lives.
    package static let scopes = ["shared", "transient"]
    /// The environments that many have; anyone may have others.
    package static let environments = ["development", "test", "staging", "production"]
}
