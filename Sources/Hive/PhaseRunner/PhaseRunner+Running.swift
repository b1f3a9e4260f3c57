// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension PhaseRunner {
    /// The hooks that run, and since when, for a person.
    var running: [String] {
        let now = environment.clock.now()
        return activeSteps.sorted { $0.step < $1.step }.map { active in
            // What has no step of its own is what its phase says.
            let part = active.part.flatMap { $0.part.step == nil ? nil : $0.part.name }.map { " (\($0))" } ?? ""
            return "\(name(of: active.step)).\(phase)\(part) for \(now.subtracting(active.began))"
        }
    }

    /// Whether a hook runs that is within its time, or within its grace; one without a timeout may hang for good.
    var hasTimeLeft: Bool {
        let now = environment.clock.now()
        return activeSteps.contains { active in
            guard let part = active.part else { return true }
            if let cancelled = part.cancelled { return now < cancelled.adding(environment.grace) }
            return part.deadline.map { now < $0.time } ?? false
        }
    }
}
