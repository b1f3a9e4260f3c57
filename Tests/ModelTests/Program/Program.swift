// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A program of a random test: the modules of a hive, what they do in their hooks, and what is asked of the hive.
struct Program: Sendable, Equatable {
    /// What the generator made it from; nil when a test has written it.
    var seed: Int?
    var modules: [Part] = []
    var operations: [Operation] = []
    /// How many posted events may wait.
    var queueCapacity = 16
    /// Whether a reload restarts what has other options.
    var restartsOnReload = false

    /// What the property list says before the first reload.
    var list: [Entry] { modules.filter { $0.isRegistered && $0.isListed }.map { Entry(index: $0.index) } }

    /// The most modules that a program may have, each of which is another type.
    static let maximumCount = 9

    /// The name of a module: `A`, `B` and so on.
    static func name(_ index: Int) -> String {
        index < maximumCount ? String(UnicodeScalar(UInt8(65 + index))) : "Nobody"
    }
}

/// A module of a program.
struct Part: Sendable, Equatable {
    /// Something that a module depends on.
    struct Need: Sendable, Hashable {
        /// The module, which may be itself, or one that nobody has registered.
        var target: Int
        /// Whether it depends on the service of that module instead of on the module.
        var isService = false
        var isOptional = false
    }

    /// What long-running work a module has.
    enum Work: Sendable, Equatable, CaseIterable {
        case none
        /// Goes on until it is cancelled.
        case silent
        /// Goes on until it is asked to end.
        case draining
        /// Announces itself, and goes on until it is asked to end.
        case announced
    }

    /// What a module offers.
    enum Offer: Sendable, Equatable, CaseIterable {
        case nothing
        /// Registers a shared service.
        case service
        /// Registers a shared service and has said that it provides it.
        case provided
        /// Has said that it provides a service and does not register it.
        case promised
    }

    /// What happens when a module fails (C63).
    enum Policy: Sendable, Hashable {
        case stop, leaveOut
        /// With at most so many restarts within ten seconds.
        case restart(limit: Int? = nil, keepsReady: Bool = false)
    }

    /// The module's letter; it stays when the shrinker takes other modules out.
    var index: Int
    /// Whether it is registered before the first operation; others can be added.
    var isRegistered = true
    /// Whether a property list registers it instead of code.
    var isListed = false
    /// Whether it takes new options while it runs.
    var isReconfigurable = false
    var level = 1
    var priority = 0
    var needs: [Need] = []
    /// Whether it initializes alongside others of its level.
    var isConcurrent = false
    var work = Work.none
    /// Whether the hive goes on when the work has returned.
    var workMayEnd = false
    var offer = Offer.nothing
    /// Whether it subscribes to events.
    var isSubscriber = false
    /// What happens when it fails.
    var policy = Policy.stop
    /// What it does besides, place by place.
    var actions: [Place: [Action]] = [:]

    var name: String { Program.name(index) }
}

/// What a property list says of a module.
struct Entry: Sendable, Hashable {
    var index: Int
    /// The module's only option.
    var number = 1
    /// Instead of what the module says of itself.
    var level: Int?
    var needs: [Part.Need]?
}

/// A place in a module's life where it does something.
enum Place: String, Sendable, CaseIterable {
    case creation, setUp, initialize, ready, reconfigure, work, handler, health, willStop, drain, tearDown
}

/// What a module does at a place.
enum Action: Sendable, Hashable {
    case throwError
    /// Throws in these instances of the module, of which 1 is the first.
    case throwErrorIn(Set<Int>)
    /// Does not return before it is cancelled, and throws then.
    case hang
    /// Does not return, even when it is cancelled, before it is let go of.
    case ignoreCancellation
    case post(Int)
    case trigger(Int)
    case lookUp(Int)
    case withhold, restore
    case stop, requestStop
    /// Cancels the task that starts the hive, or changes its modules.
    case cancelTask
    case startAgain
    case add(Int)
    case remove(Int)
    case reload([Entry])
    /// Says of itself that it is degraded; of a health check only.
    case beDegraded
}

/// What is asked of the hive, from outside of it.
enum Operation: Sendable, Equatable {
    case register(Int)
    case start
    case stop
    case requestStop
    case add(Int)
    case remove(Int, withDependents: Bool)
    /// Lets the property list say something else.
    case reload([Entry])
    case trigger(Int, stopsAtFirstFailure: Bool)
    case post(Int)
    case lookUp(Int)
    case evict(Int)
    case cached(Int)
    case health
    case withhold(Int)
    case restore(Int)
    case endWork(Int, WorkEnd)
    /// Lets go of every hook that ignores its cancellation.
    case release

    /// Whether an answer tells when it is over; the others are at once.
    var isAnswered: Bool {
        switch self {
        case .withhold, .restore, .endWork, .release: false
        default: true
        }
    }
}

/// How work ends by itself.
enum WorkEnd: Sendable, Equatable, CaseIterable {
    case returns, throwsError
    /// It stops the hive, and goes on until it is ended.
    case stopsHive
}
