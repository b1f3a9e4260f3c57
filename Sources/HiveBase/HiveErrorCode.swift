// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A kind of failure, or of something wrong with what a hive was told to run.
///
/// Switch over it with a default case.
public struct HiveErrorCode: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// A kind of failure of a library's own.
    ///
    /// Begin the name with the library's, as in `HiveRouting.unknownAction`: codes of one name are one code.
    public init(_ name: String) { description = name }
}

extension HiveErrorCode {
    /// The call doesn't fit the hive's state, or a context's hook has returned.
    public static let invalidState = HiveErrorCode("invalidState")
    /// The start was cancelled, or a stop was asked for before it ended.
    public static let cancelled = HiveErrorCode("cancelled")
    /// The hive, or the module that owns the service, has stopped.
    public static let stopped = HiveErrorCode("stopped")
    /// The hive is stopping, and makes nothing new.
    public static let stopping = HiveErrorCode("stopping")
    /// Something is wrong with what the hive was told to run; the error's problems have all of it.
    public static let invalidConfiguration = HiveErrorCode("invalidConfiguration")
    /// A file is absent, or cannot be read.
    public static let fileNotReadable = HiveErrorCode("fileNotReadable")
    /// A file is no property list.
    public static let invalidPropertyList = HiveErrorCode("invalidPropertyList")
    /// A value is missing, or of the wrong type, or out of range.
    public static let invalidValue = HiveErrorCode("invalidValue")
    /// A key that nobody reads.
    public static let unknownKey = HiveErrorCode("unknownKey")
    /// An argument that nothing reads: neither a module as its option, nor the program as a value.
    public static let unknownArgument = HiveErrorCode("unknownArgument")
    /// A module threw while starting; the error's start report says how far the start had come.
    public static let startFailed = HiveErrorCode("startFailed")
    /// Something threw while the hive stopped; everything was stopped all the same.
    public static let stopFailed = HiveErrorCode("stopFailed")
    /// A reload failed half-way; what was before was put back, and the message says what could not be.
    public static let reloadFailed = HiveErrorCode("reloadFailed")
    /// The long-running work of a module threw, which stopped the hive.
    public static let workFailed = HiveErrorCode("workFailed")
    /// A hook or a handler took longer than its timeout.
    public static let timedOut = HiveErrorCode("timedOut")
    /// No class or protocol of that name is in the program, or several are.
    public static let unknownClass = HiveErrorCode("unknownClass")
    /// A name that no module of the hive has.
    public static let unknownModule = HiveErrorCode("unknownModule")
    /// A class that does not conform to `HiveModule`.
    public static let notAModule = HiveErrorCode("notAModule")
    /// A module that only a factory makes was named without one.
    public static let needsFactory = HiveErrorCode("needsFactory")
    /// A link-time record that cannot be read.
    public static let invalidRecord = HiveErrorCode("invalidRecord")
    /// A name in a property list that only the Swift runtime finds, in the running program.
    public static let foundAtRunTime = HiveErrorCode("foundAtRunTime")
    /// One module was registered twice.
    public static let duplicateModule = HiveErrorCode("duplicateModule")
    /// Two modules have one name.
    public static let duplicateModuleName = HiveErrorCode("duplicateModuleName")
    /// A dependency on a module that the hive does not know.
    public static let unknownDependency = HiveErrorCode("unknownDependency")
    /// A dependency on a module that is disabled.
    public static let disabledDependency = HiveErrorCode("disabledDependency")
    /// A module that depends on itself.
    public static let selfDependency = HiveErrorCode("selfDependency")
    /// Modules that depend on each other in a circle.
    public static let dependencyCycle = HiveErrorCode("dependencyCycle")
    /// A dependency that contradicts level or priority, and wins.
    public static let orderContradiction = HiveErrorCode("orderContradiction")
    /// A module has found what another one registered, and does not say that it needs it.
    public static let undeclaredNeed = HiveErrorCode("undeclaredNeed")
    /// A service that a module declares or needs and nobody provides.
    public static let unprovidedService = HiveErrorCode("unprovidedService")
    /// No implementation is registered for the service.
    public static let serviceNotRegistered = HiveErrorCode("serviceNotRegistered")
    /// The service's module is down because of a failure, its own or of what it needs.
    public static let unavailable = HiveErrorCode("unavailable")
    /// Services cannot be resolved before the `initialize` phase.
    public static let serviceNotStarted = HiveErrorCode("serviceNotStarted")
    /// The service is made asynchronously, and its module has not been initialized yet.
    public static let serviceNotMade = HiveErrorCode("serviceNotMade")
    /// Factories that need each other in a circle.
    public static let serviceCycle = HiveErrorCode("serviceCycle")
    /// The service was registered twice.
    public static let duplicateService = HiveErrorCode("duplicateService")
    /// An implementation that does not conform to the service's protocol.
    public static let doesNotConform = HiveErrorCode("doesNotConform")
    /// A protocol that does not refine `Sendable`.
    public static let notSendable = HiveErrorCode("notSendable")
    /// A scope that does not fit the implementation.
    public static let invalidScope = HiveErrorCode("invalidScope")
    /// The service cannot be made anew, or cannot be evicted, because nothing could make it again.
    public static let notCreatable = HiveErrorCode("notCreatable")
    /// Two entries of a library's registry have one key.
    public static let duplicateEntry = HiveErrorCode("duplicateEntry")
    /// Events that trigger each other without an end.
    public static let nestedTooDeeply = HiveErrorCode("nestedTooDeeply")
    /// The queue of posted events is full.
    public static let queueFull = HiveErrorCode("queueFull")
    /// A name is bound to two events.
    public static let duplicateEventName = HiveErrorCode("duplicateEventName")
    /// A name is bound to no event.
    public static let unknownEventName = HiveErrorCode("unknownEventName")
}
