// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Something that happened, told to whoever subscribes to its type.
///
/// An event is a value type of the application's own; its type is its identity, so two events are never confused (C35).
///
/// ```swift
/// struct OrderPlaced: HiveEvent { let order: Order }
/// struct PriceAsked: HiveEvent {
///     typealias Reply = Int
///     let sku: String
/// }
/// ```
public protocol HiveEvent: Sendable {
    /// What handlers answer; by default nothing.
    associatedtype Reply: Sendable = Void
}

/// An event that is known by its name only, from a command line, a property list or a URL.
///
/// A module binds a name to an event type or to a handler; see ``EventRegistrar/bind(_:to:fileID:line:)`` and
/// <doc:triggering-events-by-name>. A named event is triggered and posted as every event is:
///
/// ```swift
/// let outcome = try await hive.events.trigger(NamedEvent("resize", payload: ["width": 3]))
/// print(outcome.replies)
/// ```
///
/// A name that is bound to a type is decoded and delivered as an event of that type. One that is bound to a handler is
/// delivered as it is: to that handler, to whoever subscribes to `NamedEvent`, and to whoever has subscribed to every
/// event. A name that is bound to nothing is an error (C35).
public struct NamedEvent: HiveEvent {
    /// What the one handler of the name answers.
    public typealias Reply = any Sendable

    /// The name.
    public let name: String
    /// What came with it.
    public let payload: ConfigurationValue

    /// Creates an event.
    public init(_ name: String, payload: ConfigurationValue = [:]) {
        self.name = name
        self.payload = payload
    }
}

/// What came of an event: the replies in order, and the failures, each with its module (C29).
public struct EventOutcome<Reply: Sendable>: Sendable {
    @usableFromInline typealias Answer = (module: String?, reply: Reply)

    /// The replies in the order of the handlers, each with the module whose handler it was, nil for a subscription that
    /// belongs to no module; empty for an event without replies.
    public let answers: [(module: String?, reply: Reply)]
    /// What handlers threw, in order.
    public let failures: [HiveError.Failure]
    /// How many handlers were called.
    public let handlerCount: Int

    /// An outcome, by default of an event that nobody subscribes to.
    @usableFromInline
    init(answers: [Answer] = [], failures: [HiveError.Failure] = [], handlerCount: Int = 0) {
        self.answers = answers
        self.failures = failures
        self.handlerCount = handlerCount
    }

    /// The replies in order.
    public var replies: [Reply] { answers.map(\.reply) }

    /// Throws when a handler failed.
    ///
    /// - Throws: The first failure's error.
    public func throwFirstFailure() throws {
        if let first = failures.first { throw first.error }
    }
}

/// What the system tells the process, beside the signals that end it.
///
/// A module subscribes once, and switches; one that wants a single kind asks for that alone:
///
/// ```swift
/// try context.events.subscribe(SystemEvent.self) { event, _ in
///     if event == .memoryPressure { cache.removeAll() }
/// }
/// ```
///
/// Later versions may add kinds, so that a `switch` outside of Hive needs an `@unknown default`. ``HiveOptions`` say
/// which of them a hive hears of. They are Hive's own: a subscription to every event does not hear of them.
@nonexhaustive public enum SystemEvent: HiveEvent {
    /// The process is about to be suspended, with SIGTSTP; it is when every handler has run.
    case suspend
    /// The process goes on, after SIGCONT.
    case resume
    /// Memory is short: tasks of the process's control group, or of the machine, wait for it.
    ///
    /// It comes at most every two seconds while that goes on.
    case memoryPressure
    /// SIGHUP asked for the configuration to be read again; the hive has reloaded its own files before.
    case configurationReload
}
