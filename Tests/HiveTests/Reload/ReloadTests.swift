// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

@Suite(.timeLimit(.minutes(5)))
struct ReloadTests {
    typealias World = ReloadWorld

    private struct Injected: Error {}
    private struct Nudge: HiveEvent {}

    private func made(_ composition: Composition = World.composition()) throws -> TestHive {
        let test = TestHive()
        try test.hive.modules.register(composition.modules, services: composition.services)
        return test
    }

    private func started(_ composition: Composition = World.composition()) async throws -> TestHive {
        let test = try made(composition)
        try await test.hive.start()
        return test
    }

    private func failure(of hive: Hive, _ composition: Composition) async -> HiveError? {
        await #expect(throws: HiveError.self) { try await hive.reload(composition, reporting: []) }
    }

    // MARK: What cannot be done

    // C15
    @Test func onlyARunningHiveIsReloaded() async throws {
        let test = try made()
        #expect(await failure(of: test.hive, World.composition())?.code == .invalidState)
        try await test.hive.start()
        try await test.hive.stop()
        #expect(await failure(of: test.hive, World.composition())?.code == .invalidState)
    }

    // C43: what a file said that has been corrected is forgotten.
    @Test func warningsOfAnEarlierConfigurationAreForgotten() async throws {
        let test = try await started()
        var doubtful = World.composition()
        doubtful.problems = [Problem(.warning, .unknownModule, at: nil, "Doubtful.")]
        _ = try await test.hive.reload(doubtful, reporting: [])
        #expect(test.hive.verify().map(\.message) == ["Doubtful."])
        _ = try await test.hive.reload(World.composition(), reporting: [])
        #expect(test.hive.verify() == [])
        try await test.hive.stop()
    }

    // C43
    @Test func whatDoesNotVerifyChangesNothing() async throws {
        let test = try await started()
        let (before, calls) = (try await ReloadView(test.hive), test.faults.calls)
        var wrong = World.composition([.addsModules, .removesModules, .changesOptions, .replacesServices])
        wrong.modules[1].options = ["number": "many"]
        wrong.modules[0].needs = [(.named("Nobody"), wrong.modules[0].origin)]
        wrong.services[0].module = "Nobody"
        let error = await failure(of: test.hive, wrong)
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("nothing was changed: 3 things are wrong") == true)
        let codes = error?.problems.errors.map(\.code) ?? []
        #expect(Set(codes) == [.unknownDependency, .invalidValue])
        #expect(test.faults.calls == calls)
        #expect(try await ReloadView(test.hive) == before)
        #expect(test.hive.verify().errors == [])
        try await test.hive.stop()
    }

    // C13
    @Test func whatOthersNeedIsNotTakenAway() async throws {
        let test = try await started()
        var composition = World.composition()
        composition.modules.removeAll { $0.type is World.Former.Type }
        let error = await failure(of: test.hive, composition)
        #expect(error?.problems.errors.map(\.code) == [.unknownDependency, .unknownDependency])
        composition = World.composition()
        for index in composition.modules.indices where composition.modules[index].type is World.Former.Type {
            composition.modules[index].isEnabled = false
        }
        #expect(await failure(of: test.hive, composition)?.problems.errors.map(\.code) == [.disabledDependency])
        try await test.hive.stop()
    }

    private final class Decorates: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.decorate((any World.Gone).self) { inner, _ in inner }
        }
    }

    @Test func serviceThatSomebodyDecoratesIsNotTakenAway() async throws {
        let test = try made()
        try test.hive.modules.register(Decorates.self)
        try await test.hive.start()
        let error = await failure(of: test.hive, World.composition([.removesServices]))
        #expect(error?.problems.errors.map(\.code) == [.serviceNotRegistered])
        #expect(error?.problems.errors.first?.message.contains("decorated by Decorates") == true)
        try await test.hive.stop()
    }

    // MARK: What cannot be put back

    // C3
    @Test func whatCannotBePutBackIsNamed() async throws {
        let test = try await started()
        test.faults.inject(.throwing(Injected()), into: World.ComerUser.self, at: .ready)
        test.faults.inject(.throwing(Injected()), into: World.Former.self, at: .setUp)
        let error = await failure(of: test.hive, World.composition([.addsModules, .removesModules]))
        #expect(
            error?.message.hasSuffix("Not restored: Former, FormerUser. Reload again, or restart the process.") == true
        )
        #expect(error?.failures.map { "\($0.module ?? "-").\($0.step)" } == ["ComerUser.ready", "Former.setUp"])
        #expect(test.hive.modules.running == ["Base", "Tuned", "AlsoTuned"])
        test.faults.removeAll()
        // The next reload brings them back.
        let report = try await test.hive.reload(World.composition(), reporting: [])
        #expect(report?.changes.filter { $0.kind == .moduleAdded }.map(\.subject) == ["Former", "FormerUser"])
        try await test.hive.stop()
    }

    /// Comes up after all others.
    private final class Last: HiveModule {
        static let manifest = ModuleManifest(level: ModuleLevel(integerLiteral: .max))
        init() {}
    }

    // C1: a module that is set up again, because a reload failed, is torn down at its place, and not as the last one.
    @Test func modulesThatAreSetUpAgainAreTornDownAtTheirPlaces() async throws {
        let test = try made()
        try test.hive.modules.register(Last.self)
        try await test.hive.start()
        let places = test.hive.modules.running
        #expect(places.last == "Last" && places.contains("Former"))
        test.faults.inject(.throwing(Injected()), into: World.ComerUser.self, at: .ready)
        _ = await failure(of: test.hive, World.composition([.addsModules, .removesModules]))
        // They are new instances, set up behind what was there.
        #expect(test.faults.modules(.setUp, .began).suffix(2) == ["Former", "FormerUser"])
        #expect(test.hive.modules.running == places)
        let before = test.faults.modules(.tearDown, .began).count
        try await test.hive.stop()
        #expect(test.faults.modules(.tearDown, .began).dropFirst(before) == places.reversed()[...])
    }

    // C3
    @Test func oneModuleThatCannotComeBackDoesNotKeepOthersAway() async throws {
        let test = try await started()
        test.faults.inject(.throwing(Injected()), into: World.ComerUser.self, at: .ready)
        test.faults.inject(.throwing(Injected()), into: World.FormerUser.self, at: .initialize)
        let error = await failure(of: test.hive, World.composition([.addsModules, .removesModules]))
        #expect(error?.message.hasSuffix("Not restored: FormerUser. Reload again, or restart the process.") == true)
        #expect(test.hive.modules.running.contains("Former"))
        try await test.hive.stop()
    }

    @Test func optionsThatAreNotTakenBackAreNamed() async throws {
        let test = try await started()
        let wasCalled = Atomic(false)
        let fault = Fault("throws the second time") { _ in
            if wasCalled.exchange(true, ordering: .sequentiallyConsistent) { throw Injected() }
        }
        test.faults.inject(fault, into: World.Tuned.self, at: .reconfigure)
        test.faults.inject(.throwing(Injected()), into: World.AlsoTuned.self, at: .reconfigure)
        let error = await failure(of: test.hive, World.composition([.changesOptions]))
        #expect(
            error?.message.hasSuffix("Not restored: the options of Tuned. Reload again, or restart the process.")
                == true
        )
        #expect(error?.failures.map(\.module) == ["AlsoTuned", "Tuned"])
        try await test.hive.stop()
    }

    // C39
    @Test func stopEndsTheWayBack() async throws {
        let test = try await started()
        test.faults.inject(.throwing(Injected()), into: World.ComerUser.self, at: .ready)
        test.faults.inject(.reentering { $0.requestStop() }, into: World.ComerUser.self, at: .tearDown)
        let error = await failure(of: test.hive, World.composition([.addsModules, .removesModules]))
        #expect(error?.code == .cancelled)
        #expect(error?.failures.first?.error is Injected)
        try await test.hive.stop()
        #expect(test.faults.modules(.setUp, .began).filter { $0 == "Former" }.count == 1)
    }

    // C27
    @Test func servicesThatArePutBackKeepTheirInstances() async throws {
        let test = try await started()
        let before = try test.hive.services.service((any World.Replaced).self) as? World.One
        test.faults.inject(.throwing(Injected()), into: World.ComerUser.self, at: .ready)
        _ = await failure(of: test.hive, World.composition([.addsModules, .replacesServices]))
        let after = try test.hive.services.service((any World.Replaced).self) as? World.One
        #expect(before != nil)
        #expect(before === after)
        try await test.hive.stop()
    }

    // C2, C16: what depends on a module that is stuck in its `reconfigure` goes on without it, and the error says so.
    @Test func whatGoesOnWithoutALostModuleIsNamed() async throws {
        var old = World.composition()
        let index = try #require(old.modules.firstIndex { $0.type is World.Former.Type })
        old.modules[index].needs = [(.module(World.Tuned.self), old.modules[index].origin)]
        var new = World.composition([.changesOptions])
        new.modules[try #require(new.modules.firstIndex { $0.type is World.Former.Type })] = old.modules[index]
        let test = try await started(old)
        let release = Latch()
        test.faults.inject(.ignoringCancellation(until: release), into: World.Tuned.self, at: .reconfigure)
        let composition = new
        let reload = Task { try await test.hive.reload(composition, reporting: []) }
        try await test.faults.wait(for: .init("Tuned", .reconfigure, .began))
        while test.recorder.count(of: .hookEnded(.reconfigure, of: "Tuned")) == 0 {
            try Task.checkCancellation()
            test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        let error = await #expect(throws: HiveError.self) { try await reload.value }
        let lost = "Not restored: Tuned. AlsoTuned, Former, FormerUser depend on that, and go on without."
        #expect(error?.message.hasSuffix("\(lost) Reload again, or restart the process.") == true)
        #expect(test.hive.modules.running.contains("Former"))
        release.open()
        try await test.faults.wait(for: .init("Tuned", .tearDown, .returned))
        try await test.hive.stop()
    }

    // C58: what had been made is made anew by the reload, which fails when that fails.
    @Test func replacedServiceThatCannotBeMadeFailsTheReload() async throws {
        let test = try await started()
        let before = try test.hive.services.service((any World.Replaced).self) as? World.One
        var composition = World.composition()
        func replace(_ type: any ServiceImplementation.Type) {
            composition.services = composition.services.map { service in
                guard service.type == (any World.Replaced).self else { return service }
                return ServiceDeclaration(service.type, implementation: type, at: .propertyList("new.plist", nil))
            }
        }
        replace(World.Unmakeable.self)
        let error = await failure(of: test.hive, composition)
        #expect(error?.code == .reloadFailed)
        #expect(error?.message == "The reload failed: a service could not be changed. Everything is as it was before.")
        #expect(error?.failures.map(\.step) == ["making of Replaced"])
        #expect(error?.failures.first?.error is World.Unmakeable.Reason)
        #expect(before != nil)
        #expect(try test.hive.services.service((any World.Replaced).self) as? World.One === before)
        replace(World.Two.self)
        try await test.hive.reload(composition, reporting: [])
        #expect(test.hive.services.cachedNames.contains { $0.contains("Replaced") })
        try await test.hive.stop()
    }

    // MARK: What code says

    // C17
    @Test func modulesOfCodeStayAndTakeBackWhatListsSaid() async throws {
        let test = try made(Composition(modules: World.composition([.changesOptions]).modules, services: []))
        try test.hive.modules.register(World.Tuned.self, options: ["number": 7])
        try await test.hive.start()
        let tuned = try #require(test.hive.modules.module(World.Tuned.self))
        try await test.hive.reload(Composition(modules: [], services: []), reporting: [])
        #expect(test.hive.modules.running == ["Tuned"])
        #expect(test.hive.modules.module(World.Tuned.self) === tuned)
        #expect(tuned.number.withLock { $0 } == [2, 7])
        var disabled = ModuleDeclaration(World.Tuned.self, at: .propertyList("new.plist", nil))
        disabled.isEnabled = false
        try await test.hive.reload(Composition(modules: [disabled], services: []), reporting: [])
        #expect(test.hive.modules.running == [])
        try await test.hive.reload(Composition(modules: [], services: []), reporting: [])
        #expect(test.hive.modules.running == ["Tuned"])
        try await test.hive.stop()
    }

    // C17: a module that code adds is the one that a property list speaks of, also where that disables it.
    @Test func moduleThatCodeAddsHasWhatListsSayOfIt() async throws {
        var composition = Composition(modules: [World.composition([.changesOptions]).modules[1]], services: [])
        let test = try await started(composition)
        func numbers() -> [Int]? { test.hive.modules.module(World.Tuned.self)?.number.withLock { $0 } }
        let ours = ModuleDeclaration(World.Tuned.self, at: .code(), options: ["number": 7])
        try await test.hive.remove(World.Tuned.self)
        try await test.hive.add(ours)
        #expect(numbers() == [2])
        #expect(try await test.hive.reload(composition, reporting: [])?.changes == [])
        composition.modules[0].isEnabled = false
        try await test.hive.reload(composition, reporting: [])
        #expect(numbers() == nil)
        try await test.hive.add(ours)
        #expect(numbers() == [2])
        try await test.hive.stop()
    }

    // C15 C16
    @Test func modulesThatWereAddedOrRemovedByCodeStaySo() async throws {
        let test = try made(Composition(modules: [], services: []))
        try test.hive.modules.register(World.Base.self)
        try await test.hive.start()
        try await test.hive.remove(World.Base.self)
        try await test.hive.add(World.Comer.self)
        let new = World.composition()
        let empty = Composition(modules: [], services: [])
        #expect(try await test.hive.reload(empty, reporting: [])?.changes == [])
        #expect(test.hive.modules.running == ["Comer"])
        // A list that names a module brings it back.
        try await test.hive.reload(Composition(modules: [new.modules[0]], services: []), reporting: [])
        #expect(test.hive.modules.running == ["Comer", "Base"])
        try await test.hive.remove(World.Comer.self)
        try await test.hive.add(World.Comer.self)
        #expect(try await test.hive.reload(empty, reporting: [])?.changes == [])
        #expect(test.hive.modules.running == ["Base", "Comer"])
        try await test.hive.stop()
    }

    // C21
    @Test func serviceThatCodeRegistersAsWellWaitsForTheNextStart() async throws {
        let test = try made()
        try test.hive.services.register((any World.Replaced).self, instance: World.Two(test.hive.services.resolver))
        try test.hive.services.register((any World.New).self, instance: World.One(test.hive.services.resolver))
        try await test.hive.start()
        #expect(try test.hive.services.service((any World.Replaced).self).title == "one")
        for changes in [[.replacesServices, .addsServices], []] as [Set<World.Change>] {
            var composition = World.composition(changes)
            if changes.isEmpty { composition.services.removeAll { $0.type == (any World.Replaced).self } }
            let report = try await test.hive.reload(composition, reporting: [])
            let deferred = report?.deferred.map { "\($0.what) \($0.subject)" } ?? []
            #expect(deferred.contains(changes.isEmpty ? "service removed Replaced" : "service replaced Replaced"))
            #expect(deferred.contains("service added New") == !changes.isEmpty)
            #expect(try test.hive.services.service((any World.Replaced).self).title == "one")
        }
        try await test.hive.stop()
    }

    // MARK: What counts when

    // C6 C11 C14
    @Test func whatWaitsForTheNextStartIsNamedAndStays() async throws {
        let test = try await started()
        var composition = World.composition()
        composition.modules[0].level = 7
        composition.modules[0].priority = 7
        composition.modules[0].initializesConcurrently = true
        composition.modules[0].options = ["number": 7]
        composition.modules[0].stopTimeout = .seconds(3)
        composition.modules[1].needs = [(.module(World.Base.self), composition.modules[1].origin)]
        for _ in 0..<2 {
            let report = try await test.hive.reload(composition, reporting: [])
            #expect(report?.deferred.map(\.kind) == [.options, .level, .priority, .initializesConcurrently])
            #expect(report?.deferred.map(\.subject) == ["Base", "Base", "Base", "Base"])
        }
        #expect(test.faults.modules(.reconfigure, .began) == [])
        // The new dependency and the new timeout count.
        let refusal = await #expect(throws: HiveError.self) { try await test.hive.remove(World.Base.self) }
        #expect(refusal?.message.contains("needed by Tuned, AlsoTuned") == true)
        test.faults.inject(.hanging, into: World.Base.self, at: .tearDown)
        let stop = Task { try await test.hive.stop() }
        try await test.faults.wait(for: .init("Base", .tearDown, .began))
        test.clock.advance(by: .seconds(3))
        let error = await #expect(throws: HiveError.self) { try await stop.value }
        let cause = error?.failures.first.map { "\($0)" } ?? ""
        #expect(cause.contains("the module's timeout"))
    }

    // C43: errors after a reload that only moves lines name the new ones, of modules and of services.
    @Test func whatHasOnlyMovedIsFoundAtItsNewPlace() async throws {
        let test = try await started()
        var composition = World.composition()
        func moved(_ origin: Origin) -> Origin {
            .propertyList("old.plist", origin.keyPath, line: (origin.line ?? 0) + 100)
        }
        composition.modules = composition.modules.map { old in
            var new = ModuleDeclaration(old.type, at: moved(old.origin))
            new.options = old.options
            return new
        }
        composition.services = composition.services.map { old in
            var new = ServiceDeclaration(old.type, implementation: old.implementation, at: moved(old.origin))
            new.module = old.module
            return new
        }
        let tuned = try #require(test.hive.modules.module(World.Tuned.self))
        let kept = try test.hive.services.service((any World.Kept).self) as? World.One
        #expect(try await test.hive.reload(composition, reporting: [])?.changes == [])
        #expect(test.hive.modules.module(World.Tuned.self) === tuned)
        let runtime = test.hive.engine.modules.runtime(ObjectIdentifier(World.Tuned.self))
        #expect(runtime?.current.origin.line == composition.modules[1].origin.line)
        // A service that code registers as well is refused with the new place.
        let line = composition.services[0].origin.line ?? 0
        let places = test.hive.services.descriptions.filter { $0.type.hasSuffix("Kept") }.flatMap(\.origins)
        #expect(places.map(\.line) == [line])
        #expect(try test.hive.services.service((any World.Kept).self) as? World.One === kept)
        try await test.hive.stop()
    }

    @Test func reconfigurationIsSeenByTheTimelineAndObservers() async throws {
        let test = try await started()
        try await test.hive.reload(World.composition([.changesOptions]), reporting: [])
        #expect(test.recorder.count(of: .hookEnded(.reconfigure, of: "Tuned")) == 1)
        #expect(test.hive.timeline.entries.filter { $0.phase == .reconfigure }.map(\.module) == ["Tuned", "AlsoTuned"])
        try await test.hive.stop()
    }

    // C48: with the time that it took, and the hooks of the reload in between.
    @Test(arguments: [true, false])
    func observersAreToldWhenAReloadBeginsAndHowItEnds(succeeds: Bool) async throws {
        let test = try await started()
        let clock = test.clock
        let fault = Fault("takes 2 s") { _ in
            clock.advance(by: .seconds(2))
            if !succeeds { throw Injected() }
        }
        test.faults.inject(fault, into: World.Tuned.self, at: .reconfigure)
        let before = test.recorder.observations.count
        let composition = World.composition([.changesOptions])
        let code = await codeThrown { try await test.hive.reload(composition, reporting: []) }
        let steps = test.recorder.observations.dropFirst(before)
        #expect(steps.first?.kind == .willReload)
        let end = try #require(steps.last)
        #expect(end.kind == .didReload)
        #expect(end.subject == (succeeds ? .text("2 changes") : nil))
        #expect(code == (succeeds ? nil : .reloadFailed))
        #expect((end.error as? HiveError)?.code == code)
        #expect(end.duration == .seconds(2))
        #expect(steps.count { [.willReload, .didReload].contains($0.kind) } == 2)
        try await test.hive.stop()
    }

    // C48, C58: a configuration that cannot be used is a reload that has failed; nothing else was done.
    @Test func aReloadThatIsRefusedBeginsAndEnds() async throws {
        let test = try await started()
        var composition = World.composition()
        composition.modules.append(ModuleDeclaration(Needy.self, at: .propertyList("new.plist", nil)))
        let before = test.recorder.observations.count
        #expect(await failure(of: test.hive, composition)?.code == .invalidConfiguration)
        let steps = test.recorder.observations.dropFirst(before)
        #expect(steps.map(\.kind) == [.willReload, .didReload])
        #expect((steps.last?.error as? HiveError)?.code == .invalidConfiguration)
        try await test.hive.stop()
    }

    private final class Needy: HiveModule {
        static let manifest = ModuleManifest(needs: [.named("NobodyModule")])
    }

    // C49
    @Test func workBeginsWhenTheReloadHasSucceeded() async throws {
        let test = try await started()
        let worker = ModuleDeclaration(Worker.self, at: .propertyList("new.plist", nil))
        var composition = World.composition([.changesOptions])
        composition.modules.append(worker)
        test.faults.inject(.throwing(Injected()), into: World.Tuned.self, at: .reconfigure)
        _ = await failure(of: test.hive, composition)
        #expect(test.faults.modules(.work, .began) == [])
        test.faults.removeAll()
        try await test.hive.reload(composition, reporting: [])
        try await test.faults.wait(for: .init("Worker", .work, .began))
        try await test.hive.reload(World.composition([.changesOptions]), reporting: [])
        #expect(test.faults.modules(.work, .threw) == ["Worker"])
        try await test.hive.stop()
    }

    /// Announces itself, and ends as soon as the next module is getting ready.
    private final class Hasty: WorkingModule, FactoryModule {
        static let manifest = ModuleManifest(work: .announced)
        let end: Latch
        init(_ end: Latch) { self.end = end }
        func run(_ context: WorkContext) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await context.announceReady() }
                try await end.wait()
                group.cancelAll()
            }
        }
    }

    // C49, C58: work of a module that comes fails the reload when it ends before that is done, and what had left comes
    // back.
    @Test func workThatEndsBeforeTheReloadIsDoneFailsIt() async throws {
        let test = try await started()
        let end = Latch()
        var composition = World.composition([.removesModules])
        var hasty = ModuleDeclaration(Hasty.self, at: .code())
        hasty.factory = { Hasty(end) }
        composition.modules += [hasty, ModuleDeclaration(Worker.self, at: .code())]
        let fault = Fault("waits to be cancelled") { _ in
            end.open()
            try await Latch().wait()
        }
        test.faults.inject(fault, into: Worker.self, at: .ready)
        let error = await failure(of: test.hive, composition)
        #expect(error?.code == .reloadFailed)
        #expect(error?.message.contains("module Hasty failed in ready. Everything is as it was before.") == true)
        #expect(test.hive.modules.running.contains("Former") && !test.hive.modules.running.contains("Hasty"))
        try await test.hive.stop()
    }

    private final class Worker: WorkingModule {
        static let manifest = ModuleManifest()
        init() {}
        func run(_ context: WorkContext) async throws { try await Latch().wait() }
    }

    // MARK: Who asks

    // C18
    @Test(arguments: [true, false])
    func fromAHandlerItIsAskedFor(succeeds: Bool) async throws {
        let test = try await started()
        if !succeeds { test.faults.inject(.throwing(Injected()), into: World.Comer.self, at: .setUp) }
        let answers = TestMutex<[Bool]>([])
        let changes: Set<World.Change> = [.addsModules, .removesModules]
        _ = test.hive.events.subscribe(Nudge.self) { [weak hive = test.hive] _, _ async throws in
            let report = try await hive?.reload(World.composition(changes), reporting: [])
            answers.withLock { $0.append(report == nil) }
        }
        let outcome = try await test.hive.events.trigger(Nudge())
        #expect(outcome.failures.isEmpty)
        #expect(answers.withLock { $0 } == [true])
        try await test.recorder.wait(for: .step(succeeds ? .didReload : .operationFailed))
        #expect(test.hive.modules.running.contains("Comer") == succeeds)
        try await test.hive.stop()
    }

    // C58 C18: observers are told how it ended, because the hook does not wait.
    @Test(arguments: [true, false])
    func fromAHookOfTheStartItIsDoneOnceTheHiveRuns(succeeds: Bool) async throws {
        let test = try made()
        if !succeeds { test.faults.inject(.throwing(Injected()), into: World.Comer.self, at: .setUp) }
        let ask = Fault.reentering { _ = try await $0.reload(World.composition([.addsModules]), reporting: []) }
        test.faults.inject(ask, into: World.Base.self, at: .initialize)
        try await test.hive.start()
        try await test.recorder.wait(for: .step(succeeds ? .didReload : .operationFailed))
        #expect(test.hive.modules.running.contains("Comer") == succeeds)
        #expect(test.hive.state == .running)
        try await test.hive.stop()
    }

    // C15
    @Test func manyAtOnceAreCarriedOutOneAfterTheOther() async throws {
        let test = try await started()
        let all = Set(World.Change.allCases)
        let whole = [
            try await ReloadView.ofStarting(World.composition()),
            try await ReloadView.ofStarting(World.composition(all)),
        ]
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    _ = try await test.hive.reload(World.composition(number % 2 == 0 ? all : []), reporting: [])
                }
            }
            group.addTask { try await test.hive.add(Worker.self) }
            try await group.waitForAll()
        }
        try await test.hive.remove(Worker.self)
        let view = try await ReloadView(test.hive)
        #expect(whole.contains(view))
        try await test.hive.stop()
        #expect(test.faults.modules(.setUp, .returned).count == test.faults.modules(.tearDown, .returned).count)
    }

    // C28
    @Test func instanceThatWasReplacedIsShutDownOnceWithItsOwner() async throws {
        let shutDowns = TestMutex(0)
        let test = try made()
        try await test.hive.start()
        Closing.onShutdown.withLock { $0 = { shutDowns.withLock { $0 += 1 } } }
        var composition = World.composition()
        var service = ServiceDeclaration(Closing.self, implementation: Closing.self, at: .propertyList("a.plist", nil))
        service.module = "Former"
        composition.services.append(service)
        try await test.hive.reload(composition, reporting: [])
        _ = try test.hive.services.service(Closing.self)
        try await test.hive.reload(World.composition(), reporting: [])
        #expect(throws: HiveError.self) { try test.hive.services.service(Closing.self) }
        #expect(shutDowns.withLock { $0 } == 0)
        try await test.hive.reload(World.composition([.removesModules]), reporting: [])
        #expect(shutDowns.withLock { $0 } == 1)
        try await test.hive.stop()
        #expect(shutDowns.withLock { $0 } == 1)
    }

    // C17, C58: what a record registers counts again whenever no property list says otherwise any more.
    @Test func recordedServiceComesBackEachTimeTheListLetsGoOfIt() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let recorded = ServiceDeclaration((any Labelled).self, implementation: Recorded.self, at: .record("Records"))
        try hive.modules.register([], services: [recorded])
        try await hive.start()
        let place = Origin.propertyList("services.plist", nil)
        let listed = ServiceDeclaration((any Labelled).self, implementation: Listed.self, at: place)
        for _ in 0..<2 {
            #expect(try hive.services.service((any Labelled).self).label == "recorded")
            try await hive.reload(Composition(modules: [], services: [listed]), reporting: [])
            #expect(try hive.services.service((any Labelled).self).label == "listed")
            try await hive.reload(Composition(modules: [], services: []), reporting: [])
        }
        #expect(try hive.services.service((any Labelled).self).label == "recorded")
        try await hive.stop()
    }

    private protocol Labelled: Sendable { var label: String { get } }
    private final class Recorded: ServiceImplementation, Labelled {
        let label = "recorded"
        init(_ services: ServiceResolver) throws {}
    }
    private final class Listed: ServiceImplementation, Labelled {
        let label = "listed"
        init(_ services: ServiceResolver) throws {}
    }

    private final class Closing: ServiceImplementation {
        static let onShutdown = TestMutex<@Sendable () -> Void>({})
        init(_ services: ServiceResolver) throws {}
        func shutdown() async throws { Self.onShutdown.withLock { $0 }() }
    }
}
