// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import Synchronization

/// A request, and what came of it: asked while the modules are up, told when they are down.
final class Inquiry: Sendable {
    private let request: Request
    /// Nil until the request was made.
    private let outcome = Mutex<Result<String, RequestError>?>(nil)

    init(_ request: Request) {
        self.request = request
    }

    /// Makes the request; an error is the asker's, not the shop's.
    func ask(_ context: WorkContext) async {
        let result: Result<String, RequestError>
        do {
            result = .success(try await request.answer(context))
        } catch {
            result = .failure(error)
        }
        outcome.withLock { $0 = result }
    }

    /// What came of it.
    func answer() throws(RequestError) -> String {
        guard let result = outcome.withLock({ $0 }) else { throw .closed }
        return try result.get()
    }
}
