// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A bounded call of the application's code.
///
/// It is not generic over what the code returns: the runtime would look up the types of state, result and closures anew
/// for every call, which takes longer than the call.
typealias EventCall = BoundedCall<any Sendable>

extension EventCenter {
    /// Runs code of the application in a task of its own: a handler that has a timeout (C34), or anything that is
    /// called for a posted event, which has to return in time once the hive stops (C31).
    ///
    /// - Parameters:
    ///   - status: What the handler's context asks.
    ///   - subject: The event.
    ///   - handler: Whose handler it is; nil for the decoding of a payload.
    ///   - timeout: How long it may take, where it says so itself.
    ///   - isPosted: Whether the event comes from the queue, so that a stop may limit the call.
    ///   - body: The code.
    /// - Returns: What the code returns.
    /// - Throws: What the code throws, or ``HiveError`` with ``HiveErrorCode/timedOut``.
    func run<Reply: Sendable>(
        _ status: CallStatus,
        _ subject: EventSubject,
        _ handler: Subscription?,
        timeout: Duration?,
        isPosted: Bool,
        _ body: @escaping @Sendable () async throws -> Reply
    ) async throws -> Reply {
        let (began, module) = (timer.clock.now(), handler?.module)
        let own = timeout.map { Deadline(time: began.adding($0), timeout: $0, name: "its timeout") }
        var listener = EventCall.Listener(abandoned: { status.abandon() })
        listener.returnedLate = { [observers] end in
            let (event, time) = (HiveObservation.Subject.event("\(subject)"), end.elapsed)
            observers.notify(
                .init(.handlerReturnedLate, module: module, subject: event, duration: time, error: end.error)
            )
        }
        let call = EventCall(timer, deadline: own, grace: grace, began: began, listener)
        if isPosted { note(call)?.limit(call, from: timer.clock.now()) }
        let end = await call.run { try await body() }
        let stop = isPosted ? note(nil) : nil
        if let missed = end.missed {
            let failure = timedOut(end, missed, handler, subject, stop == nil ? status.name : nil)
            stop?.add(failure, leavingOut: handler)
            throw failure.error
        }
        guard let reply = try end.result?.get() as? Reply else {
            preconditionFailure("A handler of \(subject) returned something else, or was abandoned without a deadline.")
        }
        return reply
    }

    /// Notes what is being called for the event that is being delivered; returns the stop that the hive is in.
    private func note(_ call: EventCall?) -> StopDelivery? {
        state.withLock { state in
            state.queue.call = call
            return state.queue.stop
        }
    }

    /// Why a call has failed that did not return in time; without a name, it is a stop that has limited it.
    private func timedOut(
        _ end: EventCall.Outcome,
        _ missed: Deadline,
        _ handler: Subscription?,
        _ subject: EventSubject,
        _ name: String?
    ) -> HiveError.Failure {
        let (module, step) = (handler?.module, "handler of \(subject)")
        let called = handler == nil ? "decoding of \(subject)" : "\(step) in \(module ?? "hive")"
        let limit = name == nil ? "\(missed.name) allows" : "\(missed.name)"
        let time = missed.overrun(at: end.ended) + (end.isAbandoned ? HiveError.abandonment(after: grace) : "")
        // What it throws because its time was up says nothing more.
        let failures = [end.error].compactMap { $0 is CancellationError ? nil : $0 }.map { error in
            HiveError.Failure(module: module, step: step, error: error)
        }
        let text = "\(name ?? "The \(called)") took longer than \(limit): \(time)"
        return .init(module: module, step: step, error: HiveError(.timedOut, text, failures: failures))
    }
}
