// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Checks a module against what every hive expects of one.
///
/// ```swift
/// let contract = ModuleContract(of: CartModule.self) { hive in
///     try hive.modules.register(CatalogModule.self)
/// }
/// let violations = await contract.violations()
/// ```
///
/// Let modules register what it looks up, the true ones or stand-ins, rather than the hive: only then a need that it
/// does not state is noticed (C62).
///
/// A test expects them to be empty. It binds them first, as here: an expectation that awaits them itself fails without
/// showing any.
///
/// The module is started and stopped several times, each time by a hive of its own and as a new instance, so its
/// initializer or factory must not hand out one object twice.
///
/// Work that returns would stop the hive in the middle of a check, sooner or later; so here what returns counts as work
/// that goes on until it is asked to end.
public struct ModuleContract<Module: HiveModule>: Sendable {
    private let declaration: ModuleDeclaration
    private let prepare: @Sendable (Hive) throws -> Void
    private let makeHive: @Sendable () -> Hive

    /// Describes how the module is made and what it needs.
    ///
    /// - Parameters:
    ///   - type: The module.
    ///   - options: The module's options.
    ///   - prepare: Registers stand-ins for the services and modules that the module needs.
    ///   - factory: Makes the module, instead of its `init()`.
    ///   - makeHive: Makes the hives, for instance with a context; by default with timeouts of five minutes, so that a
    ///     slow machine changes nothing. Those that the module states for itself hold.
    ///   - fileID: The file that errors name as the module's.
    ///   - line: The line that errors name as the module's.
    public init(
        of type: Module.Type,
        options: ConfigurationValue? = nil,
        prepare: @escaping @Sendable (Hive) throws -> Void = { _ in },
        factory: (@Sendable () async throws -> Module)? = nil,
        makeHive: (@Sendable () -> Hive)? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) {
        var declaration = ModuleDeclaration(type, at: .code(fileID: fileID, line: line))
        declaration.options = options
        if let factory { declaration.factory = { try await factory() } }
        self.declaration = declaration
        self.makeHive = makeHive ?? { Hive(HiveOptions(timeouts: .patient)) }
        self.prepare = prepare
    }

    /// Starts and stops the module in several ways, and returns what it does wrong; empty when all is well.
    ///
    /// - It starts and stops without an error, and registers every service that it says it provides.
    /// - Every service that it provides can be made.
    /// - It can be removed from a running hive and added again; nothing that it registered is left between.
    /// - When a later module fails to start, it is torn down once and without an error; so too when the start is
    ///   cancelled before it was ready.
    /// - It says that it needs whatever module it looks services up of, among those that `prepare` registers (C62); a
    ///   service that `prepare` registers on the hive belongs to no module, and needs no statement.
    /// - No reference to it is left when its hive has stopped.
    /// - It does something: it has work, or a hook of its own. A hook under another name compiles, and none calls it.
    public func violations() async -> [String] {
        var violations: [String] = []
        if let refusal = await startsAndStops(&violations) { return [refusal] }  // The rest would only repeat it.
        violations += await comesAndGoes()
        violations += await survives(.throwing(Sabotage()), "a later module failed")
        violations += await survives(.stopping, "the start was cancelled")
        return violations
    }

    private var name: String { Module.moduleName }

    /// Returns why the module does not start, if so.
    private func startsAndStops(_ violations: inout [String]) async -> String? {
        let hive = makeHive()
        let faults = keepRunning(hive)
        do {
            try prepare(hive)
            try hive.modules.register([declaration])
            try await hive.start()
        } catch {
            return "\(name) does not start: \(report(error))\(Self.remedy(for: error))"
        }
        weak let instance = hive.modules.module(Module.self)
        for type in Module.manifest.provides {
            violations += await check("\(name) provides \(Hive.serviceName(of: type)), and it cannot be made") {
                try hive.makeService(type)
            }
        }
        violations += await check("\(name) does not stop well") {
            _ = try await hive.health()
            try await hive.stop()
        }
        violations += hive.undeclaredNeeds.filter { $0.module == name }.map { "\($0.problem)" }
        if doesNothing(faults) {
            violations.append(
                """
                \(name) does nothing: it has no work, and no hook of its own. Is one of its hooks misspelt? \
                setUp(_ context: SetupContext) is one.
                """
            )
        }
        let isGone = await becomesTrue { instance == nil }  // Other threads may be about to release it.
        if !isGone { violations.append("\(name) is still referred to after the stop.") }
        return nil
    }

    /// What to do about an error of the start, where the contract itself is to blame.
    private static func remedy(for error: any Error) -> String {
        let missing: [HiveErrorCode] = [.unprovidedService, .unknownDependency]
        let problems = (error as? HiveError)?.problems ?? []
        guard problems.contains(where: { missing.contains($0.code) }) else { return "" }
        return "\nThe contract makes hives with this module alone: register a stand-in for what it needs in `prepare:`."
    }

    /// Keeps the module's work from stopping a hive by returning.
    @discardableResult
    private func keepRunning(_ hive: Hive) -> FaultInjector {
        let faults = FaultInjector()
        if let type = Module.self as? any WorkingModule.Type, type.manifest.workMayEnd != true {
            faults.inject(.returningWhenAsked(type), into: type, at: .work, .after)
        }
        faults.install(in: hive)
        return faults
    }

    /// Whether all hooks that ran are Hive's defaults, which do nothing.
    private func doesNothing(_ faults: FaultInjector) -> Bool {
        if Module.self is any WorkingModule.Type || Module.self is any ReconfigurableModule.Type { return false }
        let points: [HookPoint] = [.health] + [.setUp, .initialize, .ready, .willStop, .tearDown].map { .hook($0) }
        return !points.contains { faults.hasOwn($0, Module.self) }
    }

    private func comesAndGoes() async -> [String] {
        let hive = makeHive()
        var violations: [String] = []
        let failures = await check("\(name) cannot be added, removed and added again") {
            keepRunning(hive)
            try prepare(hive)
            try await hive.start()
            for _ in 0..<2 {
                try await hive.add(declaration)
                try await hive.remove(Module.self)
                let remains = hive.remains(of: name)
                if !remains.isEmpty { violations.append("\(name) was removed and leaves \(remains) behind.") }
            }
        }
        violations += failures
        violations += await check("\(name) was removed, and the hive does not stop well") { try await hive.stop() }
        return violations
    }

    private func survives(_ fault: Fault, _ what: String) async -> [String] {
        let hive = makeHive()
        let faults = FaultInjector()
        faults.inject(fault, into: Saboteur.self, at: .initialize)
        faults.install(in: hive)
        var violations: [String] = []
        do {
            try prepare(hive)
            try hive.modules.register([declaration, ModuleDeclaration(Saboteur.self, at: .code())])
            try await hive.start()
            violations.append("\(name) kept the hive from noticing that \(what).")
            try await hive.stop()
        } catch {
            for failure in (error as? HiveError)?.start?.rollbackFailures ?? [] {
                violations.append("When \(what): \(failure)")
            }
        }
        let count = faults.modules(.tearDown, .began).count { $0 == name }
        if count != 1 { violations.append("When \(what), \(name) was torn down \(count) times.") }
        return violations
    }

    /// The violation that an error of the body is; none where it returns.
    private func check(_ violation: String, _ body: () async throws -> Void) async -> [String] {
        do {
            try await body()
            return []
        } catch {
            return ["\(violation): \(report(error))"]
        }
    }

    private func report(_ error: any Error) -> String { (error as? HiveError)?.report ?? "\(error)" }
}

extension HiveTimeouts {
    /// Times that only something that hangs uses up, whatever else the machine does.
    fileprivate static let patient = HiveTimeouts(
        start: .seconds(300),
        stop: .seconds(300),
        drain: .seconds(300),
        health: .seconds(300),
        grace: .seconds(300)
    )
}

private struct Sabotage: Error {}

/// A module that comes up after all others.
private final class Saboteur: HiveModule {
    static let manifest = ModuleManifest(level: ModuleLevel(integerLiteral: .max))
}
