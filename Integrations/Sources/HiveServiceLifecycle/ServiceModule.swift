// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import ServiceLifecycle

/// A module whose work is a service.
///
/// ```swift
/// try hive.modules.register(instance: ServiceModule(cache))
/// ```
///
/// The service begins when the hive runs, is shut down gracefully when it is its turn to drain, and is cancelled when
/// that takes longer than the timeout of the drain (C49, C51). One that throws or returns before stops the hive.
///
/// A server says itself when it is up, so that a port in use is a failed start:
///
/// ```swift
/// let web = ServiceModule { context in
///     WebServer(port: 8080) { await context.announceReady() }
/// }
/// try hive.modules.register(instance: web)
/// ```
///
/// The module is known by the type of its service: a hive has one of each (C2), others depend on it with
/// `.module(ServiceModule<WebServer>.self)` or by its name, `WebServer`, and it depends on nobody. A service that needs
/// what other modules provide, a level, or a second one of its type, is a module of a few lines of its own that calls
/// ``WorkContext/run(_:)``.
public final class ServiceModule<Work: Service>: FactoryModule, WorkingModule {
    /// What the module is: of the name of the service's type, without what that is generic over, and up when the
    /// service announces itself, or is about to run.
    public static var manifest: ModuleManifest {
        ModuleManifest(name: String("\(Work.self)".unicodeScalars.prefix { $0 != "<" }), work: .announced)
    }

    private enum Source: Sendable {
        case service(Work)
        case closure(@Sendable (WorkContext) async throws -> Work)
    }

    private let source: Source

    /// Creates a module that counts as up at once; its service begins when the hive runs.
    public init(_ service: Work) {
        source = .service(service)
    }

    /// Creates a module whose service says when it is up.
    ///
    /// - Parameter makeService: Makes the service at the end of the module's `ready`. The service then calls
    ///   `announceReady()` of the context; the start waits for that, within the timeout of the hook, and fails when the
    ///   closure or the service throws before.
    public init(_ makeService: @escaping @Sendable (_ context: WorkContext) async throws -> Work) {
        source = .closure(makeService)
    }

    /// Runs the service; called by the hive.
    public func run(_ context: WorkContext) async throws {
        switch source {
        case .service(let service):
            // The start failed, and the service has not begun.
            guard await context.announceReady() else { return }
            try await context.run(service)
        case .closure(let makeService):
            try await context.run(try await makeService(context))
        }
    }
}
