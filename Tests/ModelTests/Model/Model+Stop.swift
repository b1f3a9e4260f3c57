// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// C29 to C33, C37, C39, C51: a stop.

extension Model {
    func stop(_ thread: inout Thread) throws -> String {
        switch state {
        case .created:
            cover(.stopBeforeStart)
            isStopAsked = true
            return "done"
        case .running:
            try takeDown(&thread)
        case .stopped, .failed: cover(.stopAgain)
        case .starting, .stopping: throw undecided("a stop beside something else")
        }
        // C39: everybody gets the same result.
        return stopResult ?? "done"
    }

    func requestStop(_ thread: inout Thread) throws {
        switch state {
        case .created: isStopAsked = true
        case .running: try takeDown(&thread)
        default: break
        }
    }

    func takeDown(_ thread: inout Thread) throws {
        isStopAsked = true
        // C51: readiness first.
        tellReadiness(nil, &thread)
        state = .stopping
        write("state stopping", &thread)
        for delivery in deliveries { join(&thread, delivery) }
        var failures: [Failure] = []
        for live in modules where live.isUp { failures += try willStop(live, &thread) }
        try drain(modules, &thread, &failures)
        // C31: once more; from here on nothing can be posted, in the handlers of this delivery neither.
        takesPosts = false
        let rest = queue
        queue = []
        for event in rest {
            cover(.secondDelivery)
            try deliver(event, &thread)
        }
        makesServices = false
        for live in setUps.reversed() where !live.isAbandoned {
            cover(.tearsDown)
            failures += try tearDown(live, &thread)
        }
        for live in modules { withdraw(live) }
        modules = []
        setUps = []
        state = .stopped
        write("state stopped", &thread)
        let all = (cause.map { [$0] } ?? []) + failures
        if !all.isEmpty {
            cover(cause == nil ? .stopFails : .workFailed)
            stopResult = "\(cause == nil ? "stopFailed" : "workFailed") \(all.map(\.text))"
        }
    }
}
