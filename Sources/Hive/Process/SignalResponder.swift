// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HivePlatform
import Synchronization

/// What is done about signals, on a dispatch queue of its own, which no hook can block: they are kept until a hive is
/// run, and then are for that ``Hive/run()``.
final class SignalResponder: Sendable {
    struct State {
        /// The hive that is run; nil before.
        var hive: Hive?
        var reporter = ExitReporter(nil)
        /// Prints what goes wrong while the hive runs.
        var complain: @Sendable (String) -> Void = { _ in }
        /// Ends the making of the hive, when the first signal comes.
        var cancel: (@Sendable () -> Void)?
        /// Whether SIGHUP came before the run.
        var hasHungUp = false
        /// The signals that stop the hive, or end the process.
        var stops = StopSignals()
        /// Whether the process is to be suspended when the modules have been told.
        var isSuspending = false
        /// Whether ``Hive/run()`` is over.
        var hasEnded = false
        /// Whether the configuration is being read again, and whether that has been asked for once more meanwhile.
        var isReloading = false
        var mustReloadAgain = false
        /// Whether the configuration is to be read again once the hive runs.
        var mustReload = false
    }

    /// Where signals are received, one at a time.
    let queue = DispatchQueue(label: "hive.signals")
    let state = Mutex(State())

    /// Takes a hive that is about to run: the first signal of those that have come stops it before it starts.
    func take(_ hive: Hive, _ reporter: ExitReporter, complain: @escaping @Sendable (String) -> Void) {
        let (first, hasHungUp) = state.withLock { state in
            (state.hive, state.reporter, state.complain) = (hive, reporter, complain)
            return (state.stops.first, state.hasHungUp)
        }
        if let first { stop(hive, first.signal) }
        if hasHungUp { receive(SIGHUP) }
    }

    /// Notes that the hive runs: what had to wait for that is done now.
    func startHasEnded() {
        // On the queue, so that a signal which still finds the hive unstarted is seen.
        queue.async { if self.state.withLock({ $0.mustReload }) { self.reload() } }
    }

    func receive(_ signal: Int32) {
        let hive = state.withLock { $0.hive }
        switch (signal, hive) {
        case (SIGHUP, nil):
            state.withLock { $0.hasHungUp = true }
        case (SIGHUP, let hive?):
            // A terminal that closes may send it several times, and a supervisor sends it after SIGTERM to make sure,
            // so it never counts as a second signal (C59).
            if hive.options.reloadsOnHangUp { reload() } else { stop(hive, SIGHUP) }
        case (SIGTSTP, let hive?):
            suspend(hive)
        case (SIGCONT, let hive?):
            // As in the kernel, SIGCONT cancels a suspension that has not happened yet.
            state.withLock { $0.isSuspending = false }
            hive.tell(.resume)
        default:
            let repetition = hive?.options.signalRepetition ?? HiveOptions.usualSignalRepetition
            let (meaning, cancel, reporter) = state.withLock { state in
                (state.stops.receive(signal, repetition: repetition), state.cancel, state.reporter)
            }
            switch meaning {
            case .first: if let hive { stop(hive, signal) } else { cancel?() }
            case .repeated: break
            case .second:
                let remains = hive?.remains ?? "No hive ran yet."
                reporter.endAtOnce(signal, remains, reason: hive?.engine.stopReason)
            }
        }
    }

    /// Asks for the stop, and tells the supervisor at once: its patience begins with the signal, and what is under way
    /// may take its time to end (C59).
    private func stop(_ hive: Hive, _ signal: Int32) {
        hive.engine.observers.run.current?.stopBegins()
        hive.requestStop(StopReason("received \(SignalTrap.name(of: signal))"))
    }

    /// Notes that ``Hive/run()`` is over: from here on, a suspension that is under way does not happen.
    ///
    /// On the queue, so that none is between its last look at the signals and the suspension when they are given back.
    func end() { queue.sync { state.withLock { $0.hasEnded = true } } }

    /// Reads the configuration again where it came from files, then tells the modules; before the start, once the hive
    /// runs.
    func reload() {
        let (hive, complain) = state.withLock { ($0.hive, $0.complain) }
        guard let hive else { return }
        if hive.state == .created { return state.withLock { $0.mustReload = true } }
        let supervisor = hive.engine.observers.run.current
        supervisor?.reloadBegins()
        guard let source = hive.source else {
            hive.tell(.configurationReload)
            supervisor?.reloadEnds()
            return
        }
        // Signals that come while the configuration is being read lead to one more reload, however many there are.
        let mustBegin = state.withLock { state in
            defer { state.isReloading = true }
            state.mustReloadAgain = state.isReloading
            return !state.isReloading
        }
        guard mustBegin else {
            // Whoever has sent it waits for an answer of its own, which comes with that of the other.
            supervisor?.reloadEnds()
            return
        }
        // Ends by itself, when the reload has; a stop ends that early.
        ActivityScope.detach {
            Task {
                defer { supervisor?.reloadEnds() }
                repeat {
                    await hive.reload(from: source, complain)
                    hive.tell(.configurationReload)
                } while state.withLock { state in
                    defer { state.mustReloadAgain = false }
                    state.isReloading = state.mustReloadAgain
                    return state.mustReloadAgain
                }
            }
        }
    }

    /// Tells the modules, then suspends the process as the signal would have.
    private func suspend(_ hive: Hive) {
        let mustTell = state.withLock { state in
            defer { state.isSuspending = true }
            return !state.isSuspending
        }
        guard mustTell else { return }
        // Ends by itself, when the handlers have run.
        ActivityScope.detach {
            Task {
                do {
                    _ = try await hive.events.trigger(SystemEvent.suspend)
                } catch {
                    let subject = SystemEvent.suspend.subject
                    hive.engine.observers.notify(.init(.handlerFailed, subject: subject, error: error))
                }
                queue.async { self.suspendNow() }
            }
        }
    }

    private func suspendNow() {
        // `run` is over, and the signals, a SIGCONT that came meanwhile too, are handled as before it.
        guard !state.withLock({ $0.hasEnded }) else { return }
        // A SIGCONT that was caught meanwhile is handled first.
        SignalTrap.deliverCaught { receive($0) }
        let isWanted = state.withLock { state in
            defer { state.isSuspending = false }
            return state.isSuspending
        }
        // The kernel would drop a SIGCONT that has not reached its handler yet, and no other would come.
        if isWanted, !SignalTrap.isPending(SIGCONT) { raise(SIGSTOP) }
    }
}

extension SystemEvent {
    /// What observers are told that a failure to deliver the event is about.
    var subject: HiveObservation.Subject { .event("\(Self.self).\(self)") }
}

extension Hive {
    /// Puts an event of the system into the queue; where that is impossible, observers are told.
    func tell(_ event: SystemEvent) {
        do {
            try events.post(event)
        } catch {
            engine.observers.notify(.init(.handlerFailed, subject: event.subject, error: error))
        }
    }

    /// Reads the configuration again, and tells observers and a person what is wrong; the hive goes on in any case.
    fileprivate func reload(from source: any ReloadSource, _ complain: (String) -> Void) async {
        // A signal that comes during the start is heard when the hive runs.
        await engine.start?.wait()
        do {
            guard let report = try await engine.reload(from: source, of: self) else { return }
            let doubtful = report.warnings.map(\.description) + report.deferred.map { "warning: \($0)" }
            for line in doubtful + report.failures.map({ "error: \($0)" }) { complain(line.markedLines) }
        } catch {
            guard engine.stopReason == nil else { return }  // It says so itself, where it stops.
            engine.observers.notify(.init(.operationFailed, subject: .reload, error: error))
            complain((error as? HiveError)?.report ?? "error: \(error)".markedLines)
        }
    }

    /// What has not come down yet, for a person.
    fileprivate var remains: String {
        let running = modules.running
        let hooks = engine.hooks
        let busy = hooks.isEmpty ? "" : " Still at work: \(hooks.joined(separator: ", "))."
        return running.isEmpty ? "No module was left.\(busy)" : "Left: \(running.joined(separator: ", ")).\(busy)"
    }
}
