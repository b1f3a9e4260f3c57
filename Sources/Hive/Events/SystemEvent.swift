// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the system tells the process, beside the signals that end it (B10).
///
/// A module subscribes once, and switches; one that wants a single kind asks for that alone:
///
/// ```swift
/// try context.events.subscribe(SystemEvent.self) { event, _ in
///     if event == .memoryPressure { cache.removeAll() }
/// }
/// ```
///
/// Later versions may add kinds, so that a `switch` outside of Hive needs an `@unknown default`. ``HiveOptions`` say
/// which of them a hive hears of. They are Hive's own: a subscription to every event does not hear of them.
@nonexhaustive public enum SystemEvent: HiveEvent {
    /// The process is about to be suspended, with SIGTSTP; it is when every handler has run.
    case suspend
    /// The process goes on, after SIGCONT.
    case resume
    /// Memory is short: tasks of the process's control group, or of the machine, wait for it.
    ///
    /// It comes at most every two seconds while that goes on.
    case memoryPressure
    /// SIGHUP asked for the configuration to be read again; the hive has reloaded its own files before.
    case configurationReload
}
