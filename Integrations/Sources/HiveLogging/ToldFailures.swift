// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveObserving

/// Which failures the logger has been told, or will be, so that each is an error once.
struct ToldFailures {
    /// Whether the hive starts or stops: a line at the end of that names every step that has failed.
    private var isInTransition = false
    /// The modules that are restarted: why one has failed is said with what follows from that, which is told first.
    private var restarting: Set<String> = []
    /// The last failure of the whole, as `Hive.main` reports it.
    private var told: String?
    /// The last failed reload, until whoever asked for it is told as well.
    private var toldOfReload: String?

    /// Notes a step, and says whether another line tells its failure.
    mutating func note(_ observation: HiveObservation) -> Bool {
        switch observation.kind {
        case .stateChanged:
            isInTransition = [.state(.starting), .state(.stopping)].contains(observation.subject)
            return false
        case .moduleChanged:
            guard let module = observation.module else { return false }
            if observation.isRestart { restarting.insert(module) } else { restarting.remove(module) }
            return false
        case .didRunHook, .workFailed:
            let isRestarting = observation.module.map(restarting.contains) ?? false
            return (isInTransition || isRestarting) && observation.isFailure
        case .operationFailed:
            defer { toldOfReload = nil }
            return toldOfReload != nil && toldOfReload == observation.error.map { FailureWords($0).report }
        default: return false
        }
    }

    /// Notes a failure of the whole that is going to be logged.
    mutating func willTell(_ observation: HiveObservation) {
        told = observation.error.map { FailureWords($0).report }
        if observation.kind == .didReload { toldOfReload = told }
    }

    /// Whether the logger was told what a report says; the next report of the same is another failure.
    mutating func wasTold(_ report: String) -> Bool {
        defer { if told == report { told = nil } }
        return told == report
    }
}

extension HiveObservation {
    /// Whether a module has failed and is restarted.
    fileprivate var isRestart: Bool { if case .module(.restarting) = subject { true } else { false } }

    /// Whether a start, a stop, a reload or another operation has failed, which the report of the process tells too.
    var isFailureOfTheWhole: Bool {
        switch kind {
        case .stateChanged, .didReload, .operationFailed: isFailure
        default: false
        }
    }
}
