// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// One object is brought up once, however often its type comes (C2, C16).
@Suite(.timeLimit(.minutes(5)))
struct ReturningInstanceTests {
    private final class Counted: HiveModule {
        static let manifest = ModuleManifest()
        let (setUps, tearDowns) = (Locked(0), Locked(0))

        init() {}
        func setUp(_ context: SetupContext) async throws { setUps.next() }
        func tearDown(_ context: StopContext) async throws { tearDowns.next() }
    }

    private func listing(_ isEnabled: Bool = true) -> Composition {
        var module = ModuleDeclaration(Counted.self, at: .propertyList("modules.plist", nil, line: 1))
        module.isEnabled = isEnabled
        return Composition(modules: [module], services: [])
    }

    // C2, C16: an instance that was registered does not come back by a reload.
    @Test func anInstanceThatIsDownDoesNotComeBack() async throws {
        let module = Counted()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(instance: module)
        try await hive.start()
        try await hive.remove(Counted.self)
        let error = await #expect(throws: HiveError.self) { try await hive.reload(listing(), reporting: []) }
        #expect(error?.code == .reloadFailed)
        #expect(error?.description.contains("is the instance that has been taken down before") == true)
        #expect((module.setUps.current, module.tearDowns.current) == (1, 1))
        #expect(hive.modules.running == [])
        try await hive.stop()
        #expect((module.setUps.current, module.tearDowns.current) == (1, 1))
    }

    // C2, C16: nor by an addition whose factory gives it again, also when its set-up had failed.
    @Test func aFactoryThatGivesTheSameInstanceAgainIsRefused() async throws {
        let module = Counted()
        try await withHive { hive in
            try await hive.add(Counted.self) { module }
            try await hive.remove(Counted.self)
            let error = await #expect(throws: HiveError.self) { try await hive.add(Counted.self) { module } }
            #expect(error?.description.contains("is the instance that has been taken down before") == true)
            #expect(module.setUps.current == 1)
            // Another one is welcome.
            try await hive.add(Counted.self) { Counted() }
            #expect(hive.modules.running == ["Counted"])
        }
    }

    // C50: nothing of a module is kept to find that out.
    @Test func theInstanceThatLeftIsLetGoOf() async throws {
        try await withHive { hive in
            try await hive.add(Counted.self) { Counted() }
            weak let module = hive.modules.module(Counted.self)
            #expect(module != nil)
            try await hive.remove(Counted.self)
            #expect(await becomesTrue { module == nil })
        }
    }

    // C50, C61: nor of an addition that was a part of the start.
    @Test func whatTheFactoryOfAModuleHoldsThatCameInTheStartIsLetGoOf() async throws {
        final class Held: Sendable {
            let gone: Locked<Int>
            init(_ gone: Locked<Int>) { self.gone = gone }
            deinit { gone.next() }
        }
        let gone = Locked(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { [weak hive] _ in
                let held = Held(gone)
                try await hive?.add(Counted.self) { withExtendedLifetime(held) { Counted() } }
            }
        }
        try await hive.start()
        try await hive.remove(Counted.self)
        #expect(await becomesTrue { gone.current == 1 })
        try await hive.stop()
    }
}
