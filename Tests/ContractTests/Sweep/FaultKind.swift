// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit

/// What goes wrong in a case of a sweep.
enum FaultKind: CaseIterable, Sendable {
    case throwsBefore, throwsAfter, hangs, ignoresCancellation, isSlow, isTooSlow
    case stops, requestsStop, startsAgain, adds, resolves

    /// What ends a fault that does not end by itself, and what tells that it was told to.
    struct Latches: Sendable {
        let release = Latch()
        let cancelled = Latch()
    }

    var moment: FaultInjector.Moment { self == .throwsAfter ? .after : .before }

    /// Makes the fault, in a place with a timeout.
    func fault(
        _ clock: ManualClock,
        timeout: Duration,
        _ latches: Latches,
        adding extra: ModuleDeclaration
    ) -> Fault {
        switch self {
        case .throwsBefore, .throwsAfter: .throwing(Injected())
        case .hangs: .hanging
        case .ignoresCancellation: .ignoringCancellation(until: latches.release, cancelled: latches.cancelled)
        case .isSlow: Fault("is slow") { _ in clock.advance(by: .seconds(6)) }
        case .isTooSlow: Fault("is too slow") { _ in clock.advance(by: timeout) }
        case .stops: .stopping
        case .requestsStop: .reentering { $0.requestStop() }
        case .startsAgain: .startingAgain
        case .adds: .reentering { try await $0.add(extra) }
        case .resolves: .resolving(Int.self)
        }
    }
}

/// What faults throw.
struct Injected: Error, Equatable {}

extension [FaultInjector.Call] {
    /// The modules in which a place has come to a stage, in that order.
    func modules(_ point: FaultPoint, _ stage: FaultInjector.Call.Stage) -> [String] {
        filter { $0.point == point && $0.stage == stage }.map(\.module)
    }

    /// What was called and has not come back.
    var unreturned: [String] {
        var open: [String] = []
        for call in self {
            let place = "\(call.module).\(call.point)"
            if call.stage == .began {
                open.append(place)
            } else if let index = open.firstIndex(of: place) {
                open.remove(at: index)
            }
        }
        return open
    }
}

extension FaultInjector {
    /// What has not come back although every fault was released, given that it may be about to.
    func tasksLeftBehind() async -> [String] {
        await becomesTrue { calls.unreturned.isEmpty } ? [] : calls.unreturned
    }
}

extension HiveError {
    /// What was thrown, also inside what was thrown, and while rolling back.
    var everyFailure: [Failure] {
        (failures + (start?.rollbackFailures ?? [])).flatMap { failure in
            [failure] + ((failure.error as? HiveError)?.everyFailure ?? [])
        }
    }
}
