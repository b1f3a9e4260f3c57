// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A bounded call of the application's code: of a handler that has a timeout (C34), or of anything that is called for a
/// posted event, which has to return in time once the hive stops (C31).
///
/// It is not generic over what the code returns: the runtime would look up the types of state, result and closures anew
/// for every call, which takes longer than the call.
final class HandlerCall: Sendable {
    private let subject: EventSubject
    /// Whose handler it is; nil for the decoding of a payload.
    private let handler: Subscription?
    /// What the handler's context asks.
    let status: CallStatus
    private let grace: Duration
    private let call: BoundedCall<any Sendable>
    /// The stop that has given the call its deadline.
    private let stop = Mutex<StopDelivery?>(nil)

    init(
        _ event: any Any.Type,
        _ subject: EventSubject,
        _ handler: Subscription?,
        timeout: Duration?,
        in center: EventCenter
    ) {
        let (timer, observers) = (center.timer, center.observers)
        let status = CallStatus(event: event, module: handler?.module)
        self.status = status
        self.subject = subject
        self.handler = handler
        grace = center.grace
        let began = timer.clock.now()
        let own = timeout.map { Deadline(time: began.adding($0), timeout: $0, name: "its timeout") }
        var listener = BoundedCall<any Sendable>.Listener()
        listener.abandoned = { status.abandon() }
        listener.returnedLate = { end in
            let (module, time) = (handler?.module, end.elapsed)
            observers.notify(
                .init(
                    .handlerReturnedLate,
                    module: module,
                    subject: .event("\(subject)"),
                    duration: time,
                    error: end.error
                )
            )
        }
        call = BoundedCall(timer, deadline: own, grace: center.grace, began: began, listener)
    }

    /// Runs the code and returns when it has, or when it was abandoned.
    ///
    /// - Throws: What the code throws, or ``HiveError`` with ``HiveErrorCode/timedOut``.
    func run<Reply: Sendable>(_ body: @escaping @Sendable () async throws -> Reply) async throws -> Reply {
        let end = await call.run { try await body() }
        if let missed = end.missed { throw timedOut(end, missed) }
        guard let reply = try end.result?.get() as? Reply else {
            preconditionFailure("A handler of \(subject) returned something else, or was abandoned without a deadline.")
        }
        return reply
    }

    /// Gives the call the time that a stop has for it, from a moment on, unless its time is up; it may be under way.
    func limit(by stop: StopDelivery, from now: Duration) {
        call.bound { own in
            self.stop.withLock { $0 = stop }
            return stop.deadline(own: own, from: now)
        }
    }

    /// Why the call has failed, which did not return in time; a stop keeps it, and calls the handler no more.
    private func timedOut(_ end: BoundedCall<any Sendable>.Outcome, _ missed: Deadline) -> HiveError {
        let step = "handler of \(subject)"
        let time = missed.overrun(at: end.ended) + (end.isAbandoned ? HiveError.abandonment(after: grace) : "")
        // What it throws because its time was up says nothing more.
        let failures = [end.error].compactMap { $0 is CancellationError ? nil : $0 }.map { error in
            HiveError.Failure(module: handler?.module, step: step, error: error)
        }
        guard let stop = stop.withLock({ $0 }) else {
            return HiveError(.timedOut, "\(status.name) took longer than \(missed.name): \(time)", failures: failures)
        }
        let name = handler.map { "handler of \(subject) in \($0.module ?? "hive")" } ?? "decoding of \(subject)"
        let text = "The \(name) took longer than \(missed.name) allows: \(time)"
        let error = HiveError(.timedOut, text, failures: failures)
        stop.add(.init(module: handler?.module, step: step, error: error), leavingOut: handler)
        return error
    }
}
