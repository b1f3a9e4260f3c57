// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import Synchronization

/// Opens URLs that come from outside; get it from a hive, or from any context from `initialize` on.
///
/// An outsider reaches what is marked ``Access/remote``, of the schemes that are accepted, and nothing else: no action
/// whose name begins with `native`, no object beside the query, and never a type by its name. Parameters are texts,
/// decoded into the declared types. Observers are told where the URL leads and what is wrong with it, without what its
/// query says, because they may log it; the outsider is told the kind of the error only.
///
/// What is not marked does not exist for outsiders (C60): it is not found, it hides nothing that is marked, its
/// parameters are not read, no instance of it is made or released, and no local fallback is asked. It looks like a name
/// that nobody has registered, by the answer and by the time that this takes. A URL that leads nowhere costs O(n) in
/// its length, however much is registered (C61).
public struct RemoteCalls: Sendable {
    let host: any RoutingHost

    /// Opens a URL from outside.
    ///
    /// - Parameters:
    ///   - url: The URL, from anybody.
    ///   - type: The type of the result, which your code passes on to the outsider.
    /// - Returns: What the route, the action or the method answers.
    /// - Throws: ``RemoteError``, and nothing else, but for `CancellationError` when the calling task is cancelled.
    /// - Complexity: O(n) in the length of the URL, apart from what it leads to.
    public func open<Answer: Sendable>(_ url: String, as type: Answer.Type = Answer.self) async throws -> Answer {
        try await answer(url) { try await $0.open(url) }
    }

    /// Opens a URL from outside, whatever it answers.
    ///
    /// - Throws: What the form that asks for a type throws.
    @discardableResult
    public func open(_ url: String) async throws -> any Sendable { try await answer(url) { try await $0.open(url) } }

    /// Whether a URL leads to something that an outsider may reach, fallbacks not counted.
    public func canOpen(_ url: String) -> Bool { host.canOpen(url, nil) }

    /// Triggers an ``OpenURL`` event for a URL from outside, so that modules can react; it opens nothing itself.
    ///
    /// - Parameters:
    ///   - url: The URL, whose scheme has to be accepted.
    ///   - options: What the host program adds.
    /// - Returns: How many handlers there were, and what they threw.
    /// - Throws: ``RemoteError``, or `CancellationError` when the calling task is cancelled.
    public func broadcast(_ url: String, options: [String: any Sendable] = [:]) async throws -> EventOutcome<Void> {
        try await answer(url) { try await $0.broadcast(url, options) }
    }
}

extension RemoteCalls {
    /// Makes a call on behalf of an outsider; tells observers why it failed.
    private func answer<Answer>(_ url: String, _ perform: (Routing) async throws -> Answer) async throws -> Answer {
        let mark = FaultMark()
        do {
            return try await perform(Routing(host, by: nil, mark))
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch {
            let kind = Self.kind(of: error, blamesURL: mark.blamesURL)
            host.report(.init(.refusedURL, subject: .text(url.shownURL), error: explanation(of: error, url, kind)))
            throw RemoteError(kind: kind)
        }
    }

    /// The error for observers, who may know more than outsiders; made only if the hive has observers.
    private func explanation(of error: any Error, _ url: String, _ kind: RemoteError.Kind) -> any Error {
        guard kind == .notFound else { return error }
        // Where the hive has stopped meanwhile, that is not the reason why the URL was refused.
        return (try? Routing(host, by: nil))?.explanation(of: error, url) ?? error
    }

    /// What an outsider gets; what the code that was called throws says nothing about the URL.
    private static func kind(of error: any Error, blamesURL: Bool) -> RemoteError.Kind {
        if let told = error as? RemoteError { return told.kind }
        return switch (error as? HiveError)?.code {
        case .denied: .denied
        case .stopped, .stopping: .unavailable
        case _ where !blamesURL: .failed
        case .invalidState: .unavailable
        case .malformedURL: .malformed
        case .limitExceeded: .tooLarge
        case .parameterMismatch: .badParameters
        case .unknownScheme, .unknownRoute, .unknownTarget, .unknownAction, .ambiguousTarget, .notRemote: .notFound
        default: .failed
        }
    }
}

/// Remembers whether a call from outside fails because of its URL; an error of the called code may look the same.
final class FaultMark: Sendable {
    /// True until something is called.
    private let state = Atomic(true)

    var blamesURL: Bool {
        get { state.load(ordering: .acquiring) }
        set { state.store(newValue, ordering: .releasing) }
    }
}
