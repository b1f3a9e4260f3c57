// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension RouteRegistrar {
    /// Binds a pattern to a synchronous closure over its parameters, which is called where the caller runs.
    ///
    /// - Throws: What the asynchronous form throws.
    @discardableResult
    public func bind<each Value: Sendable, Answer: Sendable>(
        _ pattern: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @Sendable (repeat each Value) throws -> Answer
    ) throws -> RegistrationToken {
        let body = CallBody((repeat each parameter), perform: perform)
        return try bind(pattern, access, body, .code(fileID: fileID, line: line))
    }

    /// Binds a pattern to a synchronous closure whose first parameter is a service, which is looked up at each call.
    ///
    /// - Throws: What the asynchronous form throws.
    @discardableResult
    public func bind<Service: Sendable, each Value: Sendable, Answer: Sendable>(
        _ pattern: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @Sendable (Service, repeat each Value) throws -> Answer
    ) throws -> RegistrationToken {
        let origin = Origin.code(fileID: fileID, line: line)
        let service = ExportedService<Service>.service(origin)
        let body = CallBody((repeat each parameter), subject: service, perform: perform)
        return try bind(pattern, access, body, origin)
    }
}

extension RouteChain {
    /// Adds a component by a synchronous closure, which is called where the caller runs.
    public mutating func component<each Value: Sendable, Answer: Sendable>(
        _ name: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @Sendable (repeat each Value) throws -> Answer
    ) {
        let origin = Origin.code(fileID: fileID, line: line)
        add(name, access, CallBody((repeat each parameter), perform: perform), origin)
    }
}
