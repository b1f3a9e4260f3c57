// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A type that Hive makes a service of, and how it makes an instance.
///
/// A type that conforms to ``ServiceImplementation`` says so itself. Any other needs a closure, which the code that
/// names the type can write, and which `HiveConfigPlugin` writes for each type that a property list names:
///
/// ```swift
/// let mailer = ServiceFactory(SMTPMailer.self)
/// let catalog = ServiceFactory(InMemoryCatalog.self) { _ in InMemoryCatalog() }
/// ```
public struct ServiceFactory: Sendable, CustomStringConvertible {
    /// The type.
    package let type: any Sendable.Type
    /// Whether the type says itself how it is made.
    private let isImplementation: Bool
    private let make: @Sendable (ServiceResolver) throws -> any Sendable

    /// Takes a type that says itself how it is made: by its initializer, or as the instance that it shares.
    ///
    /// - Parameter type: The type.
    public init(_ type: any ServiceImplementation.Type) {
        self.type = type
        isImplementation = true
        make = { try type.init($0) }
    }

    /// Takes a type with what makes an instance of it.
    ///
    /// The closure is called like ``ServiceImplementation/init(_:)``: without a lock, at most once at a time for a
    /// shared service, and what it throws is thrown by the lookup (C22). `Autowired` fields of what it makes are wired.
    /// If the type conforms to ``ServiceImplementation`` as well, that says only how an instance is shut down.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - make: Makes an instance; it must not block on asynchronous work.
    public init<Implementation: Sendable>(
        _ type: Implementation.Type,
        make: @escaping @Sendable (ServiceResolver) throws -> Implementation
    ) {
        self.type = type
        isImplementation = false
        self.make = make
    }

    /// The type's name.
    public var description: String { "\(type)" }

    /// Whether there is one instance for everybody, which the type itself offers.
    var offersInstance: Bool { instance != nil }

    /// The type, where it offers an instance.
    private var instance: (any SharedInstanceService.Type)? {
        isImplementation ? type as? any SharedInstanceService.Type : nil
    }

    /// Where instances come from, in boxes that `box` makes of them.
    func source(_ box: @escaping @Sendable (any Sendable) throws -> any ServiceInstance) -> Registration.Source {
        if let instance { return .ownInstance { try box(instance.sharedInstance()) } }
        return .factory { try box(make($0)) }
    }
}
