// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension CatalogueSource {
    /// What every entry is checked with; the names appear in the compiler's messages.
    ///
    /// The types have names with spaces, because the target may have any other type.
    static let helpers = """
        private nonisolated struct `types by name` {
            var modules: [String: any HiveModule.Type] = [:]
            var services: [String: any Sendable.Type] = [:]
            var implementations: [String: Hive::ServiceFactory] = [:]
        }

        private nonisolated func module<Module: HiveModule>(_ type: Module.Type) -> any HiveModule.Type { type }

        private nonisolated func service<Service: Sendable>(_ type: Service.Type) -> any Sendable.Type { type }
        """

    /// How Hive makes services: an expression names all initializers of a class, and the compiler chooses one of these
    /// functions with it.
    ///
    /// A class that conforms to `ServiceImplementation` is not made here. Its other initializers do not matter, so it
    /// gets one that no other fits beside.
    static let makers = """
        /// For a class that says itself how it is made.
        private nonisolated func implementation<Implementation: ServiceImplementation>(
            _ type: Implementation.Type,
            _ make: @escaping @Sendable (`a class that conforms`) throws -> Implementation
        ) -> Hive::ServiceFactory { Hive::ServiceFactory(type) }

        private nonisolated struct `a class that conforms` {
            let services: Hive::ServiceResolver
        }

        extension ServiceImplementation {
            fileprivate nonisolated init(_ conforming: `a class that conforms`) throws {
                try self.init(conforming.services)
            }
        }

        private nonisolated func made<Implementation: ServiceImplementation>(
            _ type: Implementation.Type,
            _ make: (`a class that conforms`) throws -> Implementation,
            _ conforming: `a class that conforms`
        ) throws -> Implementation { try make(conforming) }

        /// For any other class.
        @_disfavoredOverload
        private nonisolated func implementation<Implementation: Sendable>(
            _ type: Implementation.Type,
            _ make: @escaping @Sendable (Hive::ServiceResolver) throws -> Implementation
        ) -> Hive::ServiceFactory { Hive::ServiceFactory(type, make: make) }

        private nonisolated func made<Implementation>(
            _ type: Implementation.Type,
            _ make: (Hive::ServiceResolver) throws -> Implementation,
            _ services: Hive::ServiceResolver
        ) throws -> Implementation { try make(services) }

        @_disfavoredOverload
        private nonisolated func made<Implementation>(
            _ type: Implementation.Type,
            _ make: () throws -> Implementation,
            _ services: Hive::ServiceResolver
        ) throws -> Implementation { try make() }

        private nonisolated func `an initializer for Hive`(
            _ implementation: Hive::ServiceFactory
        ) -> Hive::ServiceFactory { implementation }

        @available(*, unavailable, message: \(initializerAdvice.swiftLiteral))
        // These lines keep the message out of what the compiler
        // shows of this place: it says it already.
        private nonisolated func `an initializer for Hive`<Implementation>(
            _ none: (Implementation) -> Void
        ) -> Hive::ServiceFactory { Hive::ServiceFactory(Void.self) { _ in } }
        """

    private static let initializerAdvice = """
        Hive calls init(), or an initializer that takes a ServiceResolver; it may throw, and is neither async nor failable. \
        Write one that is as visible as the type, let the type conform to ServiceImplementation, or register the service in code.
        """
}
