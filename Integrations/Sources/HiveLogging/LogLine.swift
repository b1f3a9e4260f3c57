// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveObserving
import Logging

/// A step of a hive, as it is logged.
struct LogLine: Sendable {
    let observation: HiveObservation
    let level: Logger.Level
    /// How long all hooks of a module's start or stop took together.
    let total: Duration?
    /// When it happened.
    let time: Duration

    init(_ observation: HiveObservation, _ level: Logger.Level, total: Duration?, at time: Duration) {
        self.observation = observation
        self.level = level
        self.total = total
        self.time = time
    }

    func log(to logger: Logger, ago: Duration? = nil) {
        let failure = observation.error.map(FailureWords.init)
        logger.log(
            level: level,
            message(failure),
            error: failure?.cause,
            metadata: metadata(failure, ago: ago),
            source: observation.module ?? "hive"
        )
    }

    /// Constant for each kind of step, behind which a failure of the whole says what it is; all else that differs is in
    /// the metadata.
    private func message(_ failure: FailureWords?) -> Logger.Message {
        guard observation.isFailure, let summary = failure?.summary else { return title }
        switch observation.kind {
        case .stateChanged, .didReload, .operationFailed: return "\(title): \(summary)"
        default: return title
        }
    }

    private var title: Logger.Message {
        let hasFailed = observation.isFailure
        switch observation.kind {
        case .stateChanged: return hasFailed ? "hive failed" : stateMessage
        case .readinessChanged: return observation.isReady ? "hive is ready" : "hive is not ready"
        case .readinessWithheld: return "hive is not ready"
        case .healthChanged: return "health changed"
        case .moduleRegistered: return "module registered"
        case .moduleChanged: return observation.isModuleFailing ? "module has failed" : "module changed"
        case .willRunHook: return "hook begins"
        case .didRunHook:
            if hasFailed { return "hook failed" }
            if observation.error != nil { return "hook was cancelled" }
            return observation.isModuleUp ? "module is up" : observation.isModuleDown ? "module is down" : "hook ended"
        case .slowHook: return "hook is slow"
        case .hookReturnedLate: return "hook returned late"
        case .workFailed: return "work failed"
        case .workEnded: return "work ended"
        case .workCancelled: return "work was cancelled"
        case .announcementUnawaited: return "nobody waited for work to be up"
        case .operationFailed: return "operation failed"
        case .configurationDoubtful: return "configuration is doubtful"
        case .willReload: return "reload begins"
        case .didReload: return hasFailed ? "reload failed" : "configuration reloaded"
        case .serviceRegistered: return "service registered"
        case .serviceHidden: return "service hidden"
        case .serviceCreated: return hasFailed ? "service could not be created" : "service created"
        case .serviceEvicted: return "service evicted"
        case .serviceShutDown: return hasFailed ? "service could not be shut down" : "service shut down"
        case .willTrigger: return "event begins"
        case .didTrigger: return "event delivered"
        case .eventPosted: return "event posted"
        case .eventRefused: return "event refused"
        case .handlerFailed: return "handler failed"
        case .handlerReturnedLate: return "handler returned late"
        case .unavailable: return "not available here"
        case .library(let name): return "\(name)"
        @unknown default: return "\(observation.kind)"
        }
    }

    private var stateMessage: Logger.Message {
        switch observation.subject {
        case .state(.starting): "hive is starting"
        case .state(.running): "hive is running"
        case .state(.stopping): "hive is stopping"
        default: "hive has stopped"
        }
    }

    private func metadata(_ failure: FailureWords?, ago: Duration?) -> Logger.Metadata {
        var metadata = failure?.metadata ?? [:]
        metadata["hive.module"] = observation.module.map { "\($0)" }
        metadata["hive.hook"] = observation.phase.map { "\($0)" }
        let subject = observation.kind == .stateChanged ? "hive.state" : "hive.subject"
        metadata[subject] = observation.subject.map { "\($0)" }
        metadata["hive.milliseconds"] = observation.duration.map { "\($0.milliseconds)" }
        metadata["hive.total_milliseconds"] = total.map { "\($0.milliseconds)" }
        metadata["hive.milliseconds_ago"] = ago.map { "\($0.milliseconds)" }
        return metadata
    }
}

extension Duration {
    /// The duration in milliseconds, with microseconds as its three decimals.
    fileprivate var milliseconds: String {
        let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        let zeros = String(repeating: "0", count: 3 - "\(rest)".count)
        return "\(microseconds < 0 ? "-" : "")\(whole).\(zeros)\(rest)"
    }
}
