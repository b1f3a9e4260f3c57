// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A person or program that watches every step of a hive.
///
/// Pass observers when the hive is made. They are called from whichever task takes the step, several at once, with no
/// lock held; a slow observer slows the hive. A hive without observers pays nothing for them (C48).
public protocol HiveObserver: Sendable {
    /// Is told one step, in the task that takes it.
    func observe(_ observation: HiveObservation)
}

/// One step that a hive took.
public struct HiveObservation: Sendable, CustomStringConvertible {
    /// A kind of step.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case stateChanged, moduleRegistered, willRunHook, slowHook, didRunHook, hookReturnedLate
            case workFailed, operationFailed, configurationReloaded
            case serviceRegistered, serviceHidden, serviceCreated, serviceEvicted, serviceShutDown
            case willTrigger, didTrigger, eventPosted, handlerFailed, handlerReturnedLate
            case unavailable
        }

        /// The kind's name.
        public let description: String

        private init(value: Value) { description = value.rawValue }

        /// A kind of step of a library's own; begin the name with the library's, as in `HiveRouting.didPerform`.
        public init(_ name: String) { description = name }

        /// The hive changed its state.
        public static let stateChanged = Kind(value: .stateChanged)
        /// A module was registered.
        public static let moduleRegistered = Kind(value: .moduleRegistered)
        /// A hook is about to run.
        public static let willRunHook = Kind(value: .willRunHook)
        /// A hook has used up half of its timeout.
        public static let slowHook = Kind(value: .slowHook)
        /// A hook that was abandoned has returned or thrown.
        public static let hookReturnedLate = Kind(value: .hookReturnedLate)
        /// The long-running work of a module threw.
        public static let workFailed = Kind(value: .workFailed)
        /// What was asked for from within a hook or a handler, or by a signal, failed: an addition, a removal, a reload.
        public static let operationFailed = Kind(value: .operationFailed)
        /// A reload has put a new configuration in place.
        public static let configurationReloaded = Kind(value: .configurationReloaded)
        /// A hook returned or threw.
        public static let didRunHook = Kind(value: .didRunHook)
        /// A service was registered.
        public static let serviceRegistered = Kind(value: .serviceRegistered)
        /// A property list's entry won over a registration in code; the error names both places.
        public static let serviceHidden = Kind(value: .serviceHidden)
        /// A shared service was resolved for the first time, which made it, or failed to.
        public static let serviceCreated = Kind(value: .serviceCreated)
        /// A shared service was put out of the cache.
        public static let serviceEvicted = Kind(value: .serviceEvicted)
        /// A shared service's shutdown ended.
        public static let serviceShutDown = Kind(value: .serviceShutDown)
        /// An event is about to be delivered.
        public static let willTrigger = Kind(value: .willTrigger)
        /// An event was delivered to everybody.
        public static let didTrigger = Kind(value: .didTrigger)
        /// An event was put into the queue.
        public static let eventPosted = Kind(value: .eventPosted)
        /// An event's handler threw.
        public static let handlerFailed = Kind(value: .handlerFailed)
        /// An event's handler that was abandoned has returned or thrown.
        public static let handlerReturnedLate = Kind(value: .handlerReturnedLate)
        /// Something was asked for that the system does not offer, or not to this process.
        public static let unavailable = Kind(value: .unavailable)
    }

    /// What happened.
    public let kind: Kind
    /// The name of the module that the step belongs to.
    public let module: String?
    /// The hook, for the kinds about hooks.
    public let phase: Phase?
    /// The service, the event, or the state that the step is about.
    public let subject: String?
    /// How long the step took, by the hive's clock, for the kinds that end something.
    public let duration: Duration?
    /// What was thrown.
    public let error: (any Error)?

    /// Creates a step; libraries tell theirs with ``Hive/report(_:)``.
    public init(
        _ kind: Kind,
        module: String? = nil,
        phase: Phase? = nil,
        subject: String? = nil,
        duration: Duration? = nil,
        error: (any Error)? = nil
    ) {
        self.kind = kind
        self.module = module
        self.phase = phase
        self.subject = subject
        self.duration = duration
        self.error = error
    }

    /// The step in one line.
    public var description: String {
        let parts = [
            module, phase.map { "\($0)" }, subject, duration.map { "\($0)" }, error.map { "error: \($0)" },
        ]
        return ([kind.description] + parts.compactMap { $0 }).joined(separator: " ")
    }
}

/// The observers of one hive, fixed when it is made.
struct Observers: Sendable {
    private let observers: [any HiveObserver]

    init(_ observers: [any HiveObserver] = []) {
        self.observers = observers
    }

    /// Whether there are no observers, so that nothing has to be measured.
    var isEmpty: Bool { observers.isEmpty }

    /// Tells every observer; callers hold no lock.
    func notify(_ observation: @autoclosure () -> HiveObservation) {
        guard !observers.isEmpty else { return }
        let observation = observation()
        for observer in observers {
            observer.observe(observation)
        }
    }
}
