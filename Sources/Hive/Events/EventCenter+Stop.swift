// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The delivery of the queue by a stop, in which every call has a timeout (C31, C52).

extension EventCenter {
    /// Delivers everything that was posted; takes over from the task that does so while the hive runs.
    ///
    /// What is posted meanwhile is left for the next call: handlers that post again and again do not hold up the stop.
    func deliverQueue(_ stop: StopDelivery) async {
        let (taken, count) = state.withLock { state in
            defer { state.delivery = nil }
            return (state.delivery, state.queue.count)
        }
        if let taken, let posted = taken.posted { await finish(taken, posted, stop) }
        for _ in 0..<count {
            guard let posted = state.withLock({ $0.queue.popFirst() }) else { return }
            await deliver(posted, stop, nil)
        }
    }

    private func deliver(_ posted: EventQueue.Posted, _ stop: StopDelivery, _ begun: BegunDelivery?) async {
        if begun == nil, stop.isOver(at: timer.clock.now()) {
            stop.hasNoTime()
        } else {
            await deliver(posted, by: .stop(stop, begun))
        }
        guard let failure = stop.end(posted.subject) else { return }
        tell(failure, posted.subject)
    }

    /// Waits for the handler that is being called, and has the others of its event called.
    private func finish(_ delivery: QueueDelivery, _ posted: EventQueue.Posted, _ stop: StopDelivery) async {
        guard let begun = delivery.begun else { return await deliver(posted, stop, nil) }
        switch begun.broadcast.takeOver() {
        case .ended: return
        case .notBegun: await deliver(posted, stop, BegunDelivery(last: nil))
        case .inside(let place):
            let handlers = begun.list.handlers(at: place)
            await wait(for: delivery.task, calling: handlers, of: posted.subject, begun.broadcast, stop)
            await deliver(posted, stop, BegunDelivery(last: handlers.last))
        }
    }

    /// Waits for a call that was under way when the stop began, of an asynchronous handler or of several synchronous
    /// ones.
    private func wait(
        for task: PendingTask,
        calling handlers: [Subscription],
        of subject: EventSubject,
        _ broadcast: Broadcast,
        _ stop: StopDelivery
    ) async {
        let began = stop.began
        guard let allowance = stop.allowance(own: nil, at: began) else { return await task.wait() }
        let module = handlers.first?.module
        // Which one of several synchronous handlers of a module is being called, nobody notes.
        let name = "\(handlers.count == 1 ? "The handler" : "One of the handlers") of \(subject) in \(module ?? "hive")"
        let left = max(began.adding(allowance.timeout).subtracting(timer.clock.now()), .zero)
        let call = TimedCall(
            timer,
            timeout: left,
            grace: grace,
            mark: CallMark(event: NamedEvent.self, module: nil)
        )
        let end = await call.run {
            await withTaskCancellationHandler {
                await task.wait()
            } onCancel: {
                task.cancel()
            }
        } returnedLate: { [observers] _, error in
            observers.notify(.init(.handlerReturnedLate, module: module, subject: "\(subject)", error: error))
        }
        let elapsed = timer.clock.now().subtracting(began).short
        var text = "\(name) took longer than \(allowance.name) allows: \(elapsed) of \(allowance.timeout.short)."
        switch end {
        case .returned: return
        case .late: break
        case .abandoned:
            broadcast.endCalls()
            text += HiveError.abandonment(after: grace)
            if handlers.count > 1 { text += " The module's handlers after it may not have had this event." }
        }
        let error = HiveError(.timedOut, text)
        let failure = HiveError.Failure(module: module, step: "handler of \(subject)", error: error)
        stop.add(failure, leavingOut: handlers)
        tell(failure, subject)
    }

    /// Calls a handler of any kind in the time that a stop has for it; one that wants every event has no reply.
    ///
    /// A copy for each of Hive's own events would be faster where nobody is in a hurry, and make every program larger.
    @usableFromInline
    @_semantics("optimize.sil.specialize.generic.never")
    func call<Event: HiveEvent>(
        _ subscription: Subscription,
        _ handler: EventHandler<Event>,
        _ event: Event,
        _ delivery: Delivery,
        _ stop: StopDelivery
    ) async throws -> Event.Reply? {
        let mark = CallMark(event: Event.self, module: subscription.module)
        var scope = delivery.context(for: subscription).scope
        scope.call = mark
        let own = ModuleContext(scope: scope)
        var timeout: Duration?
        let body: @Sendable () async throws -> Event.Reply?
        switch handler {
        case .synchronous(let handler): body = { try handler(event, own) }
        case .asynchronous(let handler, let ownTimeout):
            timeout = ownTimeout
            body = { try await handler(event, own) }
        case .every(let receive):
            body = {
                try await receive(event, own)
                return nil
            }
        }
        let subject = delivery.broadcast.subject
        let name = "The handler of \(subject) in \(subscription.module ?? "hive")"
        return try await call(mark, name, [subscription], own: timeout, subject, stop, body)
    }

    /// Decodes the payload of a named event.
    func decode<Event: HiveEvent>(
        _ named: NamedEvent,
        _ stop: StopDelivery,
        _ body: @escaping @Sendable () throws -> Event
    ) async throws -> Event {
        let subject = EventSubject.name(named.name)
        let mark = CallMark(event: Event.self, module: nil)
        return try await call(mark, "The decoding of \(subject)", [], own: nil, subject, stop) { try body() }
    }

    /// Runs somebody's code within the time that the stop has for it.
    private func call<Reply: Sendable>(
        _ mark: CallMark,
        _ name: String,
        _ handlers: [Subscription],
        own: Duration?,
        _ subject: EventSubject,
        _ stop: StopDelivery,
        _ body: @escaping @Sendable () async throws -> Reply
    ) async throws -> Reply {
        guard let allowance = stop.allowance(own: own, at: timer.clock.now()) else { return try await body() }
        let module = handlers.first?.module
        let step = "handler of \(subject)"
        let call = TimedCall(timer, timeout: allowance.timeout, grace: grace, mark: mark)
        let end = await call.run(body) { [observers] elapsed, error in
            observers.notify(
                .init(.handlerReturnedLate, module: module, subject: "\(subject)", duration: elapsed, error: error)
            )
        }
        if case .returned(let result) = end { return try result.get(as: Reply.self) }
        let error = timeoutError(end, of: module, step) { elapsed in
            "\(name) took longer than \(allowance.name) allows: \(elapsed.short) of \(allowance.timeout.short)."
        }
        stop.add(.init(module: module, step: step, error: error), leavingOut: handlers)
        throw error
    }

    private func tell(_ failure: HiveError.Failure, _ subject: EventSubject) {
        let error = failure.error
        observers.notify(.init(.handlerFailed, module: failure.module, subject: "\(subject)", error: error))
    }
}
