// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension HiveError {
    /// A kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case invalidState, cancelled, stopped, stopping
            case invalidConfiguration, fileNotReadable, invalidPropertyList, invalidValue, unknownKey
            case startFailed, stopFailed, reloadFailed, workFailed, timedOut
            case unknownClass, unknownModule, notAModule, needsFactory, duplicateModule, duplicateModuleName
            case unknownDependency, disabledDependency, selfDependency, dependencyCycle, orderContradiction
            case unprovidedService, serviceNotRegistered, serviceNotStarted, serviceNotMade, serviceCycle
            case duplicateService, doesNotConform, notSendable, invalidScope, notCreatable
            case duplicateEntry, nestedTooDeeply, queueFull, duplicateEventName, unknownEventName
            case invalidRecord, foundAtRunTime
        }

        /// The code's name.
        public let description: String

        private init(value: Value) { description = value.rawValue }

        /// A kind of failure of a library's own.
        ///
        /// Begin the name with the library's, as in `HiveRouting.unknownAction`: codes of one name are one code.
        public init(_ name: String) { description = name }
    }
}

extension HiveError.Code {
    /// The call doesn't fit the hive's state, or a context's hook has returned.
    public static let invalidState = HiveError.Code(value: .invalidState)
    /// The start was cancelled, or a stop was asked for before it ended.
    public static let cancelled = HiveError.Code(value: .cancelled)
    /// The hive, or the module that owns the service, has stopped.
    public static let stopped = HiveError.Code(value: .stopped)
    /// The hive is stopping, and nothing new is made any more.
    public static let stopping = HiveError.Code(value: .stopping)
    /// Something is wrong with what the hive was told to run; ``HiveError/problems`` has all of it.
    public static let invalidConfiguration = HiveError.Code(value: .invalidConfiguration)
    /// A file is absent, or cannot be read.
    public static let fileNotReadable = HiveError.Code(value: .fileNotReadable)
    /// A file is no property list.
    public static let invalidPropertyList = HiveError.Code(value: .invalidPropertyList)
    /// A value is missing, or of the wrong type, or out of range.
    public static let invalidValue = HiveError.Code(value: .invalidValue)
    /// A key that nobody reads.
    public static let unknownKey = HiveError.Code(value: .unknownKey)
    /// A module threw while starting; ``HiveError/start`` says how far the start had come.
    public static let startFailed = HiveError.Code(value: .startFailed)
    /// Something threw while the hive stopped; everything was stopped all the same.
    public static let stopFailed = HiveError.Code(value: .stopFailed)
    /// A reload failed half-way; what was before was put back, and the message says what could not be.
    public static let reloadFailed = HiveError.Code(value: .reloadFailed)
    /// The long-running work of a module threw, which stopped the hive.
    public static let workFailed = HiveError.Code(value: .workFailed)
    /// A hook or a handler took longer than its timeout.
    public static let timedOut = HiveError.Code(value: .timedOut)
    /// No class or protocol of that name is in the program, or several are.
    public static let unknownClass = HiveError.Code(value: .unknownClass)
    /// A name that no module of the hive has.
    public static let unknownModule = HiveError.Code(value: .unknownModule)
    /// A class that does not conform to ``HiveModule``.
    public static let notAModule = HiveError.Code(value: .notAModule)
    /// A module that only a factory makes was named without one.
    public static let needsFactory = HiveError.Code(value: .needsFactory)
    /// A link-time record that cannot be read.
    public static let invalidRecord = HiveError.Code(value: .invalidRecord)
    /// A name in a property list that only the Swift runtime finds, in the running program.
    public static let foundAtRunTime = HiveError.Code(value: .foundAtRunTime)
    /// One module was registered twice.
    public static let duplicateModule = HiveError.Code(value: .duplicateModule)
    /// Two modules have one name.
    public static let duplicateModuleName = HiveError.Code(value: .duplicateModuleName)
    /// A dependency on a module that the hive does not know.
    public static let unknownDependency = HiveError.Code(value: .unknownDependency)
    /// A dependency on a module that is disabled.
    public static let disabledDependency = HiveError.Code(value: .disabledDependency)
    /// A module that depends on itself.
    public static let selfDependency = HiveError.Code(value: .selfDependency)
    /// Modules that depend on each other in a circle.
    public static let dependencyCycle = HiveError.Code(value: .dependencyCycle)
    /// A dependency that contradicts level or priority, and wins.
    public static let orderContradiction = HiveError.Code(value: .orderContradiction)
    /// A service that a module declares or needs and nobody provides.
    public static let unprovidedService = HiveError.Code(value: .unprovidedService)
    /// No implementation is registered for the service.
    public static let serviceNotRegistered = HiveError.Code(value: .serviceNotRegistered)
    /// Services cannot be resolved before the `initialize` phase.
    public static let serviceNotStarted = HiveError.Code(value: .serviceNotStarted)
    /// The service is made asynchronously, and its module has not been initialized yet.
    public static let serviceNotMade = HiveError.Code(value: .serviceNotMade)
    /// Factories that need each other in a circle.
    public static let serviceCycle = HiveError.Code(value: .serviceCycle)
    /// The service was registered twice.
    public static let duplicateService = HiveError.Code(value: .duplicateService)
    /// An implementation that does not conform to the service's protocol.
    public static let doesNotConform = HiveError.Code(value: .doesNotConform)
    /// A protocol that does not refine `Sendable`.
    public static let notSendable = HiveError.Code(value: .notSendable)
    /// A scope that does not fit the implementation.
    public static let invalidScope = HiveError.Code(value: .invalidScope)
    /// The service cannot be made anew, or cannot be evicted, because nothing could make it again.
    public static let notCreatable = HiveError.Code(value: .notCreatable)
    /// Two entries of a library's registry have one key.
    public static let duplicateEntry = HiveError.Code(value: .duplicateEntry)
    /// Events that trigger each other without an end.
    public static let nestedTooDeeply = HiveError.Code(value: .nestedTooDeeply)
    /// The queue of posted events is full.
    public static let queueFull = HiveError.Code(value: .queueFull)
    /// A name is bound to two events.
    public static let duplicateEventName = HiveError.Code(value: .duplicateEventName)
    /// A name is bound to no event.
    public static let unknownEventName = HiveError.Code(value: .unknownEventName)
}
