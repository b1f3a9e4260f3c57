// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform
import Synchronization

extension Hive {
    /// Starts, waits for SIGINT, SIGTERM, SIGHUP, a stop request or the cancellation of the calling task, and stops.
    ///
    /// The first signal stops the hive, also during the start; a second SIGINT or SIGTERM ends the process at once with
    /// 128 + its number, after naming what was left. The same signal within 0.1 s of the first does not count, because
    /// programs such as GNU `timeout` send it twice. SIGHUP stops the hive too, but counts neither as a first nor as a
    /// second signal. Signals are caught while this runs, and afterwards handled as before. Signals that the process
    /// ignores stay ignored, as `nohup` and `command &` in a shell script expect (C40, C59). What the hive does about
    /// further signals, and when the files of its configuration change (C66), its ``HiveOptions`` say. A signal that
    /// comes before this call ends the process as ever, unless ``catchSignals()`` was called.
    ///
    /// A supervisor that has set `NOTIFY_SOCKET`, such as systemd for a service of `Type=notify` or `notify-reload`, is
    /// told when the hive is ready, reloads and stops, which hook runs, that the last reload was refused, until one
    /// succeeds, and, with `WATCHDOG_USEC`, that the process is alive. That sign comes from a task, so that it fails to
    /// come when all threads of the pool are blocked. More time is asked for, 15 seconds from then on, when a start, a
    /// reload or a stop begins, and every five seconds of it, as long as the hooks that run have time left. A
    /// supervisor that does not read holds up nobody: what decides is sent when it reads again, of what only informs
    /// the last. One that cannot be told is no reason to stop: observers hear of it once, with
    /// ``HiveObservation/Kind/unavailable`` (C59).
    ///
    /// An argument in the context's values that nothing reads is an error before the first module is made (C54).
    ///
    /// - Throws: What ``start()`` and ``stop(_:)`` throw; ``HiveError`` with ``HiveErrorCode/invalidConfiguration`` and
    ///   a problem with ``HiveErrorCode/unknownArgument`` for each argument that nothing reads; with
    ///   ``HiveErrorCode/workFailed`` when a
    ///   module's work threw; with ``HiveErrorCode/invalidState`` when another ``run()`` is under way in the process.
    public func run() async throws {
        let news = try SystemNews(self, ExitReporter(nil)) { _ in }
        defer { news.end() }
        try await runUntilStopped(news)
    }

    func runUntilStopped(_ news: SystemNews, _ body: HiveBody? = nil) async throws {
        engine.lifecycle.withLock { $0.checksArguments = true }
        try await withTaskCancellationHandler {
            try await engine.start(keepingAlive: self, for: body)
            news.receiver.startHasEnded()
            news.watcher?.begin()
            try await waitUntilStopped()
        } onCancel: {
            requestStop(.cancelled)
        }
    }
}

/// What the system tells one run of a hive: signals and, if that was asked for, that memory is short.
struct SystemNews {
    let receiver: SignalResponder
    private let trap: SignalTrap
    private let memory: MemoryPressureSource?
    fileprivate let watcher: ConfigurationWatcher?
    let supervisor: SupervisorReporter?
    private let observers: Observers

    /// Begins to listen; `complain` says what goes wrong while the hive runs.
    init(_ hive: Hive, _ reporter: ExitReporter, complain: @escaping @Sendable (String) -> Void) throws {
        let (receiver, trap) = try SignalResponder.begin(for: hive, reporter, complain: complain)
        (self.receiver, self.trap) = (receiver, trap)
        memory = hive.options.tellsMemoryPressure ? .kernel() : nil
        if hive.options.tellsMemoryPressure { hive.tellMemoryPressure(memory) }
        watcher = hive.options.watchesConfiguration ? ConfigurationWatcher(hive) { receiver.reload() } : nil
        observers = hive.engine.observers
        supervisor = SupervisorReporter(hive.engine, complain: complain)
        observers.run.set(supervisor)
    }

    /// Ends listening; signals are handled as before.
    func end() {
        memory?.end()
        watcher?.end()
        observers.run.set(nil)
        supervisor?.end()
        receiver.end()
        trap.restore()
    }
}
