// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension Hive {
    /// The hive as one HTML page, for a browser.
    ///
    /// ```swift
    /// let html = await hive.page()
    /// ```
    ///
    /// It has the modules in boot order with state, health and the time that their start took; which depends on which;
    /// when each hook of start, reload and stop ran, with the critical paths of start and stop; services with who
    /// provides and who uses them; events with how often each was delivered and who handles it; and options with their
    /// places.
    /// Options that are a `Secret`, or that no ``Hive/HiveModule/Options`` reads, are not shown (C54).
    ///
    /// Its head says of which process it is, of which version of the program where `HiveContext.version` knows, how
    /// long the hive has been up, and when the page was made.
    ///
    /// The page loads nothing, has no script, and holds whatever modules are called. It says what is so when it is
    /// made: of a hive that has not been started it shows the plan. It may be asked for at any time, also while the
    /// hive starts or stops, and costs nothing before that. Whoever serves it decides who may read it: it names files,
    /// modules and values.
    ///
    /// Where the hive runs, every module is asked how it is, as ``Hive/Hive/health()`` does, each within the timeout
    /// `health` (C53). Calls may be made at the same time. Asked for from within a health check, the page has no
    /// health.
    ///
    /// - Returns: A document in UTF-8, to be served as `text/html; charset=utf-8`.
    /// - Complexity: O(n log n) in the number of modules, dependencies, hooks, services, subscriptions and options.
    public func page() async -> String {
        HivePage(self, try? await health(), PageMaking()).markup.html
    }
}

extension HookContext where Self: ServiceLookup {
    /// The hive as one HTML page, for a module that serves it; see `page()` of the hive.
    ///
    /// - Throws: `HiveError` with `stopped` when the hive has stopped.
    public func page() async throws -> String {
        guard let hive else { throw HiveError(.stopped, "The hive has stopped, and has no page.") }
        return await hive.page()
    }
}
