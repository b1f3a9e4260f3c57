// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HivePlatform
import Synchronization

/// What a supervisor such as systemd has put into the environment of a process that it has started.
struct SupervisorEnvironment: Equatable {
    /// Where it reads, from `NOTIFY_SOCKET`.
    let socket: String
    /// How often it expects a sign of life, from `WATCHDOG_USEC`; nil where it expects none, or one of another process.
    let watchdog: Duration?

    /// Reads the variables; nil where no supervisor listens.
    init?(process: Int32 = getpid(), _ variable: (String) -> String?) {
        guard let socket = variable("NOTIFY_SOCKET"), !socket.isEmpty else { return nil }
        self.socket = socket
        let isMine = variable("WATCHDOG_PID").map { Int32($0) == process } ?? true
        let microseconds = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        watchdog = isMine && microseconds > 0 ? .microseconds(microseconds) : nil
    }
}

/// Tells a supervisor how a hive is doing while ``Hive/run()`` runs it: the protocol of `sd_notify` (C59).
///
/// It says when the hive runs, what it is not ready for, when it reloads and stops, which hook runs, whether the last
/// reload was refused, that a start, a reload or a stop needs more time, at once and then as long as its hooks are
/// within theirs, and, where a watchdog is set, that the program is alive.
final class SupervisorReporter: Sendable {
    /// What the hive is doing, as far as the supervisor is concerned.
    private struct Situation {
        /// Whether the hive starts or stops, so that a supervisor's patience may end.
        var isChanging = false
        /// Whether the hive runs, and whether it has begun to stop.
        var isRunning = false
        var isStopping = false
        /// How many reloads are under way, inside each other.
        var reloads = 0
        /// Why the last one was refused; nil where it was not.
        var refusal: String?
    }

    /// Shared with what asks for more time.
    private final class Shared: Sendable {
        let situation = Mutex(Situation())
    }

    /// Asks for time for what begins, and until it is asked for again: more than a supervisor may have set, and no more
    /// than a hive that hangs may be left alone.
    ///
    /// It puts off systemd's watchdog as well, until the next sign of life: one follows at once.
    private static let moreTime = "EXTEND_TIMEOUT_USEC=15000000"

    private let socket: NotifySocket
    private let readiness: @Sendable () -> HiveReadiness?
    private let watchdog: TimerSource?
    /// Tells that the process is alive, where somebody wants to know.
    private let signOfLife: @Sendable () -> Void
    private let extender: TimerSource
    private let shared = Shared()

    /// Begins to tell.
    ///
    /// - Parameters:
    ///   - environment: Where the supervisor reads, and what it expects.
    ///   - interval: How often more time is asked for during a start or a stop.
    ///   - hasTimeLeft: Whether hooks run that have time left.
    ///   - readiness: Whether the hive is ready, and who withholds that; nil where it is gone.
    ///   - fail: Is told when the supervisor cannot be reached, at most once.
    /// - Throws: What ``NotifySocket`` throws.
    init(
        _ environment: SupervisorEnvironment,
        every interval: Duration = .seconds(5),
        hasTimeLeft: @escaping @Sendable () -> Bool,
        readiness: @escaping @Sendable () -> HiveReadiness? = { nil },
        fail: @escaping @Sendable (NotifySocket.Failure) -> Void
    ) throws(NotifySocket.Failure) {
        let socket = try NotifySocket(environment.socket, fail: fail)
        self.socket = socket
        self.readiness = readiness
        let isWatched = environment.watchdog != nil
        let signOfLife: @Sendable () -> Void = {
            guard isWatched else { return }
            // Ends at once. Through a task: a program whose threads are all blocked is not alive, although a timer is.
            ActivityScope.detach { Task { socket.send(.signOfLife, "WATCHDOG=1") } }
        }
        self.signOfLife = signOfLife
        watchdog = isWatched ? TimerSource(ring: signOfLife) : nil
        extender = TimerSource { [shared] in
            guard shared.situation.withLock({ $0.isChanging || $0.reloads > 0 }), hasTimeLeft() else { return }
            socket.send(.moreTime, Self.moreTime)
            signOfLife()
        }
        extender.set(every: interval)
        // No more than a thousand a second, whatever somebody has set.
        if let expected = environment.watchdog { watchdog?.set(every: max(expected / 2, .milliseconds(1))) }
    }

    func observe(_ observation: HiveObservation) {
        switch (observation.kind, observation.subject) {
        case (_, .state(let state)):
            enter(state, observation.error)
        case (.willRunHook, _):
            let step = [observation.phase.map { "\($0)" }, observation.module].compactMap { $0 }
            socket.send(.status, status(step.joined(separator: " ")))
        // The start and the stop, which no module has brought about, say so themselves.
        case (let kind, .readiness(let readiness)) where kind == .readinessWithheld || observation.module != nil:
            socket.send(.status, status(Self.running(readiness)))
        // The last hook that began may have been one of a module that comes or goes.
        case (.moduleChanged, .module(let state)) where state.isSettled && shared.situation.withLock(\.isRunning):
            socket.send(.status, status(Self.running(readiness())))
        case (.didReload, _), (.operationFailed, .reload):
            let refusal = observation.error.map(Self.reason(of:))
            shared.situation.withLock { $0.refusal = refusal }
        default:
            break
        }
    }

    /// The configuration is about to be read or changed; what is told until the end may hold others inside it.
    func reloadBegins() {
        let isRunning = shared.situation.withLock { situation in
            situation.reloads += 1
            return situation.isRunning
        }
        guard isRunning else { return }
        // Also inside another reload: systemd tells by the time whether a `READY=1` that comes answers its own request.
        // What Dispatch counts is the system's monotonic clock.
        let time = DispatchTime.now().uptimeNanoseconds / 1_000
        socket.send(.reloading, "RELOADING=1", "MONOTONIC_USEC=\(time)", Self.moreTime)
        signOfLife()
    }

    /// The configuration was changed, or that failed, for a reason that nothing else has told yet; the hive goes on in
    /// any case.
    func reloadEnds(refusedBy error: (any Error)? = nil) {
        let refusal = error.map(Self.reason(of:))
        let isLast = shared.situation.withLock { situation in
            if let refusal { situation.refusal = refusal }
            situation.reloads -= 1
            return situation.isRunning && situation.reloads == 0
        }
        if isLast { socket.send(.ready, "READY=1", status(Self.running(readiness()))) }
    }

    /// Ends telling, when everything has been sent.
    func end() {
        watchdog?.cancel()
        extender.cancel()
        socket.end()
    }

    /// A stop begins, or the way back after a start that failed or was told to end.
    func stopBegins() {
        let isFirst = shared.situation.withLock { situation in
            defer { situation.isStopping = true }
            (situation.isRunning, situation.isChanging) = (false, true)
            return !situation.isStopping
        }
        guard isFirst else { return }
        socket.send(.stopping, "STOPPING=1", "STATUS=\(HiveState.stopping)", Self.moreTime)
        signOfLife()
    }

    private func enter(_ state: HiveState, _ error: (any Error)?) {
        shared.situation.withLock { ($0.isRunning, $0.isChanging) = (state == .running, state == .starting) }
        switch state {
        case .starting:
            socket.send(.moreTime, Self.moreTime)
            signOfLife()
            socket.send(.status, "STATUS=\(state)")
        case .running:
            socket.send(.ready, "READY=1", status(Self.running(readiness())))
        case .stopping:
            stopBegins()
        case .created, .stopped, .failed:
            socket.send(.ended, "STATUS=\(state)\(error.map { ": \(Self.reason(of: $0))" } ?? "")")
        }
    }

    /// What goes on, and, until one succeeds, that the last reload was refused.
    private func status(_ text: String) -> String {
        let refusal = shared.situation.withLock { $0.isStopping ? nil : $0.refusal }
        return "STATUS=\(text)\(refusal.map { "; the last reload was refused: \($0)" } ?? "")"
    }

    /// That the hive runs, and what it is not ready for.
    private static func running(_ readiness: HiveReadiness?) -> String {
        let withheld = (readiness?.withheld ?? []).map { "\($0.module ?? "hive") (\($0.reason))" }
        return withheld.isEmpty ? "running" : "running, not ready: \(withheld.joined(separator: "; "))".onOneLine
    }

    /// What went wrong, with the first of several things that are wrong with a configuration.
    static func reason(of error: any Error) -> String {
        guard let error = error as? HiveError else { return "\(error)" }
        return ([error.message] + error.problems.errors.prefix(1).map(\.description)).joined(separator: " ")
    }
}

extension ModuleState {
    /// Whether nothing is done with the module now.
    fileprivate var isSettled: Bool {
        switch self {
        case .starting, .stopping, .restarting(_, _, next: nil): false
        case .waiting, .up, .restarting, .leftOut, .down: true
        }
    }
}
