// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

// Servers: what a test asks of the work of modules, step by step.

extension TestHive {
    /// Whether the work of a module has said that it is up, by ``Hive/WorkContext/announceReady()``.
    ///
    /// When `start()` has returned, it holds for every module whose work is `.announced`.
    public func hasAnnounced(_ module: any WorkingModule.Type) -> Bool { hive.hasAnnounced(module) }

    /// Asks the work of modules to end as a stop does, while the hive goes on, and returns when each has been asked.
    ///
    /// ```swift
    /// try await test.hive.start()
    /// let answer = Task { try await server.answer("1 tea") }
    /// try await server.waitForRequest()
    /// try test.beginDrain(of: WebModule.self)
    /// print(try await answer.value)
    /// await test.finishDrain(of: WebModule.self)
    /// try await test.hive.stop()
    /// try test.requireNothingCutShort()
    /// ```
    ///
    /// Work that does not drain is cancelled. Neither the order of a stop nor its timeouts count here, and what the
    /// work throws is reported by the stop. Of a whole stop, `hookBegan(.drain, of:)` is the moment at which work is
    /// asked.
    ///
    /// - Parameter modules: The modules; none for all that have work.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownModule`` when a module has no work that goes on.
    public func beginDrain(of modules: any WorkingModule.Type...) throws { try hive.beginDrain(of: modules) }

    /// Returns when the work of modules has ended; give the test a time limit.
    ///
    /// - Parameter modules: The modules; none for all that have work.
    public func finishDrain(of modules: any WorkingModule.Type...) async { await hive.waitForEndOfWork(of: modules) }

    /// Returns when the work of a module sleeps by ``Hive/WorkContext/sleep(for:)``, until a time that has not come
    /// yet; give the test a time limit.
    ///
    /// From then on ``clock`` wakes it at its time. A test of a periodic job goes from one to the next so:
    ///
    /// ```swift
    /// try await test.waitForSleep(of: InvoiceModule.self)
    /// test.clock.advance(by: .seconds(60))
    /// ```
    ///
    /// - Parameter module: The module.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownModule`` when the module has no work that goes on, at once
    ///   or because it has ended meanwhile.
    public func waitForSleep(of module: any WorkingModule.Type) async throws {
        try await hive.waitForSleep(of: module)
    }

    /// Throws when a stop, a removal or a reload has cut work short that had not ended within its time.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/timedOut``, which names each module and the time that it took.
    public func requireNothingCutShort() throws {
        let steps = recorder.observations(of: .didRunHook).filter { step in
            step.phase == .drain && (step.error as? HiveError)?.code == .timedOut
        }
        guard !steps.isEmpty else { return }
        let modules = steps.map { step in
            "\(step.module ?? "hive") after \(step.duration?.short ?? "an unknown time")"
        }
        let failures = steps.compactMap { step in
            step.error.map { HiveError.Failure(module: step.module, step: "drain", error: $0) }
        }
        throw HiveError(.timedOut, "Work was cut short: \(modules.joined(separator: ", ")).", failures: failures)
    }
}
