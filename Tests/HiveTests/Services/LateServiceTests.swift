// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Services whose factories return when their owners have gone already.
@Suite(.timeLimit(.minutes(5)))
struct LateServiceTests {
    /// A factory that another thread waits in.
    private final class Slow: Sendable {
        let isUnderWay = ThreadGate()
        let mayEnd = ThreadGate()
        let alive = Locked(0)

        func make() -> Person {
            isUnderWay.open()
            mayEnd.wait()
            return Person("slow", alive: alive)
        }
    }

    // C28, C52
    @Test func anInstanceThatIsReadyWhileTheHivesOwnAreShutDownIsShutDownTooAndReleased() async throws {
        let log = Locked<[String]>()
        let slow = Slow()
        let (isShuttingDown, mayShutDown) = (Latch(), Latch())
        let recorder = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: ManualClock()))
        try hive.services.register(
            Int.self,
            shutdown: { _ in
                isShuttingDown.open()
                try await mayShutDown.wait()
                log.add("close Int")
            },
            instance: 1
        )
        try hive.services.register(
            Person.self,
            shutdown: { log.add("close \($0.name)") },
            factory: { _ in slow.make() }
        )
        try await hive.start()
        async let late = onThread { try hive.services.service(Person.self).name }
        try await onThread { slow.isUnderWay.wait() }
        let stop = Task { try await hive.stop() }
        try await isShuttingDown.wait()
        slow.mayEnd.open()
        #expect(try await late == "slow")
        mayShutDown.open()
        try await stop.value
        #expect(await becomesTrue { Set(log.current) == ["close Int", "close slow"] })
        #expect(await becomesTrue { slow.alive.current == 0 })
        let areTold = await becomesTrue {
            Set(recorder.observations(of: .serviceShutDown).map { "\($0.subject, default: "")" }) == ["Int", "Person"]
        }
        #expect(areTold)
    }

    // C27, C52: nobody has to wait for the hive's end.
    @Test(arguments: [false, true])
    func anInstanceThatIsReadyWhenItsModuleHasGoneIsShutDownAtOnce(isOfClass: Bool) async throws {
        let log = Locked<[String]>()
        let slow = Slow()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(
            First.self,
            setUp: { context in
                if isOfClass {
                    try context.services.register(Classed.self) { _ in
                        _ = slow.make()
                        return Classed(log)
                    }
                } else {
                    try context.services.register(Person.self, shutdown: { log.add("close \($0.name)") }) { _ in
                        slow.make()
                    }
                }
            }
        )
        try await hive.start()
        async let late: Void = onThread {
            _ = try isOfClass ? hive.services.service(Classed.self).name : hive.services.service(Person.self).name
        }
        try await onThread { slow.isUnderWay.wait() }
        try await hive.remove(ScriptModule<First>.self)
        #expect(log.current == [])
        slow.mayEnd.open()
        try await late
        #expect(await becomesTrue { log.current == ["close slow"] })
        #expect(await becomesTrue { slow.alive.current == 0 })
        #expect(hive.state == .running)
        try await hive.stop()
        #expect(log.current == ["close slow"])
    }

    // C18: what ends by itself is no part of the task that the factory was called in.
    @Test func theShutdownOfALateInstanceMayWaitForTheStop() async throws {
        let slow = Slow()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let isDone = Latch()
        try hive.script(
            First.self,
            setUp: { [weak hive] context in
                try context.services.register(
                    Person.self,
                    shutdown: { _ in
                        try await hive?.stop()
                        #expect(hive.map { $0.state == .stopped } ?? true)
                        isDone.open()
                    },
                    factory: { _ in slow.make() }
                )
            }
        )
        try await hive.start()
        async let late = onThread { try hive.services.service(Person.self).name }
        try await onThread { slow.isUnderWay.wait() }
        try await hive.remove(ScriptModule<First>.self)
        slow.mayEnd.open()
        #expect(try await late == "slow")
        try await isDone.wait()
    }
}

private final class Classed: ServiceImplementation {
    let name = "slow"
    let log: Locked<[String]>

    init(_ log: Locked<[String]>) { self.log = log }

    convenience init(_ services: ServiceResolver) throws { self.init(Locked()) }

    func shutdown() async throws { log.add("close \(name)") }
}
