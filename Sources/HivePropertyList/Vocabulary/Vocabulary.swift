// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The words of both files: their keys, and the words that stand for values.
///
/// A new key is a word here, a property of `StatedModule` or `StatedService`, which reads it, and what `ConfigurationResolver`
/// makes of it; then, for a module, a property of Hive's `ModuleDeclaration` and `ModuleDescriptor`, and of `ReloadPlan`
/// where a reload is to apply or report a change. The scopes are those of Hive's `ServiceScope`, which this library does not
/// know; a test compares them.
package enum Vocabulary {
    /// The keys of `modules.plist`.
    static let rootKeys = ["moduleClasses", "values", "applicationName", "applicationKey", "environment", "timeouts"]
    /// The keys of a drop-in, which may hold services as well.
    static let dropInKeys = rootKeys + ["services"]
    /// The keys of a hive's timeouts.
    package static let timeoutKeys = [
        "start", "stop", "drain", drainDelayKey, "health", "wholeStart", "wholeStop", "grace",
    ]
    /// The one among them that may be 0.
    static let drainDelayKey = "drainDelay"
    /// The keys of a module.
    static let moduleKeys = [
        "moduleClass", "moduleLevel", "modulePriority", "enabled", "environments", "dependencies", "options",
        "startTimeout", "stopTimeout", "drainTimeout", "initializesConcurrently",
    ]
    /// The keys of a dependency.
    static let dependencyKeys = ["module", "service", "optional"]
    /// The keys of a service.
    static let serviceKeys = ["service", "impl", "name", "scope", "ranking", "module"]

    /// The levels that have names.
    package static let levels = ["basic": 0, "normal": 1]
    /// How long an instance of a service lives.
    package static let scopes = ["shared", "transient"]
    /// The environments that many have; anyone may have others.
    static let environments = ["development", "test", "staging", "production"]
}
