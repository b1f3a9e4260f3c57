// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import Synchronization

/// A request and its result: it is made while the modules run, and printed after they have stopped.
final class Inquiry: Sendable {
    private let request: Request
    /// The result; nil until the request was made.
    private let outcome = Mutex<Result<String, RequestError>?>(nil)

    init(_ request: Request) {
        self.request = request
    }

    /// Makes the request; an error is kept as its result, and does not stop the shop.
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
