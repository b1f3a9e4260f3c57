// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import Synchronization

/// Lets any module of a hive fail at any place, whoever registered it and without a line of it changed.
///
/// ```swift
/// let faults = FaultInjector()
/// faults.inject(.throwing(NoDatabase()), into: CatalogModule.self, at: .setUp)
/// faults.install(in: hive)
/// ```
///
/// It also keeps the calls that the hive made, also those that a fault replaced; a recorder keeps steps.
public final class FaultInjector: Sendable {
    /// Where in a hook a fault happens.
    public enum Moment: Hashable, Sendable {
        /// Before the module's own code, which does not run when the fault throws.
        case before
        /// When the module's own code has returned.
        case after
    }

    /// A call that the hive made to a module, or the end of one.
    public struct Call: Hashable, Sendable, CustomStringConvertible {
        /// How far a call has come.
        public enum Stage: String, Hashable, Sendable {
            /// The hive has called.
            case began
            /// The call has returned.
            case returned
            /// The call has thrown.
            case threw
        }

        /// The module's name.
        public let module: String
        /// What was called.
        public let point: FaultPoint
        /// How far it has come.
        public let stage: Stage

        /// Creates a call, to compare with.
        public init(_ module: String, _ point: FaultPoint, _ stage: Stage) {
            self.module = module
            self.point = point
            self.stage = stage
        }

        /// The module, the place and the stage.
        public var description: String { "\(module).\(point) \(stage)" }
    }

    private struct Place: Hashable {
        let module: ObjectIdentifier
        let point: HookPoint

        init(_ point: HookPoint, of module: any HiveModule.Type) {
            (self.point, self.module) = (point, ObjectIdentifier(module))
        }
    }

    private struct Entry {
        let moment: Moment
        let fault: Fault
        /// What happens in the hook that is about to run.
        var happening: Fault.Happening?
    }

    private let faults = Mutex<[Place: Entry]>([:])
    private let defaults = Mutex<Set<Place>>([])
    private let log = FactLog<Call>()

    /// Creates an injector without faults.
    public init() {}

    /// Puts a fault into a module; a second one at the same place replaces the first.
    public func inject(
        _ fault: Fault,
        into module: any HiveModule.Type,
        at point: FaultPoint,
        _ moment: Moment = .before
    ) {
        let place = Place(point.point, of: module)
        // The old one is let go of without the lock: what a fault holds is a test's own.
        _ = faults.withLock { $0.updateValue(Entry(moment: moment, fault: fault), forKey: place) }
    }

    /// Removes every fault; one that is running goes on.
    public func removeAll() {
        _ = faults.withLock { exchange(&$0, with: [:]) }
    }

    /// Lets a hive that has not been started call its modules through this injector, instead of any other.
    public func install(in hive: Hive) { hive.intercept(with: Interceptor(injector: self, hive: hive)) }

    /// What the hive has called, in order.
    public var calls: [Call] { log.facts }

    /// The names of the modules in which a place has come to a stage, in that order.
    public func modules(_ point: FaultPoint, _ stage: Call.Stage) -> [String] {
        calls.filter { $0.point == point && $0.stage == stage }.map(\.module)
    }

    /// Returns when a call has come to a stage, at once if it has already.
    ///
    /// - Throws: `CancellationError` when the calling task is cancelled.
    public func wait(for call: Call) async throws { _ = try await log.wait { $0 == call } }

    /// Whether a module has something of its own at a place, and not only Hive's default; true while nothing has run.
    func hasOwn(_ point: HookPoint, _ module: any HiveModule.Type) -> Bool {
        !defaults.withLock { $0.contains(Place(point, of: module)) }
    }

    private final class Interceptor: HookInterceptor {
        let injector: FaultInjector
        /// Weak, because the hive keeps the interceptor.
        weak let hive: Hive?

        init(injector: FaultInjector, hive: Hive) {
            self.injector = injector
            self.hive = hive
        }

        func willRun(_ phase: Phase, of module: any HiveModule.Type) {
            for point in phase.points {
                let place = Place(point, of: module)
                guard let entry = injector.faults.withLock({ $0[place] }), entry.moment == .before else { continue }
                // Without the lock, because a fault may be a test's own, and so may its clock.
                let happening = entry.fault.prepare()
                injector.faults.withLock { $0[place]?.happening = happening }
            }
        }

        func didRunDefault(_ point: HookPoint, of module: any HiveModule.Type) {
            injector.defaults.withLock { _ = $0.insert(Place(point, of: module)) }
        }

        @concurrent
        func run(
            _ point: HookPoint,
            of module: any HiveModule.Type,
            _ body: nonisolated(nonsending) @Sendable () async throws -> Void
        ) async throws {
            let place = Place(point, of: module)
            func note(_ stage: Call.Stage) {
                injector.log.note(Call(module.moduleName, FaultPoint(point: point), stage))
            }
            let entry = injector.faults.withLock { faults in
                defer { faults[place]?.happening = nil }
                return faults[place]
            }
            let before = entry.flatMap { $0.moment == .before ? $0.happening ?? $0.fault.prepare() : nil }
            note(.began)
            do {
                if let before { try await happen(before) }
                if before == nil || entry?.fault.isInstead == false { try await body() }
                if let entry, entry.moment == .after { try await happen(entry.fault.prepare()) }
            } catch {
                note(.threw)
                throw error
            }
            note(.returned)
        }

        private func happen(_ happening: Fault.Happening) async throws {
            // A hive that calls its modules is there.
            if let hive { try await happening(hive) }
        }
    }
}
