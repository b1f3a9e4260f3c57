// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How one instance is shut down.
///
/// It keeps the instance until then, so there is none for a service that does nothing when it is shut down.
struct Shutdown: Sendable {
    /// Shuts down what is in a box.
    typealias Body = @Sendable (any ServiceInstance) async throws -> Void

    let run: @Sendable () async throws -> Void
    /// The instance, where it is an object that shuts itself down.
    let object: (any AnyObject & Sendable)?

    /// Uses the closure that was registered, or else what the service's class says; nil when there is neither.
    init?(_ box: any ServiceInstance, _ custom: Body?) {
        if let custom {
            run = { try await custom(box) }
            object = nil
        } else if let service = box.implementation, service.hasShutdown {
            run = { _ = try await service.shutdown() }
            object = service as? any ServiceImplementation & AnyObject
        } else {
            return nil
        }
    }
}
