// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One step that a hive took.
public struct HiveObservation: Sendable, CustomStringConvertible {
    /// A kind of step.
    @nonexhaustive public enum Kind: Hashable, Sendable {
        /// The hive changed its state; the duration is that of the start or the stop that has ended.
        case stateChanged
        /// The hive became ready, or no longer is; the module is the one that withholds it, or no longer does, nil at
        /// the start and the stop (C53).
        case readinessChanged
        /// The hive runs and still is not ready, and who withholds that, or why, is not what was told before; the
        /// module is the one that has changed it, nil for a hive that comes up without being ready (C53).
        case readinessWithheld
        /// A module that was asked how it is has answered otherwise than before, or is unhealthy or degraded the first
        /// time.
        case healthChanged
        /// A module was registered.
        case moduleRegistered
        /// A module has come into another state; the subject says which (C64).
        case moduleChanged
        /// A hook is about to run.
        case willRunHook
        /// A hook returned or threw.
        case didRunHook
        /// A hook has used up half of its timeout.
        case slowHook
        /// A hook that was abandoned has returned or thrown.
        case hookReturnedLate
        /// The long-running work of a module threw.
        case workFailed
        /// The long-running work of a module returned.
        case workEnded
        /// The long-running work of a module has ended, which was cancelled because it had not said that it drains;
        /// with an error where it had read ``WorkContext/isDraining``, and perhaps was in the middle of a job.
        case workCancelled
        /// The long-running work of a module has said that it is up, and the start had not waited for it, because its
        /// ``ModuleManifest/work`` is immediate; once for each work, with an error that says what to write.
        case announcementUnawaited
        /// What was asked for from within a hook or a handler, or by a signal, failed; the subject says what: an
        /// addition, a removal, a reload or a restart.
        case operationFailed
        /// Something that the hive was told to run is doubtful, as ``Hive/verify()`` warns: once for each such thing in
        /// a start and in a reload, with an error that says where it is and what to do; so too, with the module, when
        /// one has found what it does not say that it needs, once for each module of which it has (C62).
        case configurationDoubtful
        /// A reload begins, with a configuration that has been read and is about to be checked.
        case willReload
        /// A reload ended: the subject says what it has changed, the error why it did not come about.
        case didReload
        /// A service was registered.
        case serviceRegistered
        /// A property list's entry won over a registration in code; the error names both places.
        case serviceHidden
        /// A shared service was resolved for the first time, which made it, or failed to.
        case serviceCreated
        /// A shared service was put out of the cache.
        case serviceEvicted
        /// A shared service's shutdown ended.
        case serviceShutDown
        /// An event is about to be delivered.
        case willTrigger
        /// An event was delivered to everybody.
        case didTrigger
        /// An event was put into the queue.
        case eventPosted
        /// An event was not put into the queue; whoever posted it was thrown the error.
        case eventRefused
        /// An event's handler threw.
        case handlerFailed
        /// An event's handler that was abandoned has returned or thrown.
        case handlerReturnedLate
        /// Something was asked for that the system does not offer, or not to this process.
        case unavailable
        /// A step of a library's own; its name begins with the library's, as in `HiveRouting.didPerform`.
        case library(String)
    }

    /// What a step is about, so that observers match on values and never on texts.
    ///
    /// Names are kept on one line: what could end it, or move the cursor of a terminal, is escaped.
    @nonexhaustive public enum Subject: Equatable, Sendable, CustomStringConvertible {
        /// The state that the hive has entered.
        case state(HiveState)
        /// Whether the hive is ready, and who withholds that.
        case readiness(HiveReadiness)
        /// How the module is.
        case health(ModuleHealth)
        /// The state that the module has come into.
        case module(ModuleState)
        /// A service, by its type and name.
        case service(String)
        /// An event, by its type and name.
        case event(String)
        /// A module that was to come.
        case addition
        /// A module that was to go.
        case removal
        /// The configuration, which was to be read again.
        case reload
        /// A module that has failed, which was to go, or to come again.
        case restart
        /// Anything else, for people.
        case text(String)

        /// The subject in one line.
        public var description: String {
            switch self {
            case .state(let state): "\(state)"
            case .readiness(let readiness): "\(readiness)"
            case .health(let health): "\(health)"
            case .module(let state): "\(state)"
            case .addition: "addition"
            case .removal: "removal"
            case .reload: "reload"
            case .restart: "restart"
            case .service(let name), .event(let name), .text(let name): name
            }
        }

        fileprivate var onOneLine: Subject {
            switch self {
            case .service(let name): .service(name.onOneLine)
            case .event(let name): .event(name.onOneLine)
            case .text(let text): .text(text.onOneLine)
            case .state, .readiness, .health, .module, .addition, .removal, .reload, .restart: self
            }
        }
    }

    /// What happened; the subject has the values.
    public let kind: Kind
    /// The name of the module that the step belongs to.
    public let module: String?
    /// The hook, for the kinds about hooks.
    public let phase: Phase?
    /// The service, the event, the state, the readiness or the health that the step is about.
    public let subject: Subject?
    /// How long the step took, by the hive's clock, for the kinds that end something.
    public let duration: Duration?
    /// What was thrown.
    public let error: (any Error)?

    /// Creates a step; libraries tell theirs with ``Hive/report(_:)``.
    ///
    /// Names are kept on one line: what could end it, or move the cursor of a terminal, is escaped.
    public init(
        _ kind: Kind,
        module: String? = nil,
        phase: Phase? = nil,
        subject: Subject? = nil,
        duration: Duration? = nil,
        error: (any Error)? = nil
    ) {
        self.kind = kind
        self.module = module?.onOneLine
        self.phase = phase
        self.subject = subject?.onOneLine
        self.duration = duration
        self.error = error
    }

    /// The step in one line.
    public var description: String {
        let parts = [
            module, phase.map { "\($0)" }, subject?.description, duration?.short,
            error.map { "error: \($0)".onOneLine },
        ]
        let name = if case .library(let name) = kind { name } else { "\(kind)" }
        return ([name] + parts.compactMap { $0 }).joined(separator: " ")
    }
}

/// The observers of one hive, fixed when it is made, and the one that comes with ``Hive/run()``.
struct Observers: Sendable {
    private let observers: [@Sendable (HiveObservation) -> Void]
    /// The observer that comes when the hive is run.
    let run = SupervisorPlace()

    init(_ observers: [@Sendable (HiveObservation) -> Void] = []) {
        self.observers = observers
    }

    /// Whether there are no observers, so that nothing has to be measured.
    var isEmpty: Bool { observers.isEmpty && run.isEmpty }

    /// Tells every observer; callers hold no lock.
    func notify(_ observation: @autoclosure () -> HiveObservation) {
        guard !isEmpty else { return }
        let observation = observation()
        for observe in observers { observe(observation) }
        run.current?.observe(observation)
    }
}
