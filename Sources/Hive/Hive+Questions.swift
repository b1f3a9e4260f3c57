// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Questions about a hive, which begin no module's work (C57), and what tests put between a hive and its modules.

extension Hive {
    /// Sets the modules up, asks, and tears them down again; no other hook, no handler and no work runs.
    ///
    /// What modules ask for meanwhile, a stop or further modules, is not done: the answer does not depend on it.
    ///
    /// - Returns: The answer, and what went wrong when the modules were torn down.
    /// - Throws: What ``start()`` throws before the question is asked, and what the question throws.
    package func askAfterSetUp<Answer: Sendable>(
        _ question: @escaping @Sendable (Hive) throws -> Answer
    ) async throws -> (answer: Answer, failure: (any Error)?) {
        let found = Gate<Result<Answer, any Error>>()
        engine.begin(.afterSetUp { found.open(Result { try question(self) }) })
        defer { engine.endQuestion() }
        do {
            try await start()
        } catch let error as HiveError {
            // The question ends the start, which is what the error says when all went well.
            guard let answer = found.value else { throw error }
            let failures = error.start?.rollbackFailures ?? []
            let text = "The question is answered, and not everything went well when the modules were torn down."
            return (try answer.get(), failures.isEmpty ? nil : HiveError(.stopFailed, text, failures: failures))
        }
        throw HiveError(.invalidState, "The hive started without asking.")
    }

    /// Runs the hooks of a start and of a stop, and no work.
    ///
    /// A stop that modules ask for meanwhile is not done: all hooks run.
    ///
    /// - Returns: What ``start()`` or ``stop(_:)`` throws.
    package func runHooks() async -> (any Error)? {
        do {
            return try await runHooks { _ in }.failure
        } catch {
            return error
        }
    }

    /// Runs the hooks of a start and of a stop, and no work, and asks in between.
    ///
    /// - Returns: The answer, and what ``stop(_:)`` throws.
    /// - Throws: What ``start()`` throws, and what the question throws.
    package func runHooks<Answer: Sendable>(
        _ question: (Hive) async throws -> Answer
    ) async throws -> (answer: Answer, failure: (any Error)?) {
        engine.begin(.hooks)
        defer { engine.endQuestion() }
        try await start()
        let answer: Result<Answer, any Error>
        do { answer = .success(try await question(self)) } catch { answer = .failure(error) }
        do {
            try await stop(.answered)
            return (try answer.get(), nil)
        } catch {
            return (try answer.get(), error)
        }
    }

    /// Whether the hive is brought up for a question, and not to run.
    package var isQuestioned: Bool { engine.isQuestioned }

    /// Lets everything that the hive calls in its modules go through an interceptor; to be called before the start.
    package func intercept(with interceptor: any HookInterceptor) { engine.intercept(with: interceptor) }
}
