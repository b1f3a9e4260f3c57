// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

private struct LineSpy: Sendable {
    let lines = Locked<[String]>()

    func observe(_ observation: HiveObservation) {
        let kinds: [HiveObservation.Kind] = [.serviceRegistered, .serviceCreated, .serviceEvicted, .serviceShutDown]
        guard kinds.contains(observation.kind) else { return }
        let error = observation.error.map { " \($0)" } ?? ""
        lines.add("\(observation.kind) \(observation.module ?? "-") \(observation.subject, default: "-")\(error)")
    }
}

@Suite(.timeLimit(.minutes(5)))
struct ServiceObservationTests {
    // C48
    @Test func everyStepOfAServiceIsObserved() async throws {
        let spy = LineSpy()
        let hive = Hive(HiveOptions(observers: [spy.observe], clock: ManualClock()))
        try hive.script(First.self) { context in
            try context.services.register(
                Person.self,
                shutdown: { if $0.name == "2" { throw Broken() } },
                factory: { [made = Locked(0)] _ in Person("\(made.next())") }
            )
            try context.services.register(Int.self, name: "n") { _ in throw Broken(number: 1) }
        }
        try await hive.start()
        _ = try hive.services.service(Person.self)
        _ = try hive.services.service(Person.self)
        #expect(throws: Broken.self) { try hive.services.service(Int.self, name: "n") }
        try hive.services.evict(Person.self)
        try hive.services.evict(Person.self)
        _ = try hive.services.service(Person.self)
        _ = try hive.services.make(Person.self)
        await #expect(throws: HiveError.self) { try await hive.stop() }
        #expect(
            spy.lines.current == [
                "serviceRegistered First Person",
                "serviceRegistered First Int \"n\"",
                "serviceCreated First Person",
                "serviceCreated First Int \"n\" Broken(number: 1)",
                "serviceEvicted First Person",
                "serviceCreated First Person",
                "serviceShutDown First Person Broken(number: 0)",
                "serviceShutDown First Person",
            ]
        )
    }

    // C48
    @Test func anObserverMayUseTheServices() async throws {
        let curious = Curious()
        let hive = Hive(HiveOptions(observers: [curious.observe], clock: ManualClock()))
        curious.services.with { $0 = hive.services }
        try hive.services.register(Int.self) { _ in 1 }
        try hive.services.register(String.self) { _ in "text" }
        try await hive.start()
        #expect(try hive.services.service(String.self) == "text")
        #expect(hive.services.cached(Int.self) == 1)
        try await hive.stop()
        curious.services.with { $0 = nil }
    }
}

private struct Curious: Sendable {
    let services = Locked<ServiceManager?>(nil)

    func observe(_ observation: HiveObservation) {
        _ = try? services.current?.service(Int.self)
    }
}
