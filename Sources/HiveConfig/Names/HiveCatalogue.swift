// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Types that property lists may name; a type given here is found before any other.
///
/// Without a catalogue the Swift runtime is asked, which never finds private types and, in release builds, finds no
/// type that nothing refers to. A catalogue finds both, and lets property lists use short names:
///
/// ```swift
/// let catalogue = HiveCatalogue(
///     modules: [CatalogModule.self, TradeModule.self],
///     services: [(any CatalogService).self],
///     implementations: [InMemoryCatalog.self]
/// )
/// ```
///
/// The compiler refuses a protocol that does not refine `Sendable`; in `[any Sendable.Type]` there is no place for it.
public struct HiveCatalogue: Sendable {
    /// What stands here where no plugin has made another: a message that says which line `Package.swift` lacks.
    @available(
        *,
        unavailable,
        message: """
            HiveConfigPlugin has not run for this target: add plugins: [.plugin(name: "HiveConfigPlugin", package: "hive")] to \
            it in Package.swift. A test imports the target that has it with @testable import.
            """
    )
    public static var compiled: HiveCatalogue { HiveCatalogue() }

    /// The module classes.
    public let modules: [any HiveModule.Type]
    /// The types under which services are looked up.
    public let services: [any Sendable.Type]
    /// The classes that Hive makes services from, and how.
    public let implementations: [ServiceFactory]
    /// The types of which somebody has said what property lists call them.
    let names: Names

    /// Creates a catalogue.
    ///
    /// A type may be named with its Swift module (`Shop.TradeModule`), without it (`TradeModule`), or, if it is a
    /// module, by its ``HiveModule/moduleName``. A name without a Swift module that fits several types is an error
    /// where it is used (C42).
    ///
    /// - Parameters:
    ///   - modules: The module classes.
    ///   - services: The types under which services are looked up, usually `(any Protocol).self`.
    ///   - implementations: The classes that Hive makes services from.
    public init(
        modules: [any HiveModule.Type] = [],
        services: [any Sendable.Type] = [],
        implementations: [any ServiceImplementation.Type] = []
    ) {
        self.modules = modules
        self.services = services
        self.implementations = implementations.map { ServiceFactory($0) }
        names = Names()
    }

    /// Creates a catalogue that says itself what property lists call each type.
    ///
    /// Such a name wins over all others. A class that gets another name in code can keep the one that property lists
    /// already use. The types may be named as ``init(modules:services:implementations:)`` says as well.
    ///
    /// - Parameters:
    ///   - modules: The module classes by name.
    ///   - services: The types under which services are looked up, usually `(any Protocol).self`, by name.
    ///   - implementations: The classes that Hive makes services from, by name.
    public init(
        modules: [String: any HiveModule.Type],
        services: [String: any Sendable.Type],
        implementations: [String: any ServiceImplementation.Type]
    ) {
        let implementations = implementations.mapValues { ServiceFactory($0) }
        self.init(Names(modules: modules, services: services, implementations: implementations))
    }

    /// Creates a catalogue that says itself what property lists call each type, and how Hive makes services.
    ///
    /// This way classes that don't conform to `ServiceImplementation` can be named too:
    ///
    /// ```swift
    /// let plain = HiveCatalogue(
    ///     modules: [:],
    ///     services: ["CatalogService": (any CatalogService).self],
    ///     implementations: ["FileCatalog": ServiceFactory(FileCatalog.self) { _ in try FileCatalog() }]
    /// )
    /// ```
    ///
    /// The code that `HiveConfigPlugin` generates calls this. Names count as
    /// ``init(modules:services:implementations:)`` says.
    ///
    /// - Parameters:
    ///   - modules: The module classes by name.
    ///   - services: The types under which services are looked up, usually `(any Protocol).self`, by name.
    ///   - implementations: The classes that Hive makes services from, by name; of equal names the last counts.
    public init(
        modules: [String: any HiveModule.Type],
        services: [String: any Sendable.Type],
        implementations: KeyValuePairs<String, ServiceFactory>
    ) {
        let implementations = Dictionary(implementations.map { ($0.key, $0.value) }) { _, last in last }
        self.init(Names(modules: modules, services: services, implementations: implementations))
    }

    private init(_ names: Names) {
        func inOrder<Type>(_ types: [String: Type]) -> [Type] { types.sorted { $0.key < $1.key }.map(\.value) }
        modules = inOrder(names.modules)
        services = inOrder(names.services)
        implementations = inOrder(names.implementations)
        self.names = names
    }

    /// Types by the names that were chosen for them.
    struct Names: Sendable {
        var modules: [String: any HiveModule.Type] = [:]
        var services: [String: any Sendable.Type] = [:]
        var implementations: [String: ServiceFactory] = [:]
    }
}
