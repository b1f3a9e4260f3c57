// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import CoreMetrics
public import Hive
import HiveObserving
import Synchronization

/// An observer that measures what a hive does.
///
/// ```swift
/// let metrics = MetricsObserver()
/// let hive = Hive(HiveOptions(observers: [metrics.observe]))
/// ```
///
/// | Metric | Kind | Dimensions |
/// |:--|:--|:--|
/// | `hive_hook_duration` | timer | `module`, `hook`, `result` |
/// | `hive_start_duration`, `hive_stop_duration`, `hive_reload_duration` | timer | `result` |
/// | `hive_drain_duration` | timer of the drain of a whole stop | |
/// | `hive_modules_up` | gauge: the modules between the end of their `ready` and that of their `tearDown` | |
/// | `hive_modules_down` | gauge: the modules that are restarted, wait for one, or are left out (C64) | |
/// | `hive_module_restarts` | counter: the attempts to restart a module that has failed | `module` |
/// | `hive_ready` | gauge: 1 while the hive is ready (C53), otherwise 0 | |
/// | `hive_events_delivered`, `hive_events_posted` | counter | `event` |
/// | `hive_failures` | counter | `kind`, `module` |
/// | `hive_refusals` | counter: events, what the system does not offer, libraries' steps `refused…` | `kind` |
///
/// `result` is `ok` or `failed`. The `kind` of a failure is `hive`, `hook`, `work`, `handler`, `service`, `health`,
/// `reload`, `operation` for what nobody waited for, or the name of a library's step. Each dimension has a bounded
/// number of values: those that come later are counted under `other`.
///
/// One observer measures one hive. Durations are measured by the hive's clock, that of a whole drain by the observer's.
/// Every method may be called from any task or thread; no lock is held while a handler of the factory runs.
public final class MetricsObserver: Sendable {
    private let instruments: Instruments
    /// The time, from any beginning.
    private let now: @Sendable () -> Duration
    private let modulesUp: LatestValue
    private let modulesDown: LatestValue
    private let state = Mutex(State())

    private struct State {
        var up: Set<String> = []
        var down: Set<String> = []
        var isStopping = false
        /// When the first drain of a stop began, and the last one so far ended.
        var drain: (began: Duration, ended: Duration)?
    }

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - factory: Makes the metrics; by default the one that the program was bootstrapped with before this call.
    ///   - prefix: What their names begin with.
    ///   - labelCapacity: How many values a dimension may have, at least 1.
    ///   - clock: What a whole drain is measured with.
    public init(
        factory: any MetricsFactory = MetricsSystem.factory,
        prefix: String = "hive",
        labelCapacity: Int = 200,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let instruments = Instruments(factory, prefix: prefix, labelCapacity: labelCapacity)
        self.instruments = instruments
        modulesUp = LatestValue { instruments.record($0, "modules_up") }
        modulesDown = LatestValue { instruments.record($0, "modules_down") }
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
    }

    /// Measures a step; to be among the observers of ``Hive/HiveOptions``.
    ///
    /// - Complexity: O(1).
    public func observe(_ observation: HiveObservation) {
        switch (observation.kind, observation.subject) {
        case (_, .state(let state)): note(state, observation)
        case (.willRunHook, _) where observation.phase == .drain: noteBeginOfDrain()
        case (.didRunHook, _): noteHook(observation)
        case (.didReload, _): noteEnd("reload", observation)
        case (_, .module(let moduleState)): note(moduleState, of: observation.module ?? "hive")
        case (.readinessChanged, .readiness(let readiness)): instruments.record(readiness.isReady ? 1 : 0, "ready")
        case (.didTrigger, .event(let event)): instruments.count("events_delivered", [.event: event])
        case (.eventPosted, .event(let event)): instruments.count("events_posted", [.event: event])
        default: break
        }
        if let kind = observation.refusal {
            instruments.count("refusals", [.kind: kind])
        } else if let kind = observation.failure {
            instruments.count("failures", [.kind: kind, .module: observation.module ?? "hive"])
        }
    }

    // MARK: Modules

    private func note(_ moduleState: ModuleState, of module: String) {
        let isDown =
            switch moduleState {
            case .waiting, .restarting, .leftOut: true
            default: false
            }
        if case .restarting(_, _, next: nil) = moduleState {
            instruments.count("module_restarts", [.module: module])
        }
        state.withLock { state in
            guard isDown ? state.down.insert(module).inserted : state.down.remove(module) != nil else { return }
            modulesDown.set(state.down.count)
        }
        modulesDown.tellAnew()
    }

    // MARK: The whole

    private func note(_ hiveState: HiveState, _ observation: HiveObservation) {
        switch hiveState {
        case .starting:
            state.withLock { state in
                state.isStopping = false
                modulesUp.set(state.up.count)
            }
            // They are there before there is anything to measure.
            modulesUp.tellAnew()
            instruments.record(0, "ready")
        case .running:
            noteEnd("start", observation)
        case .stopping:
            state.withLock { $0.isStopping = true }
        case .stopped, .failed:
            let (isStopping, drain) = state.withLock { ($0.isStopping, $0.drain.take()) }
            // Without a stop before, it is the start that has ended.
            noteEnd(isStopping ? "stop" : "start", observation)
            if let drain { instruments.time(drain.ended - drain.began, "drain_duration") }
        default:
            break
        }
    }

    private func noteEnd(_ what: String, _ observation: HiveObservation) {
        guard let duration = observation.duration else { return }
        instruments.time(duration, "\(what)_duration", [.result: observation.result])
    }

    private func noteBeginOfDrain() {
        let now = now()
        state.withLock { state in
            // That of a removal is none of the whole stop.
            if state.isStopping, state.drain == nil { state.drain = (now, now) }
        }
    }

    // MARK: Hooks

    private func noteHook(_ observation: HiveObservation) {
        guard let module = observation.module, let phase = observation.phase else { return }
        instruments.time(
            observation.duration ?? .zero,
            "hook_duration",
            [.module: module, .hook: phase.description, .result: observation.result]
        )
        let now = now()
        state.withLock { state in
            switch phase {
            case .ready where observation.error == nil: state.up.insert(module)
            case .tearDown: state.up.remove(module)
            case .drain:
                state.drain?.ended = now
                return
            default: return
            }
            modulesUp.set(state.up.count)
        }
        modulesUp.tellAnew()
    }
}

extension HiveObservation {
    fileprivate var result: String { isFailure ? "failed" : "ok" }

    /// What has failed, in a word.
    fileprivate var failure: String? {
        guard isFailure else { return nil }
        switch kind {
        case .stateChanged: return "hive"
        case .didRunHook, .hookReturnedLate: return "hook"
        case .workFailed: return "work"
        case .handlerFailed, .handlerReturnedLate: return "handler"
        case .serviceCreated, .serviceShutDown: return "service"
        case .operationFailed: return "operation"
        case .didReload: return "reload"
        case .healthChanged: return "health"
        case .library(let name): return name
        default: return nil
        }
    }

    /// The name of the step, where somebody was refused what he asked for.
    fileprivate var refusal: String? {
        switch kind {
        case .unavailable, .eventRefused: return "\(kind)"
        case .library(let name):
            let isRefusal = name.utf8.split(separator: UInt8(ascii: ".")).last?.starts(with: "refused".utf8) == true
            return isRefusal ? name : nil
        default: return nil
        }
    }
}
