// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

// What the work of a module may do wrong; each runs in the place of its own code, at `FaultPoint.work`.

extension Fault {
    /// The work never says that it is up: where it is `.announced`, the start runs out of time.
    public static let neverAnnouncing = Fault(instead: "never announces") { _ in try await Latch().wait() }

    /// The work announces itself, and ends neither when it is asked to nor when it is cancelled, but when a latch
    /// opens.
    public static func ignoringDrain(until release: Latch) -> Fault {
        Fault(instead: "ignores the drain") { _ in
            await Hive.announceCurrentWork()
            await withDrainHandler {
                await release.waitIgnoringCancellation()
            } onDrain: {
            }
        }
    }

    /// The work announces itself, and ends when a latch opens, although nobody has asked it to.
    ///
    /// - Parameters:
    ///   - end: The latch that lets the work end.
    ///   - error: What it throws; nil when it returns.
    /// - Returns: The fault.
    public static func endingEarly(when end: Latch, throwing error: (any Error)? = nil) -> Fault {
        Fault(instead: "ends early") { _ in
            await Hive.announceCurrentWork()
            try await end.wait()
            if let error { throw error }
        }
    }

    /// The work announces itself, and throws when it is asked to end.
    public static func throwingLate(_ error: any Error) -> Fault {
        Fault(instead: "throws late") { _ in
            await Hive.announceCurrentWork()
            await waitUntilAsked()
            throw error
        }
    }

    /// The work has returned, and goes on nevertheless until it is asked to end; unless it never was up.
    static func returningWhenAsked(_ module: any WorkingModule.Type) -> Fault {
        Fault("returns when asked") { hive in
            guard module.manifest.work != .announced || hive.hasAnnounced(module) else { return }
            await waitUntilAsked()
        }
    }

    /// Returns when the work is asked to end.
    private static func waitUntilAsked() async {
        let asked = Latch()
        await withDrainHandler {
            await asked.waitIgnoringCancellation()
        } onDrain: {
            asked.open()
        }
    }
}
