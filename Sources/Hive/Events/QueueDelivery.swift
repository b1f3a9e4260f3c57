// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Who delivers an event to its handlers.
@usableFromInline
enum Deliverer: Sendable {
    /// Whoever triggered it.
    case trigger
    /// The task with this number, which delivers the queue while the hive runs.
    case queue(Int)
    /// A stop, which may go on with an event that such a task has begun.
    case stop(StopDelivery, BegunDelivery?)

    var isStop: Bool { if case .stop = self { true } else { false } }

    /// Whether somebody else has told observers already that the event is being delivered.
    var isContinued: Bool { if case .stop(_, _?) = self { true } else { false } }
}

/// An event that was being delivered when a stop took the queue over.
@usableFromInline
struct BegunDelivery: Sendable {
    /// The last of its handlers that need not be called again; nil when none was called.
    let last: Subscription?
}

/// The task that delivers the queue while the hive runs, and the event that it delivers.
struct QueueDelivery: Sendable {
    let number: Int
    let task: PendingTask
    var posted: EventQueue.Posted?
    /// How far it has come; nil before it is known who wants it.
    var begun: DeliveryUnderWay?
}
