// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HiveObserving
import Synchronization
public import Tracing

/// An observer that traces how a hive starts, reloads and stops.
///
/// ```swift
/// let tracing = TracingObserver()
/// let hive = Hive(HiveOptions(observers: [tracing.observe]))
/// ```
///
/// The spans `hive.start`, `hive.reload` and `hive.stop` have a span for each hook in them, such as
/// `CartModule.setUp`, with the attributes `hive.module` and `hive.hook`; those of the way back after a start or a
/// reload that failed stand there, too. What was thrown is recorded, with its code as the attribute `hive.error.code`.
/// That a start was told to end is no failure.
///
/// Everything joins the trace of whoever caused it: a start that of the task that called `start()`, a reload that of
/// the task that asked for it, a stop that of the one that asked first, and the hooks of a module that is added or
/// removed while the hive runs that of the task that asked for that. Where there is no trace, a new one begins.
/// Handlers of events that are triggered, and routed calls, run in the trace of their caller without this library.
///
/// One observer traces one hive. Every method may be called from any task or thread; no lock is held while the tracer
/// runs.
public final class TracingObserver: Sendable {
    fileprivate struct Hook: Hashable {
        let module: String
        let phase: Phase
    }

    private struct State {
        /// The span of the start, the reload or the stop that is under way; a hive never does two of these at once.
        var whole: (any Span)?
        var hooks: [Hook: any Span] = [:]
    }

    private let tracer: (any Tracer)?
    private let state = Mutex(State())

    /// Creates an observer.
    ///
    /// - Parameter tracer: What makes the spans; nil for the tracer that the program has when a span begins.
    public init(_ tracer: (any Tracer)? = nil) {
        self.tracer = tracer
    }

    /// Begins or ends the span of a step; to be among the observers of ``Hive/HiveOptions``.
    ///
    /// - Complexity: O(1).
    public func observe(_ observation: HiveObservation) {
        switch observation.kind {
        case .stateChanged:
            switch observation.subject {
            case .state(.starting): begin("hive.start")
            case .state(.stopping): begin("hive.stop")
            default: end(observation)
            }
        case .willReload: begin("hive.reload")
        case .didReload: end(observation)
        case .willRunHook: beginHook(observation)
        case .didRunHook: endHook(observation)
        default: break
        }
    }

    private func startSpan(_ name: String, in context: ServiceContext?) -> any Span {
        let context = context ?? ServiceContext.current ?? ServiceContext.topLevel
        return (tracer ?? InstrumentationSystem.tracer).startSpan(name, context: context)
    }

    // MARK: The whole

    private func begin(_ name: String) {
        let span = startSpan(name, in: nil)
        state.withLock { $0.whole = span }
    }

    private func end(_ observation: HiveObservation) {
        let (whole, hooks) = state.withLock { state in
            defer { state = State() }
            return (state.whole, state.hooks.values)
        }
        // Those of hooks whose end nobody waits for.
        for span in hooks { span.end() }
        guard let whole else { return }
        if observation.isFailure { whole.record(observation.error) }
        whole.end()
    }

    // MARK: Hooks

    private func beginHook(_ observation: HiveObservation) {
        guard let hook = Hook(observation) else { return }
        let span = startSpan("\(hook.module).\(hook.phase)", in: state.withLock { $0.whole }?.context)
        span.attributes["hive.module"] = hook.module
        span.attributes["hive.hook"] = hook.phase.description
        state.withLock { $0.hooks[hook] = span }
    }

    private func endHook(_ observation: HiveObservation) {
        guard let hook = Hook(observation) else { return }
        guard let span = state.withLock({ $0.hooks.removeValue(forKey: hook) }) else { return }
        if observation.isFailure { span.record(observation.error) }
        span.end()
    }
}

extension TracingObserver.Hook {
    fileprivate init?(_ observation: HiveObservation) {
        guard let module = observation.module, let phase = observation.phase else { return nil }
        self.init(module: module, phase: phase)
    }
}

extension Span {
    /// Says that the span has failed, if there is an error.
    fileprivate func record(_ error: (any Error)?) {
        guard let error else { return }
        if let error = error as? HiveError { attributes["hive.error.code"] = error.code.description }
        recordError(error)
        setStatus(SpanStatus(code: .error))
    }
}
