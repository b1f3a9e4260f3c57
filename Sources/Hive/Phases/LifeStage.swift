// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// How far a hive has come in its life, which services, registries and events follow.
///
/// A hive goes from stage to stage in this order, and never back; it leaves out what does not concern it. The engine
/// enters a stage. Services, registries and events each keep a copy of it, because what they check has to hold until
/// they have done what it allows: under the lock that guards the services, for instance.
enum LifeStage: UInt8 {
    /// The hive has not been started.
    case created
    case settingUp
    /// From the end of `setUp` until the hive runs.
    case initializing
    case running
    /// What was posted is delivered, modules prepare for the stop, and their work ends.
    case stopping
    /// The work of all modules has ended; what was posted meanwhile is delivered.
    case drained
    case tearingDown
    /// The start has failed, and what had been set up is torn down.
    case rollingBack
    /// No module is left; what belongs to the hive itself ends.
    case closing
    case stopped
}

extension LifeStage: Comparable {
    static func < (left: LifeStage, right: LifeStage) -> Bool { left.rawValue < right.rawValue }
}

// MARK: - What it allows

// A new stage is a case here and a call of the engine's `enter`.
extension LifeStage {
    /// What lookups of services and of registries find.
    enum Lookups {
        /// Nothing so far.
        case notYet
        case everything
        /// What is there; no other shared service is made.
        case whatIsThere
        /// Nothing: the hive has stopped.
        case over
    }

    /// What becomes of events.
    enum EventRule {
        /// What is posted waits, and nothing can be triggered.
        case queued
        case delivered
        /// What is posted waits for the stop to deliver it, and events can be triggered.
        case postponed
        /// What was posted is delivered, nothing more can be posted, and events can be triggered.
        case finishing
        /// Nothing can be posted or triggered.
        case over
    }

    /// Whether services, decorators and entries of registries can be registered.
    var registers: Bool { self < .stopping }

    /// What lookups find.
    var lookups: Lookups {
        switch self {
        case .created, .settingUp: .notYet
        case .initializing, .running, .stopping, .drained: .everything
        case .tearingDown, .rollingBack, .closing: .whatIsThere
        case .stopped: .over
        }
    }

    /// What becomes of events.
    var events: EventRule {
        switch self {
        case .created, .settingUp, .initializing, .rollingBack: .queued
        case .running: .delivered
        case .stopping: .postponed
        case .drained, .tearingDown: .finishing
        case .closing, .stopped: .over
        }
    }
}

/// A stage that is read without a lock, and only goes on.
final class AtomicLifeStage: Sendable {
    private let stage = Atomic(LifeStage.created.rawValue)

    var current: LifeStage { LifeStage(rawValue: stage.load(ordering: .sequentiallyConsistent)) ?? .stopped }

    /// Goes on to a stage, unless it has been reached.
    func advance(to next: LifeStage) { stage.max(next.rawValue, ordering: .sequentiallyConsistent) }
}
