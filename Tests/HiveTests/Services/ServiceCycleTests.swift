// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

private protocol Alpha: Sendable {}
private protocol Beta: Sendable {}
private protocol Gamma: Sendable {}

private struct Part: Alpha, Beta, Gamma {}

@Suite(.timeLimit(.minutes(5)))
struct ServiceCycleTests {
    // C25
    @Test func aCycleThroughResolversPrintsItsPath() async throws {
        try await withHive { hive in
            try registerCircle(hive)
        } _: { hive in
            let error = try expectError(.serviceCycle) { try hive.services.service((any Alpha).self) }
            #expect(error.message.contains("Alpha -> Beta -> Gamma -> Alpha"))
        }
    }

    // C25
    @Test func aServiceThatNeedsItselfIsACycle() async throws {
        try await withHive { hive in
            try hive.services.register((any Alpha).self) { try $0.service((any Alpha).self) }
        } _: { hive in
            let error = try expectError(.serviceCycle) { try hive.services.service((any Alpha).self) }
            #expect(error.message.contains("Alpha -> Alpha"))
        }
    }

    // C25
    @Test func aFactoryThatAsksTheHiveIsFoundOutToo() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Alpha).self) { [weak hive] _ in
            _ = try hive?.services.service((any Beta).self)
            return Part()
        }
        try hive.services.register((any Beta).self) { [weak hive] _ in
            _ = try hive?.services.service((any Alpha).self)
            return Part()
        }
        try await hive.start()
        let error = try expectError(.serviceCycle) { try hive.services.service((any Alpha).self) }
        #expect(error.message.contains("Alpha -> Beta -> Alpha"))
        try await hive.stop()
    }

    // C25
    @Test(arguments: [ServiceScope.transient, .shared]) func aTransientInTheMiddleEndsToo(scope: ServiceScope)
        async throws
    {
        try await withHive { hive in
            try hive.services.register((any Alpha).self, scope: scope) {
                _ = try $0.service((any Beta).self)
                return Part()
            }
            try hive.services.register((any Beta).self, scope: .transient) {
                _ = try $0.service((any Alpha).self)
                return Part()
            }
        } _: { hive in
            let error = try expectError(.serviceCycle) { try hive.services.service((any Alpha).self) }
            #expect(error.message.contains("Alpha -> Beta -> Alpha"))
        }
    }

    // C25
    @Test func theServicesOfACycleCanBeMadeOnceItIsBroken() async throws {
        let isBroken = Locked(false)
        try await withHive { hive in
            try hive.services.register((any Alpha).self) {
                if !isBroken.current { _ = try $0.service((any Beta).self) }
                return Part()
            }
            try hive.services.register((any Beta).self) {
                _ = try $0.service((any Alpha).self)
                return Part()
            }
        } _: { hive in
            try expectError(.serviceCycle) { try hive.services.service((any Alpha).self) }
            isBroken.with { $0 = true }
            _ = try hive.services.service((any Beta).self)
        }
    }

    // C25
    @Test func aFactoryThatWaitsForAThreadThatUsesItsResolverIsFoundOut() async throws {
        let didAsk = ThreadGate()
        let code = Locked<HiveErrorCode?>(nil)
        let resolver = Locked<ServiceResolver?>(nil)
        let isUnderWay = ThreadGate()
        try await withHive { hive in
            try hive.services.register((any Alpha).self) {
                let own = $0
                resolver.with { $0 = own }
                isUnderWay.open()
                didAsk.wait()
                return Part()
            }
            try hive.services.register((any Beta).self) { _ in
                // Not the resolver of this factory, but of the one that waits for it.
                let other = try #require(resolver.current)
                _ = try other.service((any Alpha).self)
                return Part()
            }
        } _: { hive in
            async let alpha: Void = onThread { _ = try hive.services.service((any Alpha).self) }
            async let helper: Void = onThread {
                isUnderWay.wait()
                defer { didAsk.open() }
                let error = try expectError(.serviceCycle) { try hive.services.service((any Beta).self) }
                code.with { $0 = error.code }
            }
            _ = try await (alpha, helper)
            #expect(code.current == .serviceCycle)
            resolver.with { $0 = nil }
        }
    }

    // C25, C46
    @Test func aCycleAcrossTwoHivesOnOneThreadIsFound() async throws {
        let left = Hive(HiveOptions(clock: ManualClock()))
        let right = Hive(HiveOptions(clock: ManualClock()))
        try left.services.register((any Alpha).self) { [weak right] _ in
            _ = try right?.services.service((any Alpha).self)
            return Part()
        }
        try right.services.register((any Alpha).self) { [weak left] _ in
            _ = try left?.services.service((any Alpha).self)
            return Part()
        }
        try await left.start()
        try await right.start()
        try expectError(.serviceCycle) { try left.services.service((any Alpha).self) }
        try await left.stop()
        try await right.stop()
    }

    // C25, C46
    @Test func theSameKeyInTwoHivesIsNoCycle() async throws {
        let left = Hive(HiveOptions(clock: ManualClock()))
        let right = Hive(HiveOptions(clock: ManualClock()))
        try left.services.register((any Alpha).self) { [weak right] _ in
            _ = try right?.services.service((any Alpha).self)
            return Part()
        }
        try right.services.register((any Alpha).self) { _ in Part() }
        try await left.start()
        try await right.start()
        _ = try left.services.service((any Alpha).self)
        try await left.stop()
        try await right.stop()
    }

    // C25
    @Test func aResolverThatAServiceKeepsSpeaksForNobodyAnyMore() async throws {
        try await withHive { hive in
            try hive.services.register(Node.self, scope: .transient) { Node($0) }
        } _: { hive in
            let root = try hive.services.service(Node.self)
            let child = try root.services.service(Node.self)
            expectOther(child, root)
        }
    }

    // C23, C25
    @Test func aliasesInACircleAreACycleAndTheHiveStops() async throws {
        try await withHive { hive in
            try hive.services.registerAlias((any Alpha).self, of: Part.self) { $0 }
            try hive.services.registerAlias(Part.self, of: (any Beta).self) { $0 as? Part ?? Part() }
            try hive.services.registerAlias((any Beta).self, of: (any Alpha).self) { $0 as? Part ?? Part() }
        } _: { hive in
            try expectError(.serviceCycle) { try hive.services.service((any Alpha).self) }
            try expectError(.serviceNotRegistered) { try hive.services.evict((any Alpha).self) }
        }
    }

    // C24, C25
    @Test func anAsynchronousServiceThatNeedsItselfIsACycle() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Alpha).self) { services async throws -> any Alpha in
            try services.service((any Alpha).self)
        }
        let error = try await expectFailedStart(hive)
        #expect((error.failures.first?.error as? HiveError)?.code == .serviceCycle)
    }

    private func registerCircle(_ hive: Hive) throws {
        try hive.services.register((any Alpha).self) {
            _ = try $0.service((any Beta).self)
            return Part()
        }
        try hive.services.register((any Beta).self) {
            _ = try $0.service((any Gamma).self)
            return Part()
        }
        try hive.services.register((any Gamma).self) {
            _ = try $0.service((any Alpha).self)
            return Part()
        }
    }
}

private final class Node: Sendable {
    let services: ServiceResolver

    init(_ services: ServiceResolver) { self.services = services }
}
