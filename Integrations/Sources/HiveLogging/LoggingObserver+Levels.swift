// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HiveObserving
public import Logging

extension LoggingObserver {
    /// The level of a step by itself, where a program does not say otherwise.
    ///
    /// An observer without levels of its own takes debug for a hook or work that fails while the hive starts or stops,
    /// or when its module is restarted.
    ///
    /// - **error**: a hook, work, a handler, a service, a reload or another operation failed; the hive failed, or
    ///   stopped with a failure.
    /// - **warning**: a module is restarted, or left out; the configuration is doubtful; a hook is slow, or returned
    ///   late; a module is not well, or withholds readiness; an event was refused; something is not offered here; a
    ///   library's step failed; work was cut off that had looked whether it drains, or said that it is up to nobody.
    /// - **info**: the hive starts, runs, stops, has stopped; a module is up or down; readiness, health, work that has
    ///   ended or was cancelled, reloads.
    /// - **debug**: other hooks, modules and services that come and go.
    /// - **trace**: hooks that begin, events, steps of libraries.
    public static func usualLevel(of observation: HiveObservation) -> Logger.Level? {
        let hasFailed = observation.isFailure
        switch observation.kind {
        case .workFailed, .operationFailed, .handlerFailed: return .error
        case .slowHook, .unavailable, .eventRefused, .announcementUnawaited, .configurationDoubtful: return .warning
        case .workCancelled: return observation.error == nil ? .info : .warning
        case .hookReturnedLate, .handlerReturnedLate: return hasFailed ? .error : .warning
        case .stateChanged, .didReload: return hasFailed ? .error : .info
        case .readinessChanged: return observation.isWithheld ? .warning : .info
        case .readinessWithheld: return .warning
        case .healthChanged: return observation.isHealthy ? .info : .warning
        case .workEnded, .willReload: return .info
        case .moduleChanged: return observation.isModuleFailing ? .warning : .trace
        case .didRunHook:
            if hasFailed { return .error }
            if observation.error != nil { return .debug }
            return observation.isModuleUp || observation.isModuleDown ? .info : .debug
        case .moduleRegistered, .serviceRegistered, .serviceHidden, .serviceEvicted: return .debug
        case .serviceCreated, .serviceShutDown: return hasFailed ? .error : .debug
        case .library: return hasFailed ? .warning : .trace
        case .willRunHook, .willTrigger, .didTrigger, .eventPosted: return .trace
        @unknown default: return hasFailed ? .error : .debug
        }
    }
}

extension HiveObservation {
    /// Whether the last hook of a module's start has returned.
    var isModuleUp: Bool { kind == .didRunHook && phase == .ready && error == nil && isOfModule }
    /// Whether the last hook of a module's stop has ended, whichever way.
    var isModuleDown: Bool { kind == .didRunHook && phase == .tearDown && isOfModule }
    /// Whether a module withholds readiness; a hive that stops has no module that is the reason.
    var isWithheld: Bool { kind == .readinessChanged && module != nil && !isReady }
    /// Whether a module has failed, and is restarted or left out; that an attempt begins is no failure.
    var isModuleFailing: Bool {
        switch subject {
        case .module(.restarting(_, let attempt, let next)): attempt == 1 || next != nil
        case .module(.leftOut): true
        default: false
        }
    }
    var isReady: Bool { if case .readiness(let readiness) = subject { readiness.isReady } else { false } }
    /// Whether a module that was asked how it is, is well.
    var isHealthy: Bool { subject == .health(.healthy) }
    /// Some hooks end what belongs to the hive itself.
    private var isOfModule: Bool { module != nil && module != "hive" }
}
