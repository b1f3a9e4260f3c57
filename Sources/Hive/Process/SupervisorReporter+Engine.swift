// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform

extension SupervisorReporter {
    /// Begins to tell the supervisor that has started the process; nil where there is none.
    ///
    /// One that cannot be told is no reason not to run: observers and a person hear of it, once.
    convenience init?(_ engine: Engine, complain: @escaping @Sendable (String) -> Void) {
        guard let environment = SupervisorEnvironment({ getenv($0).map { String(cString: $0) } }) else { return nil }
        let observers = engine.observers
        let fail = { @Sendable (failure: NotifySocket.Failure) in
            observers.notify(.init(.unavailable, subject: .text("NOTIFY_SOCKET"), error: failure))
            let text = "the supervisor cannot be told how the program is doing: \(failure)"
            let remedy = "The program goes on; see what NOTIFY_SOCKET names, or leave it out of the environment"
            complain("warning: \(text). \(remedy).".onOneLine)
        }
        do {
            try self.init(
                environment,
                hasTimeLeft: { [weak engine] in engine?.hasTimeLeft == true },
                readiness: { [weak engine] in engine?.readiness.current },
                fail: fail
            )
        } catch {
            fail(error)
            return nil
        }
    }
}
