// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension CatalogueSource {
    /// What every entry is checked with; the names appear in the compiler's messages.
    static let helpers = """
        private nonisolated func module<Module: HiveModule>(_ type: Module.Type) -> any HiveModule.Type { type }

        private nonisolated func service<Service: Sendable>(_ type: Service.Type) -> any Sendable.Type { type }

        private nonisolated func implementation<Implementation: HiveService>(
            _ type: Implementation.Type
        ) -> any HiveService.Type { type }

        /// For a class that Hive can make.
        private nonisolated struct Initializer {
            let `init()`: Void = ()
        }

        /// For a class that it can't make.
        private nonisolated struct NoInitializer {
            @available(*, unavailable, message: "Hive cannot make a FactoryModule; register it in code, with its factory")
            var `init()`: Void { () }
        }

        private nonisolated func initializer<Module>(of type: Module.Type) -> Initializer { Initializer() }

        private nonisolated func initializer<Module: FactoryModule>(of type: Module.Type) -> NoInitializer { NoInitializer() }
        """
}
