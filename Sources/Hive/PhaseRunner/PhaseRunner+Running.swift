// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension PhaseRunner {
    /// The hooks that run, and since when, for a person.
    var running: [String] {
        let now = environment.clock.now()
        let steps = state.withLock { state in
            state.active.map { (step: $0.step, began: $0.began, part: $0.isMeasured ? $0.part : nil) }
        }
        return steps.map { step, began, part in
            // What has no step of its own is what its phase says.
            let part = part.flatMap { $0.step == nil ? nil : $0.name }.map { " (\($0))" } ?? ""
            return "\(name(of: step)).\(phase)\(part) for \(now.subtracting(began).short)"
        }
    }

    /// Whether a hook runs that is within its time, or within its grace; one without a timeout may hang for good.
    var hasTimeLeft: Bool {
        let now = environment.clock.now()
        return state.withLock { state in
            state.active.contains { active in
                guard active.isMeasured else { return true }
                if let cancelled = active.cancelled { return now < cancelled.adding(environment.grace) }
                return time(of: active).map { now < $0 } ?? false
            }
        }
    }
}
