// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Something unusual that happens in a module's code, mostly an error.
public struct Fault: Sendable, CustomStringConvertible {
    /// What test reports call the fault.
    public let description: String
    /// Runs the fault: before the module's own code, or after it, as the injection says.
    let prepare: @Sendable () -> Happening
    /// Whether the module's own code does not run at all.
    let isInstead: Bool

    typealias Happening = @Sendable (Hive) async throws -> Void

    /// Creates a fault of the test's own.
    ///
    /// - Parameters:
    ///   - description: What test reports call it.
    ///   - happen: Runs in the place of the module's code and is given the hive; the hook throws what it throws.
    public init(_ description: String, happen: @escaping @Sendable (Hive) async throws -> Void) {
        self.init(description) { happen }
    }

    /// Creates a fault that takes the place of the module's own code, which does not run.
    init(instead description: String, happen: @escaping @Sendable (Hive) async throws -> Void) {
        self.init(description, isInstead: true) { happen }
    }

    private init(_ description: String, isInstead: Bool = false, prepare: @escaping @Sendable () -> Happening) {
        self.description = description
        self.isInstead = isInstead
        self.prepare = prepare
    }

    /// The hook throws.
    public static func throwing(_ error: any Error) -> Fault {
        Fault("throws") { _ in throw error }
    }

    /// The hook does not return before it is cancelled; then it throws `CancellationError`.
    public static let hanging = Fault("hangs until cancelled") { _ in
        try await Latch().wait()
    }

    /// The hook does not return before a latch is opened, whether it is cancelled or not.
    ///
    /// - Parameters:
    ///   - release: The latch that lets the hook return.
    ///   - cancelled: A latch that is opened when the hook is cancelled.
    /// - Returns: The fault.
    public static func ignoringCancellation(until release: Latch, cancelled: Latch = Latch()) -> Fault {
        Fault("ignores cancellation") { _ in
            await withTaskCancellationHandler {
                await release.waitIgnoringCancellation()
            } onCancel: {
                cancelled.open()
            }
        }
    }

    /// The hook takes longer, by a clock; cancelling it ends the delay with `CancellationError`.
    ///
    /// The time counts from before observers are told that the hook begins, or from when the module's own code has
    /// returned. So a test that has seen the hook begin may move a clock at once: nothing of that is lost.
    public static func delay(_ duration: Duration, by clock: any Clock<Duration>) -> Fault {
        @Sendable func begin(_ clock: some Clock<Duration>) -> Happening {
            let end = clock.now.advanced(by: duration)
            return { _ in try await clock.sleep(until: end, tolerance: nil) }
        }
        return Fault("takes \(duration.short) longer", prepare: { begin(clock) })
    }

    /// The hook calls its own hive; the hook throws what that call throws.
    public static func reentering(
        _ description: String = "re-enters the hive",
        _ call: @escaping @Sendable (Hive) async throws -> Void
    ) -> Fault {
        Fault(description, happen: call)
    }

    /// The hook starts the hive once more.
    public static let startingAgain = reentering("starts the hive") { try await $0.start() }
    /// The hook stops the hive.
    public static let stopping = reentering("stops the hive") { try await $0.stop() }

    /// The hook adds a module.
    public static func adding<Module: HiveModule>(_ type: Module.Type) -> Fault {
        reentering("adds \(Module.moduleName)") { try await $0.add(ModuleDeclaration(type, at: .code())) }
    }

    /// The hook resolves a service.
    public static func resolving<Service: Sendable>(_ type: Service.Type) -> Fault {
        reentering("resolves \(Service.self)") { _ = try $0.services.service(type) }
    }
}

/// A place in a module's life where a fault can be.
public struct FaultPoint: Hashable, Sendable, CustomStringConvertible {
    let point: HookPoint

    /// The hook of a phase.
    package static func hook(_ phase: Phase) -> FaultPoint { FaultPoint(point: .hook(phase)) }

    /// The module is created.
    public static let creation = FaultPoint(point: .creation)
    /// The hook of that name.
    public static let setUp = hook(.setUp)
    /// The hook of that name.
    public static let initialize = hook(.initialize)
    /// The hook of that name.
    public static let ready = hook(.ready)
    /// The hook of that name, which only a reload calls.
    public static let reconfigure = hook(.reconfigure)
    /// The hook of that name.
    public static let willStop = hook(.willStop)
    /// The hook of that name.
    public static let tearDown = hook(.tearDown)
    /// The module's long-running work.
    public static let work = FaultPoint(point: .work)
    /// The module is asked how it is.
    public static let health = FaultPoint(point: .health)

    /// Every place that every module has, in the order of a module's life, but for ``health``.
    public static let all = HookPoint.all.map { FaultPoint(point: $0) }

    /// The hook's name, `creation`, `work` or `health`.
    public var description: String { point.description }
}
