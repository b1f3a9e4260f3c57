// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ColdRun

/// Five hooks, behind a protocol as a module's are.
protocol Hooks: AnyObject, Sendable {
    init()
    func setUp() async throws
    func initialize() async throws
    func ready() async throws
    func willStop() async throws
    func tearDown() async throws
}

/// A process that makes objects and awaits five calls on each by hand, one phase after the other.
@main struct ColdHooks {
    static func main() async throws {
        try await runOnce { count in
            let modules = types.prefix(count).map { $0.init() }
            for module in modules { try await module.setUp() }
            for module in modules { try await module.initialize() }
            for module in modules { try await module.ready() }
            for module in modules { try await module.willStop() }
            for module in modules.reversed() { try await module.tearDown() }
            return coldCalls.count
        }
    }
}
