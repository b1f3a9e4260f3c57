// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a ``PhaseRunner`` needs of a hive: its time, and whom to tell.
final class PhaseEnvironment: Sendable {
    /// What ``ActivityScope`` knows the hive by.
    let identity: ObjectIdentifier
    /// Watches over the timeouts of hooks and handlers.
    let timer: DeadlineTimer
    let clock: HiveClock
    /// How long a hook that was cancelled may take to return.
    let grace: Duration
    let observers: Observers
    private let run: RunObserverPlace
    private let hasObservers: Bool
    let timeline: TimelineBuffer

    /// Whether anybody observes; every hook asks, and so it copies nothing.
    var isObserved: Bool { hasObservers || !run.isEmpty }

    init(
        identity: ObjectIdentifier,
        timer: DeadlineTimer,
        grace: Duration,
        observers: Observers,
        timeline: TimelineBuffer
    ) {
        self.identity = identity
        self.timer = timer
        clock = timer.clock
        self.grace = grace
        self.observers = observers
        run = observers.run
        hasObservers = !observers.isFixedEmpty
        self.timeline = timeline
    }
}

/// Whoever has a phase run; it knows the steps by their places.
protocol PhaseHost: AnyObject, Sendable {
    /// The modules that the steps belong to, or the hive.
    var owners: [Owner] { get }

    /// The module that a step belongs to, or the hive.
    func owner(of step: Int) -> Owner

    /// Whether ``willRun(_:)`` is to be called.
    var isTold: Bool { get }

    /// Whether ``timeout(of:)`` says something else than ``usualTimeout`` of some step.
    var hasOwnTimeouts: Bool { get }

    /// How long each part of most steps may take, and what errors call that time; nil for as long as they like.
    var usualTimeout: (time: Duration, name: StaticString)? { get }

    /// How long each part of a step may take, and what errors call that time; nil for as long as it likes.
    ///
    /// It is called under the runner's lock, and so calls nobody's code.
    func timeout(of step: Int) -> (time: Duration, name: StaticString)?

    /// Is told that a step is about to run, before observers are.
    func willRun(_ step: Int)

    /// Is told that a part of a step was abandoned; called under the runner's lock.
    ///
    /// - Returns: What there is to do about that without the lock.
    func didAbandon(_ step: Int, _ part: StepPart) -> (@Sendable () -> Void)?

    /// Is told that a part of a step has returned after it was abandoned.
    func didReturnLate(_ step: Int, _ part: StepPart, _ thrown: (any Error)?)
}
