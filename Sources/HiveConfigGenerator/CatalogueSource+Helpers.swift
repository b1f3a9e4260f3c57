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

        private nonisolated func `the type named here`<Module: HiveModule>(
            _ type: Module.Type
        ) -> any HiveModule.Type { type }

        @available(*, unavailable, message: \(moduleAdvice.swiftLiteral))
        // These lines keep the message out of what the compiler
        // shows of this place: it says it already.
        private nonisolated func `the type named here`(_ type: Any.Type) -> any HiveModule.Type { fatalError() }

        private nonisolated func service<Service: Sendable>(_ type: Service.Type) -> any Sendable.Type { type }
        """

    private static let moduleAdvice = """
        A module is a class or an actor that conforms to HiveModule. Let this one conform, or write the name of another. \
        Services belong in services.json or services.plist.
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

        private nonisolated func `an instance`<Implementation: ServiceImplementation>(
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

        private nonisolated func `an instance`<Implementation>(
            _ type: Implementation.Type,
            _ make: (Hive::ServiceResolver) throws -> Implementation,
            _ services: Hive::ServiceResolver
        ) throws -> Implementation { try make(services) }

        @_disfavoredOverload
        private nonisolated func `an instance`<Implementation>(
            _ type: Implementation.Type,
            _ make: () throws -> Implementation,
            _ services: Hive::ServiceResolver
        ) throws -> Implementation { try make() }

        @available(*, unavailable, message: \(asynchronousAdvice.swiftLiteral))
        //
        //
        private nonisolated func `an instance`<Implementation>(
            _ type: Implementation.Type,
            _ make: () async throws -> Implementation,
            _ services: Hive::ServiceResolver
        ) throws -> Implementation { fatalError() }

        @available(*, unavailable, message: \(failableAdvice.swiftLiteral))
        //
        //
        private nonisolated func `an instance`<Implementation>(
            _ type: Implementation.Type,
            _ make: () throws -> Implementation?,
            _ services: Hive::ServiceResolver
        ) throws -> Implementation { fatalError() }

        private nonisolated func `the initializer`(
            _ implementation: Hive::ServiceFactory
        ) -> Hive::ServiceFactory { implementation }

        @available(*, unavailable, message: \(initializerAdvice.swiftLiteral))
        //
        //
        private nonisolated func `the initializer`<Implementation>(
            _ none: (Implementation) -> Void
        ) -> Hive::ServiceFactory { Hive::ServiceFactory(Void.self) { _ in } }
        """

    private static let asynchronousAdvice = """
        init() is async, and Hive makes a service without waiting. Write an init() that is not, or make the instance \
        yourself and register it in code.
        """

    private static let failableAdvice = """
        init?() may give nothing, and Hive needs an instance. Write init(), or init() throws.
        """

    private static let initializerAdvice = """
        Hive calls init(), or an initializer that takes a ServiceResolver; it may throw, and is neither async nor failable. \
        Write one with the access level of the type, let the type conform to ServiceImplementation, or register the service \
        in code.
        """
}
