// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// How far a hive has come in its life, which services, registries and events follow.
///
/// A hive goes from stage to stage in this order, and never back; it leaves out what does not concern it. The engine
/// enters a stage. Services, registries and events each keep a copy of it, because what they check has to hold until
/// they have done what it allows: under the lock that guards the services, for instance.
enum LifeStage: UInt8, AtomicRepresentable {
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

// MARK: - The table

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

    /// What a stage allows.
    struct Row {
        /// Whether services, decorators and entries of registries can be registered.
        let registers: Bool
        let lookups: Lookups
        let events: EventRule
    }

    /// The table of what all stages allow.
    ///
    /// A new stage is a case and a row here, and a call of the engine's `enter`; all else reads this table.
    var row: Row {
        switch self {
        case .created: Row(registers: true, lookups: .notYet, events: .queued)
        case .settingUp: Row(registers: true, lookups: .notYet, events: .queued)
        case .initializing: Row(registers: true, lookups: .everything, events: .queued)
        case .running: Row(registers: true, lookups: .everything, events: .delivered)
        case .stopping: Row(registers: false, lookups: .everything, events: .postponed)
        case .drained: Row(registers: false, lookups: .everything, events: .finishing)
        case .tearingDown: Row(registers: false, lookups: .whatIsThere, events: .finishing)
        case .rollingBack: Row(registers: false, lookups: .whatIsThere, events: .queued)
        case .closing: Row(registers: false, lookups: .whatIsThere, events: .over)
        case .stopped: Row(registers: false, lookups: .over, events: .over)
        }
    }

    /// Whether anything can be registered.
    var registers: Bool { row.registers }
    /// What lookups find.
    var lookups: Lookups { row.lookups }
    /// What becomes of events.
    var events: EventRule { row.events }
}

/// A stage that is read without a lock, and only goes on.
struct AtomicLifeStage: ~Copyable {
    private let stage = Atomic(LifeStage.created)

    var current: LifeStage { stage.load(ordering: .sequentiallyConsistent) }

    /// Goes on to a stage, unless it has been reached.
    func advance(to next: LifeStage) {
        var now = stage.load(ordering: .relaxed)
        var isDone = false
        while !isDone, now < next {
            (isDone, now) = stage.compareExchange(expected: now, desired: next, ordering: .sequentiallyConsistent)
        }
    }
}
