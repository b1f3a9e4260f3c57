// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Hive
import HiveRouting
import HiveTestKit
import Testing

/// C45: what code or a configuration may state as limits, so that none of them lets a URL end the process.
@Suite("C45 Limits of URLs", .timeLimit(.minutes(5)))
struct LimitTests {
    private struct Filter: RemoteJSON { var tags: [[Int]] }

    private static func setUp(_ limits: URLLimits?) -> @Sendable (SetupContext) throws -> Void {
        { context in
            try context.routes.accept("shop", forms: [.beeHive])
            if let limits { try context.routes.limit(limits) }
            try context.actions.target("JSON") { target in
                target.action("filter", "filter", access: .remote) { (filter: Filter) in filter.tags.count }
                target.action("all", as: Filter.self, access: .remote) { (filter: Filter) in filter.tags.count }
            }
            try context.routes.chain("shop://steps") { chain in
                chain.component("say", "text", access: .remote) { (text: String?) in text ?? "" }
            }
        }
    }

    private static func values(_ key: String, _ number: Int) -> ConfigurationValues {
        var values = ConfigurationValues()
        values.append(["routing": ["limits": [key: .integer(number)]]], origin: "a test")
        return values
    }

    /// What ends the start of a hive with such a configuration.
    private func failure(of values: ConfigurationValues) async throws -> HiveError {
        let hive = Hive(HiveOptions(context: HiveContext(values: values), clock: ManualClock()))
        try hive.modules.register(Scripted<Shop>.self) { Scripted(Self.setUp(nil)) }
        return try #require(await #expect(throws: HiveError.self) { try await hive.start() })
    }

    // A limit that is a depth of recursion has a bound, or a URL uses up the stack.
    @Test(arguments: [33, 10_000, Int.max])
    func depthThatNoStackHolds(_ depth: Int) async throws {
        let text = "depth is \(depth), and may be from 1 to 32"
        let configured = try await failure(of: Self.values("depth", depth))
        #expect("\(configured) \(configured.failures)".contains("routing.limits.\(text)"), "\(configured)")
        var limits = URLLimits()
        limits.depth = depth
        let stated = try await startFailure(Self.setUp(limits))
        #expect(stated.code == .invalidValue)
        #expect(stated.message.contains(text), "\(stated)")
    }

    @Test(arguments: ["bytes", "components", "items", "valueBytes", "depth", "elements"], [0, -1, Int.min])
    func limitBelowOne(_ key: String, _ number: Int) async throws {
        let configured = try await failure(of: Self.values(key, number))
        let text = "\(key) is \(number), and "
        #expect("\(configured) \(configured.failures)".contains("routing.limits.\(text)"), "\(configured)")
        var limits = URLLimits()
        switch key {
        case "bytes": limits.bytes = number
        case "components": limits.components = number
        case "items": limits.items = number
        case "valueBytes": limits.valueBytes = number
        case "depth": limits.depth = number
        default: limits.elements = number
        }
        let stated = try await startFailure(Self.setUp(limits))
        #expect(stated.message.contains(text), "\(stated)")
    }

    // The widest limits there are: whatever is nested deeper is too large, and nothing more happens.
    @Test(arguments: [33, 10_000, 100_000])
    func deepJSONIsTooLarge(_ depth: Int) async throws {
        var limits = URLLimits()
        limits.depth = 32
        (limits.bytes, limits.valueBytes, limits.elements) = (Int.max, Int.max, Int.max)
        try await withRouting(Self.setUp(limits)) { (hive: Hive) async throws in
            for open in ["%5B", "%7B%22a%22:"] {
                let text = String(repeating: open, count: depth + 1)
                for url in ["json/filter?filter=", "json/all?params=", "steps/say?params="] {
                    let error = await #expect(throws: RemoteError.self) {
                        try await hive.remote.open("shop://\(url)\(text)")
                    }
                    #expect(error?.kind == .tooLarge, "\(url)")
                }
            }
        }
    }

    private final class Nest: RemoteJSON { let inner: [Nest]? }

    /// Runs a body on a thread with a stack as small as those of a pool are on some systems.
    private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result { try body() }) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
    }

    // As deep as it may be is read and decoded, under the sanitizers as well.
    @Test func deepestJSONFitsASmallStack() async throws {
        func url(_ inner: String, depth: Int) -> String {
            let (opening, closing) = ("%7B%22inner%22:%5B", "%5D%7D")
            let nested = String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
            return "shop://nests?nest=\(nested)"
        }
        let (deepest, tooDeep) = (url("%7B%7D", depth: 16), url("%7B%7D", depth: 17))
        let misfit = url("%7B%22innner%22:1%7D", depth: 15)
        var limits = URLLimits()
        limits.depth = 32
        let setUp: @Sendable (SetupContext) throws -> Void = { [limits] context in
            try context.routes.accept("shop")
            try context.routes.limit(limits)
            try context.routes.bind("shop://nests", "nest", access: .remote) { (nest: Nest) in nest.inner?.count ?? 0 }
        }
        try await withRouting(setUp) { (hive: Hive) async throws in
            let routes = hive.routes
            try await onSmallStack { try routes.check(deepest) }
            for (url, code) in [(misfit, HiveErrorCode.parameterMismatch), (tooDeep, .limitExceeded)] {
                let error = await #expect(throws: HiveError.self) { try await onSmallStack { try routes.check(url) } }
                #expect(error?.code == code)
            }
            #expect(try await hive.remote.open(deepest, as: Int.self) == 1)
        }
    }
}
