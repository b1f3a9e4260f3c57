// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ColdModules
import Dispatch
import Fixtures
import Hive

/// Runs one of the hot paths so many times, for a tool that counts instructions.
///
/// Two runs that differ only in their iterations differ by what those cost, whatever the program does before and after.
@main struct InstructionLoops {
    private static let loops: [String: @Sendable (_ size: Int, _ iterations: Int) async throws -> Int] = [
        "lookup": lookUp,
        "named-lookup": lookUpByName,
        "autowired": readField,
        "transient": makeTransient,
        "event": trigger,
        "module-event": triggerInModules,
        "event-replies": triggerWithReplies,
        "event-async": triggerAsynchronously,
        "registration": register,
        "start-stop": startAndStop,
        "cold": startAndStopCold,
        "drain": drain,
        "list-decoder": { try PropertyListLoops($0).decode($1) },
        "list-load": { try PropertyListLoops($0).load($1) },
        "list-verify": { try PropertyListLoops($0).loadAndVerify($1) },
        "binary-list-decoder": { try PropertyListLoops($0, isBinary: true).decode($1) },
        "binary-list-verify": { try PropertyListLoops($0, isBinary: true).loadAndVerify($1) },
        "action": { try await RoutedCallLoops.perform($1) },
        "url": { try await RoutedCallLoops.open("shop://Prices/price?sku=tea&quantity=1", $1) },
        "export-url": { try await RoutedCallLoops.open("shop://PriceService/price?sku=tea&quantity=1", $1) },
        "route-url": { try await RoutedCallLoops.open("shop://catalog/tea?quantity=1", $1) },
    ]

    private static let repeating: Set = [
        "event", "module-event", "event-replies", "event-async", "registration", "start-stop", "drain",
    ]

    static func main() {
        // An asynchronous main would leave the first thread to Dispatch, whose way to wait ends Valgrind 3.19.
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                try await run()
            } catch {
                fatalError("\(error)")
            }
            isDone.signal()
        }
        isDone.wait()
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3,
            let name = arguments.first, let loop = loops[name],
            let size = Int(arguments[2]), let iterations = Int(arguments[3])
        else {
            fatalError("usage: InstructionLoops \(loops.keys.sorted().joined(separator: "|")) SIZE ITERATIONS")
        }
        let sum = try await loop(size, iterations)
        // Everything adds 1 a time, or 1 for each of so many.
        let isRepeating = name.contains("list") || repeating.contains(name)
        let unit = isRepeating ? size : 1
        precondition(sum == unit * iterations, "\(name) did \(sum) instead of \(unit * iterations).")
    }

    private static func lookUp(_ size: Int, _ iterations: Int) async throws -> Int {
        let hive = try await ServedHive(services: size).hive
        var sum = 0
        for _ in 0..<iterations { sum &+= try hive.services.service((any NumberService).self).number }
        try await hive.stop()
        return sum
    }

    private static func lookUpByName(_ size: Int, _ iterations: Int) async throws -> Int {
        let hive = try await ServedHive(services: size).hive
        var sum = 0
        for _ in 0..<iterations {
            sum &+= try hive.services.service((any NumberService).self, name: ServedHive.name).number
        }
        try await hive.stop()
        return sum
    }

    private static func readField(_ size: Int, _ iterations: Int) async throws -> Int {
        let hive = try await ServedHive(services: size).hive
        let holder = try hive.services.autowire { AutowiredHolder() }
        var sum = 0
        for _ in 0..<iterations { sum &+= holder.service.wrappedValue.number }
        try await hive.stop()
        return sum
    }

    private static func makeTransient(_ size: Int, _ iterations: Int) async throws -> Int {
        let hive = Hive()
        try hive.services.register((any NumberService).self, scope: .transient) { _ in FixedNumber(1) }
        try await hive.start()
        var sum = 0
        for _ in 0..<iterations { sum &+= try hive.services.service((any NumberService).self).number }
        try await hive.stop()
        return sum
    }

    private static func trigger(_ size: Int, _ iterations: Int) async throws -> Int {
        let hive = Hive()
        for _ in 0..<size { _ = hive.events.subscribe(Ping.self) { event, _ in handlerCalls.add(event.number) } }
        try await hive.start()
        for _ in 0..<iterations { _ = try await hive.events.trigger(Ping(1)) }
        try await hive.stop()
        return handlerCalls.count
    }

    private static func triggerInModules(_ size: Int, _ iterations: Int) async throws -> Int {
        let hive = Hive()
        try hive.register(subscribingModules(size))
        try await hive.start()
        for _ in 0..<iterations { _ = try await hive.events.trigger(Ping(1)) }
        try await hive.stop()
        return handlerCalls.count
    }

    private static func triggerWithReplies(_ size: Int, _ iterations: Int) async throws -> Int {
        let hive = Hive()
        for _ in 0..<size { _ = hive.events.subscribe(Question.self) { event, _ in event.number } }
        try await hive.start()
        var sum = 0
        for _ in 0..<iterations {
            for answer in try await hive.events.trigger(Question(1)).answers { sum &+= answer.reply }
        }
        try await hive.stop()
        return sum
    }

    private static func triggerAsynchronously(_ size: Int, _ iterations: Int) async throws -> Int {
        let hive = Hive()
        for _ in 0..<size {
            _ = hive.events.subscribe(Ping.self) { event, _ in await handlerCalls.addLater(event.number) }
        }
        try await hive.start()
        for _ in 0..<iterations { _ = try await hive.events.trigger(Ping(1)) }
        try await hive.stop()
        return handlerCalls.count
    }

    private static func register(_ size: Int, _ iterations: Int) async throws -> Int {
        let types = typedServices(size)
        var sum = 0
        for _ in 0..<iterations {
            let hive = Hive()
            for type in types {
                try type.register(with: hive.services)
                sum += 1
            }
        }
        return sum
    }

    /// Registers the modules too, because a hive can be started only once.
    private static func startAndStop(_ size: Int, _ iterations: Int) async throws -> Int {
        let types = noopModules(size)
        for _ in 0..<iterations {
            let hive = Hive()
            try hive.register(types)
            try await hive.start()
            try await hive.stop()
        }
        return hookCalls.count / 5
    }

    /// The start of a server that then has so many requests, and the stop that lets them come to their end.
    private static func drain(_ size: Int, _ iterations: Int) async throws -> Int {
        var sum = 0
        for _ in 0..<iterations {
            let server = Server(requests: size)
            let hive = Hive()
            try hive.modules.register(ServerModule.self) { ServerModule(server) }
            try await hive.start()
            await server.waitUntilBusy()
            try await hive.stop()
            sum += server.answered
        }
        return sum
    }

    /// One hive with as many modules as iterations are asked for, so that twice as many make the difference: what a
    /// class takes that the process has not seen before.
    private static func startAndStopCold(_ size: Int, _ iterations: Int) async throws -> Int {
        try await startAndStopOnce(iterations) / 5
    }
}

extension CallCounter {
    /// Does not suspend, but the compiler cannot know.
    @inline(never)
    fileprivate func addLater(_ amount: Int) async { add(amount) }
}
