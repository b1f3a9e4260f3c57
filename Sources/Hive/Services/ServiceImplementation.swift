// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A service implementation that Hive can make when only its class is known, as from a property list that is read at
/// run time.
///
/// Where code names the class, as the code that `HiveConfigPlugin` generates does, it need not conform: see
/// ``ServiceFactory``. It gets what it needs by its initializer, so it works without a hive too:
///
/// ```swift
/// final class SMTPMailer: Mailer, ServiceImplementation {
///     let queue: any JobQueue
///     init(_ services: ServiceResolver) throws { queue = try services.service((any JobQueue).self) }
/// }
/// ```
public protocol ServiceImplementation: Sendable {
    /// Creates the service from others.
    ///
    /// - Parameter services: Resolves what the service needs; a service that needs itself is an error (C25).
    /// - Throws: Whatever keeps the service from being made; the next lookup tries again (C22).
    init(_ services: ServiceResolver) throws

    /// What ``shutdown()`` returns: nothing, or a value that cannot be there in a service that has none of its own.
    ///
    /// The compiler finds it out; it is never written.
    associatedtype ShutdownResult = Void

    /// Lets go of what the service holds; called once for a shared instance, after its module's `tearDown` (C28).
    ///
    /// A service that has one is kept until then, also when it has been evicted or replaced; one without is let go of
    /// at once.
    func shutdown() async throws -> ShutdownResult
}

extension ServiceImplementation where ShutdownResult == Never? {
    /// Does nothing, and tells Hive so by its type, without being called.
    public func shutdown() async throws -> Never? { nil }
}

extension ServiceImplementation {
    var hasShutdown: Bool { ShutdownResult.self != Never?.self }
}

/// A service class that offers an instance of its own, which then is the one that everybody gets.
///
/// Such a class needs no initializer for Hive, and cannot have the scope ``ServiceScope/transient``.
public protocol SharedInstanceService: ServiceImplementation {
    /// Returns the class's own instance; called at most once in a hive.
    static func sharedInstance() throws -> Self
}

extension SharedInstanceService {
    /// Throws, because the class offers an instance of its own.
    public init(_ services: ServiceResolver) throws {
        throw HiveError(.notCreatable, "\(Self.self) offers its shared instance and is not made anew.")
    }
}
