// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A lookup that no reader could answer.
struct ServiceRequest {
    let key: ServiceKey
    /// Whether to make an instance past the cache.
    let isFresh: Bool
    /// The creation whose resolver is asked, while it is under way: a resolver that was kept speaks for nobody.
    let asker: Creation?
    /// The creation that needs the service: the thread's own is the innermost; a resolver's counts where another thread
    /// uses it.
    let parent: Creation?
    /// The place to name in an error.
    let site: Origin?

    init(_ key: ServiceKey, isFresh: Bool = false, asker: Creation? = nil, site: Origin? = nil) {
        self.key = key
        self.isFresh = isFresh
        self.asker = asker?.isUnderWay == true ? asker : nil
        parent = Creation.current ?? self.asker
        self.site = site
    }
}

/// What a lookup has to do, decided under the lock.
enum LookupStep {
    case found(any ServiceInstance)
    /// An instance is being made; the next one is made when that has ended, where the cache was emptied meanwhile.
    case wait(Creation.Wait, isOutdated: Bool)
    case make(Making)
    /// Nobody has registered the service.
    case missing
    /// It is not there because a module is down, of which this is the name.
    case unavailable(ModuleName)
}

extension ServiceState {
    /// Decides what a lookup has to do; the fallback is what counts where nobody has registered the service.
    mutating func step(
        _ request: ServiceRequest,
        _ manager: ServiceManager,
        _ fallback: Registration? = nil
    ) throws -> LookupStep {
        let (wanted, site) = (request.key, request.site)
        try checkLookups(wanted, at: site)
        if let module = registry.missingModule(of: wanted.registered) { return .unavailable(module) }
        guard let registration = registry.registration(wanted.registered) ?? fallback else {
            guard let owner = registry.formerOwner(of: wanted.registered) else { return .missing }
            let text = "\(wanted) cannot be resolved: \(owner), which registered it, is down."
            throw HiveError(.stopped, text, at: site)
        }
        if request.isFresh, registration.isSingle {
            let text = "\(wanted) cannot be made anew: it is registered as one existing instance"
            throw HiveError(.notCreatable, "\(text), at \(registration.origin).", at: site)
        }
        let key = registration.isSingle ? wanted.registered : wanted
        // What nobody has registered comes from the fallback, whose scope is transient.
        let isShared = registry.stack(key.registered).scope == .shared && !request.isFresh
        var existing: DecoratedInstance?
        if isShared {
            if let box = cache.instance(key) { return .found(box) }
            existing = cache.decoratedInstance(key)
            let isMadeHere = !registration.isAsynchronous || existing != nil
            if let underWay = cache.underWay(key, by: registration) {
                if isMadeHere {
                    return try .wait(underWay.creation.wait(for: request), isOutdated: underWay.isOutdated)
                }
                try underWay.creation.checkCycle(request)
            }
            if !isMadeHere { throw HiveError(notMade: wanted, registration.origin, at: site) }
            // A further view of an instance, or the instance that was registered, is nothing new.
            let isNew = !registration.isInstance && registration.aliased == nil && existing == nil
            if stage.lookups == .whatIsThere, isNew {
                let text = "\(wanted) has not been made so far, and the hive is stopping"
                throw HiveError(.stopping, "\(text): it makes no new shared services.", at: site)
            }
        }
        let creation = Creation(key, parent: request.parent, manager: manager)
        try creation.checkAncestors(at: site)
        if isShared { cache.begin(creation, by: registration) }
        return .make(
            Making(
                registration: registration,
                creation: creation,
                decorators: registry.decorators(of: key.registered),
                existing: existing,
                isShared: isShared,
                isFresh: request.isFresh
            )
        )
    }

    /// Throws where the hive has not come so far that services can be looked up, or has ended.
    func checkLookups(_ key: ServiceKey, at site: Origin?) throws {
        switch stage.lookups {
        case .notYet:
            let text = "\(key) cannot be resolved before the initialize phase. Resolve it in initialize, not in setUp."
            throw HiveError(.serviceNotStarted, text, at: site)
        case .over: throw HiveError(.stopped, "\(key) cannot be resolved: the hive has stopped.", at: site)
        case .everything, .whatIsThere: break
        }
    }
}

extension HiveError {
    fileprivate init(notMade key: ServiceKey, _ origin: Origin, at site: Origin?) {
        let text = """
            \(key) is made asynchronously and has not been made yet. Its module makes it at the start of its \
            initialize, unless another one stood in its place; let the module that needs it depend on that one.
            """
        self.init(.serviceNotMade, "\(text) It is registered at \(origin).", at: site)
    }
}
