// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Lookups while the services of property lists change.
///
/// One test after the other: the threads that look up are busy all the time, and many of them would keep every other
/// test waiting.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReloadLookupTests {
    typealias World = ReloadWorld

    private struct Injected: Error {}

    /// What threads that look services up complain of while a body runs.
    private func complaints(_ hive: Hive, _ body: () async throws -> Void) async throws -> [String] {
        let isOver = Locked(0)
        let found = Locked<[String]>()
        let begun = Locked(0)
        async let readers = onThreads(2) { _ in
            var count = 0
            while isOver.current == 0 {
                do {
                    let titles = try [
                        hive.services.service((any World.Replaced).self).title,
                        hive.services.service((any World.OfBase).self).title,
                        hive.services.optionalService((any World.OfBase).self)?.title ?? "nil",
                        hive.services.service((any World.OfBase).self, instance: "further").title,
                    ]
                    if !titles.allSatisfy({ ["one", "two"].contains($0) }) { found.add("\(titles)") }
                } catch {
                    found.add("\(error)")
                }
                count += 1
                if count == 1 { begun.next() }
            }
            return count
        }
        _ = await becomesTrue { begun.current == 2 }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        isOver.next()
        _ = try await readers
        try result.get()
        return found.current
    }

    // C58
    @Test func aServiceWhoseImplementationChangesIsNeverMissing() async throws {
        let test = try await started(World.composition())
        let found = try await complaints(test.hive) {
            for round in 0..<100 {
                let changes: Set<World.Change> = round.isMultiple(of: 2) ? [.replacesServices] : []
                _ = try await test.hive.reload(World.composition(changes), reporting: [])
            }
        }
        #expect(found.count == 0, "\(found.first ?? "")")
        #expect(try test.hive.services.service((any World.Replaced).self).title == "one")
        try await test.hive.stop()
    }

    // C3, C58
    @Test func norIsItOnTheWayBack() async throws {
        let test = try await started(World.composition())
        test.faults.inject(.throwing(Injected()), into: World.ComerUser.self, at: .ready)
        let composition = World.composition([.replacesServices, .addsModules])
        let found = try await complaints(test.hive) {
            for _ in 0..<40 {
                let error = await #expect(throws: HiveError.self) {
                    try await test.hive.reload(composition, reporting: [])
                }
                #expect(error?.code == .reloadFailed)
            }
        }
        #expect(found.count == 0, "\(found.first ?? "")")
        #expect(try test.hive.services.service((any World.Replaced).self).title == "one")
        try await test.hive.stop()
    }

    // C58: the service goes over from a module that leaves to one that stays, or that comes, or to the hive, and back.
    @Test(arguments: ["Base", "Comer", nil], [false, true])
    func aServiceThatGoesOverToAnotherModuleIsNeverMissing(newOwner: String?, isFailing: Bool) async throws {
        func composition(_ changes: Set<World.Change>, owner: String?) -> Composition {
            var composition = World.composition(changes)
            let place = composition.services.firstIndex { $0.type == (any World.OfBase).self }
            if let place { composition.services[place].module = owner }
            return composition
        }
        let old = composition([], owner: "Former")
        let new = composition([.removesModules, .addsModules, .replacesServices], owner: newOwner)
        let test = try await started(old)
        if isFailing { test.faults.inject(.throwing(Injected()), into: World.ComerUser.self, at: .ready) }
        let found = try await complaints(test.hive) {
            for round in 0..<20 {
                if isFailing {
                    await #expect(throws: HiveError.self) { try await test.hive.reload(new, reporting: []) }
                } else {
                    _ = try await test.hive.reload(round.isMultiple(of: 2) ? new : old, reporting: [])
                }
            }
        }
        #expect(found.count == 0, "\(found.first ?? "")")
        #expect(try test.hive.services.service((any World.OfBase).self).title == "one")
        try await test.hive.stop()
    }

    private func started(_ composition: Composition) async throws -> TestHive {
        let test = TestHive()
        try test.hive.modules.register(composition.modules, services: composition.services)
        try await test.hive.start()
        return test
    }
}
