// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Synchronization

/// A service that a module or a service holds, looked up when it is first used.
///
/// Actors write it as a property wrapper, other classes as a constant:
///
/// ```swift
/// actor CartModule: HiveModule {
///     static let manifest = ModuleManifest()
///     @Autowired var catalog: any CatalogService
/// }
/// final class HomeModule: HiveModule {
///     static let manifest = ModuleManifest()
///     let catalog = Autowired<any CatalogService>()
/// }
/// ```
///
/// It works in whatever Hive creates, inherited properties included. When the `setUp` phase ends, the start fails if
/// nobody has registered the service. A module may read its fields from `initialize` on; a service already while its
/// factory runs, where services that need each other that way are a cycle (C25). An object that no hive made is wired
/// with ``ServiceManager/autowire(_:)``.
///
/// While a module runs, the services of its fields stay: ``Hive/remove(_:removesDependents:)`` and a reload that would
/// take one of them away are refused, with the field's place, unless the module goes as well (C16). The same holds for
/// the fields of a shared service from when it is made until it is evicted, replaced or withdrawn. Nobody knows how
/// long others live: those of a transient service, and of an object that was wired by hand, do not hold what they need,
/// so read such a field with ``get()``. A service of a fallback belongs to no module.
@propertyWrapper
public struct Autowired<Service: Sendable>: Sendable {
    @usableFromInline
    let connection: AutowiredField

    /// Enrols with the hive that is creating the module or service at hand.
    ///
    /// - Parameters:
    ///   - name: The name under which the service is registered.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - function: The type to report in an error.
    public init(
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        function: String = #function
    ) {
        let origin = Origin.code(fileID: fileID, line: line)
        let (key, property) = (ServiceKey(Service.self, name: name), "\(function) (declared at \(origin))")
        connection = AutowiredField(AutowiredNeed(key: key, property: property, origin: origin))
        Autowiring.enrol(connection)
    }

    /// The service.
    ///
    /// A shared service is read from the hive's cache each time, so an evicted one is replaced here too; a transient
    /// one is made at first use and kept.
    ///
    /// - Important: A getter cannot throw. Outside a hive, before `initialize`, when the hive is gone, and when the
    ///   factory of the service throws, this ends the process with a message that names the property. A service that
    ///   may not come about is better asked for with ``get()``, which throws, and once in `initialize`, so that it
    ///   fails the start.
    @inlinable public var wrappedValue: Service {
        do {
            return try get()
        } catch {
            fatalError(connection.text(error))
        }
    }

    /// The wrapper itself, for ``get()``.
    public var projectedValue: Autowired<Service> { self }

    /// Returns the service.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` in an object that no hive made or wired, else what
    ///   a lookup throws.
    @inlinable
    public func get() throws -> Service {
        if let service = connection.find(Service.self) { return service }
        return try resolve()
    }

    @usableFromInline
    func resolve() throws -> Service {
        let manager = try connection.manager()
        return try connection.resolve(with: manager).open(as: Service.self)
    }
}

/// A field that waits to be connected to the services of a hive; copies of the wrapper share it.
@usableFromInline
final class AutowiredField: Sendable {
    let need: AutowiredNeed
    /// What leads to the services, once the field is connected.
    private let link = AtomicLazyReference<ServiceStripes>()
    /// Where a shared instance without a name is found, from then on; no two fields of different services share its
    /// counter.
    @usableFromInline let stripe = AtomicLazyReference<ServiceStripe>()
    /// Whether a hive that makes the object knows of the field.
    fileprivate let isEnrolled = Atomic<Bool>(false)
    /// The field's own instance of a transient service.
    private let own = Mutex<(any ServiceInstance)?>(nil)

    init(_ need: AutowiredNeed) {
        self.need = need
    }

    /// The shared instance, if it has been made and has no name.
    @inlinable
    func find<Service: Sendable>(_ type: Service.Type) -> Service? { stripe.load()?.find(type) }

    /// Looks the service up, and keeps it when each lookup would make another.
    func resolve(with manager: ServiceManager) throws -> any ServiceInstance {
        let key = need.key
        if let made = manager.stripes[key.type].find(key) { return made }
        // In a factory that is under way, also an asynchronous one, it is that service that asks.
        let request = ServiceRequest(key, asker: Autowiring.task?.creation, site: need.origin)
        guard manager.isTransient(key) else { return try manager.box(request) }
        if let box = own.withLock({ $0 }) { return box }
        let made = try manager.box(request)
        return own.withLock { box in
            let first = box ?? made
            box = first
            return first
        }
    }

    /// The services of the hive that made the object.
    func manager() throws -> ServiceManager {
        guard let link = link.load() else {
            let text =
                isEnrolled.load(ordering: .acquiring)
                ? "is read too early: the fields of a module are wired when setUp ends. Read it in initialize or later."
                : "is not wired: no hive made the object that holds it. Make it inside services.autowire { … }."
            throw HiveError(.invalidState, "\(need) \(text)", at: need.origin)
        }
        guard let manager = link.manager else {
            throw HiveError(.stopped, "\(need) is not there: the hive is gone.", at: need.origin)
        }
        return manager
    }

    /// Why the service cannot be had, for the last message of a process.
    @usableFromInline
    func text(_ error: any Error) -> String {
        if let error = error as? HiveError, error.origin == need.origin { return "\(error)" }
        let remedy = "To have that thrown, call get() of the field in initialize."
        return "\(need) cannot be had: \(error)\("\(error)".ends(with: ".") ? "" : ".") \(remedy)"
    }

    /// Connects the field; the first hive that does stays.
    func connect(to link: ServiceStripes) {
        let link = self.link.storeIfNil(link)
        if need.key.isPlain { _ = stripe.storeIfNil(link[need.key.type]) }
    }
}

/// Collects the autowired fields of an object while it is created.
final class Autowiring: Sendable {
    /// That of what is being made; also for the tasks that a factory or an initializer starts.
    @TaskLocal static var task: Autowiring?

    /// The service that is being made; nil where there is none.
    let creation: Creation?
    /// The thread that makes it, while its factory runs; nil where that may change threads.
    let thread: UInt?
    private let state: Mutex<State>

    private struct State {
        var fields: [AutowiredField] = []
        /// What the fields need, also once they are connected: they themselves are the object's.
        var needs: [AutowiredNeed] = []
        /// The decorator that is at work.
        var layer: ObjectIdentifier?
        /// Where the fields are connected to, as soon as that is allowed.
        var link: ServiceStripes?
        var isOver = false
    }

    /// Collects fields that are connected at once, or later if there is no link yet.
    init(to link: ServiceStripes? = nil, for creation: Creation? = nil, on thread: UInt? = nil) {
        self.creation = creation
        self.thread = thread
        state = Mutex(State(link: link))
    }

    /// Enrols a field with the innermost of what is being created.
    static func enrol(_ field: AutowiredField) { task?.enrol(field) }

    private func enrol(_ field: AutowiredField) {
        field.isEnrolled.store(true, ordering: .releasing)
        let link = state.withLock { state in
            // A task that an initializer started makes objects later; those are not wired.
            if !state.isOver {
                state.fields.append(field)
                var need = field.need
                need.layer = state.layer
                state.needs.append(need)
            }
            return state.link
        }
        if let link { field.connect(to: link) }
    }

    /// Notes that what comes is a decorator's.
    func begin(_ decorator: Decorator) { state.withLock { $0.layer = ObjectIdentifier(decorator) } }

    /// Whether there are any fields to be connected.
    var hasFields: Bool { state.withLock { !$0.fields.isEmpty } }

    /// What the object needs for as long as it is there.
    var needs: [AutowiredNeed] { state.withLock { $0.needs } }

    /// Connects every field, and throws when one asks for a service that nobody has registered.
    func connect(to manager: ServiceManager) throws {
        if let missing = link(to: manager).first { throw missing }
    }

    /// Connects every field and returns an error for each that asks for an unregistered service.
    func link(to manager: ServiceManager) -> [HiveError] {
        let fields = state.withLock { state in
            (state.link, state.isOver) = (manager.stripes, true)
            return state.fields.takeAll()
        }
        for field in fields { field.connect(to: manager.stripes) }
        return fields.map(\.need).filter { !manager.isKnown($0.key) && !manager.isUnavailable($0.key) }.map { need in
            let known = manager.state.withLock { $0.registry.knownServices() }
            let advice = known.advice(on: need.key, or: "Register it in a module's setUp.")
            let text = "\(need.key) is not registered, and \(need.property) needs it. \(advice)"
            return HiveError(.serviceNotRegistered, text, at: need.origin)
        }
    }
}

extension ServiceManager {
    /// Wires the autowired fields of an object that no hive makes.
    ///
    /// - Parameter make: Creates the object.
    /// - Returns: The object.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/serviceNotRegistered`` when nobody has registered what one of the
    ///   fields needs, or whatever `make` throws.
    public func autowire<Object>(_ make: () throws -> Object) throws -> Object {
        let wiring = Autowiring(to: stripes, for: Creation.current, on: callingThread)
        let object = try Autowiring.$task.withValue(wiring, operation: make)
        try wiring.connect(to: self)
        return object
    }

    func isKnown(_ key: ServiceKey) -> Bool {
        if isUnavailable(key) { return false }
        return state.withLock { $0.registry.registration(key) != nil } || isServedByFallback(key)
    }

    func isTransient(_ key: ServiceKey) -> Bool {
        // What nobody has registered comes from the fallback, whose scope is transient.
        state.withLock { $0.registry.stack(key).scope.map { $0 == .transient } ?? ($0.registry.fallback != nil) }
    }
}
