// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// How long the hooks of each module's start take together, and those of its stop.
struct LifeTimes {
    /// Of the modules that are coming, and of those that are leaving.
    private var starts: [String: Duration] = [:]
    private var stops: [String: Duration] = [:]

    /// Notes a step, and says how long the module's start or stop took if it is the last one of that.
    mutating func note(_ observation: HiveObservation) -> Duration? {
        guard observation.kind == .didRunHook, let module = observation.module else { return nil }
        let duration = observation.duration ?? .zero
        switch observation.phase {
        // Where a start has failed, no hook may follow.
        case .setUp: starts[module] = duration
        case .initialize: starts[module, default: .zero] += duration
        case .ready: return (starts.removeValue(forKey: module) ?? .zero) + duration
        case .willStop, .drain: stops[module, default: .zero] += duration
        case .tearDown:
            starts[module] = nil
            return (stops.removeValue(forKey: module) ?? .zero) + duration
        default: break
        }
        return nil
    }
}
