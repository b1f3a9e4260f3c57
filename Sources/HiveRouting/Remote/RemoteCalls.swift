// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Opens URLs that come from outside; get it from a hive, or from any context from `initialize` on.
///
/// An outsider reaches what is marked ``Access/remote``, of the schemes that are accepted, and nothing else: no action
/// whose name begins with `native`, no object beside the query, and never a type by its name. Parameters are texts,
/// decoded into the declared types. What goes wrong is told to observers in full, and to the outsider by its kind alone;
/// what there is and what there is not look the same.
public struct RemoteCalls: Sendable {
    let host: any RoutingHost

    /// Opens a URL from outside.
    ///
    /// - Parameters:
    ///   - url: The URL, from anybody.
    ///   - type: The type of the result that the caller, who is no outsider, hands on.
    /// - Returns: What the route, the action or the method answers.
    /// - Throws: ``RemoteError``, and nothing else, but for `CancellationError` when the calling task is cancelled.
    /// - Complexity: O(n) in the length of the URL, apart from what it leads to.
    public func open<Answer: Sendable>(_ url: String, as type: Answer.Type = Answer.self) async throws -> Answer {
        let result = try await open(url)
        do {
            return try host.result(result, as: type, of: url.shown, nil)
        } catch {
            throw refuse(url, error, .failed)
        }
    }

    /// Opens a URL from outside, whatever it answers.
    ///
    /// - Throws: What the form that asks for a type throws.
    @discardableResult
    public func open(_ url: String) async throws -> any Sendable {
        let table: RoutingTable
        var destination: Destination
        do {
            table = try host.routingTable()
            destination = try table.destination(url, [:], nil, host)
        } catch {
            throw refuse(url, error, Self.kind(ofResolving: error))
        }
        let mark = FaultMark()
        if case .calls(let calls) = destination {
            destination = .calls(
                calls.map { call in
                    var call = call
                    call.mark = mark
                    return call
                }
            )
        }
        do {
            return try await host.open(destination, table, nil)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw refuse(url, error, Self.kind(ofPerforming: error, destination, mark))
        }
    }

    /// Whether a URL leads to something that an outsider may reach, fallbacks not counted.
    public func canOpen(_ url: String) -> Bool { host.canOpen(url, nil) }

    /// Tells every module that a URL came from outside, by an ``OpenURL`` event, and opens nothing itself (B10).
    ///
    /// - Parameters:
    ///   - url: The URL, whose scheme has to be accepted.
    ///   - options: What the host program adds.
    /// - Returns: How many handlers there were, and what they threw.
    /// - Throws: ``RemoteError``.
    public func broadcast(_ url: String, options: [String: any Sendable] = [:]) async throws -> EventOutcome<Void> {
        let parsed: RoutedURL
        do {
            parsed = try host.routingTable().accepted(url, nil)
        } catch {
            throw refuse(url, error, Self.kind(ofResolving: error))
        }
        do {
            return try await host.deliver(OpenURL(url: parsed, options: options, isRemote: true))
        } catch {
            throw refuse(url, error, .unavailable)
        }
    }
}

extension RemoteCalls {
    /// Tells observers everything, and makes what the outsider is told.
    private func refuse(_ url: String, _ error: any Error, _ kind: RemoteError.Kind) -> RemoteError {
        host.tellObservers(.init(.refusedURL, subject: url.shown, error: error))
        return RemoteError(kind)
    }

    /// What an outsider is told when nothing was called.
    private static func kind(ofResolving error: any Error) -> RemoteError.Kind {
        switch (error as? HiveError)?.code {
        case .malformedURL: .malformed
        case .limitExceeded: .tooLarge
        case .parameterMismatch: .badParameters
        case .unknownScheme, .unknownRoute, .unknownTarget, .unknownAction, .ambiguousTarget, .notRemote: .notFound
        case .invalidState, .stopped, .stopping: .unavailable
        default: .failed
        }
    }

    /// What an outsider is told when the call itself ended so; what its code throws says nothing about the URL.
    private static func kind(
        ofPerforming error: any Error,
        _ destination: Destination,
        _ mark: FaultMark
    ) -> RemoteError.Kind {
        if let told = error as? RemoteError { return told.kind }
        guard let code = (error as? HiveError)?.code else { return .failed }
        if code == .denied { return .denied }
        if code == .stopped || code == .stopping { return .unavailable }
        switch destination {
        case .calls(let calls):
            let isAtFault = code == .parameterMismatch && (mark.isNoted || calls.count > 1)
            return isAtFault ? .badParameters : .failed
        case .jump: return code == .unknownRoute ? .notFound : .failed
        case .fallback: return code == .unknownTarget || code == .unknownAction ? .notFound : .failed
        }
    }
}

extension Hive {
    /// Opens URLs that come from outside.
    public var remote: RemoteCalls { RemoteCalls(host: self) }
}

extension ResolvingContext {
    /// Opens URLs that come from outside.
    public var remote: RemoteCalls { RemoteCalls(host: ContextHost(context: self)) }
}
