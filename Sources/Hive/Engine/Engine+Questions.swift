// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Questions about a hive, which begin no module's work (C57).

/// How far a question needs the modules to be brought up.
enum Question {
    /// It is asked when the `setUp` phase has ended, and the start goes no further.
    case afterSetUp(@Sendable () -> Void)
    /// It is about the hooks of a start and a stop, which all run.
    case hooks
}

extension Engine {
    /// Ends the start where a question needs no more of it.
    func answerQuestion() throws {
        guard case .afterSetUp(let ask) = lifecycle.withLock({ $0.question }) else { return }
        ask()
        lifecycle.withLock { $0.stopReason = $0.stopReason ?? .answered }
        throw StartInterruption(phase: .setUp, module: nil, failures: [])
    }

    func begin(_ question: Question) { lifecycle.withLock { $0.question = question } }

    var isQuestioned: Bool { lifecycle.withLock { $0.question != nil } }

    func endQuestion() { lifecycle.update { $0.question = nil } }

    func intercept(with interceptor: any HookInterceptor) { lifecycle.update { $0.interceptor = interceptor } }
}

extension Lifecycle {
    /// Whether somebody may end the hive now; while it answers a question, only whoever asked may (C57).
    func obeys(_ reason: StopReason) -> Bool { question == nil || reason == .answered || reason == .cancelled }
}

extension StopReason {
    /// The hive was brought up for a question only.
    static let answered = StopReason("the question is answered")
}
