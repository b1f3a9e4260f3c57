// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Collects the methods of a service that can be called by name; see
/// ``ActionRegistrar/export(_:as:scheme:fileID:line:_:)``.
public struct ExportedService<Service: Sendable>: Sendable {
    var target: ActionTarget

    /// Adds a method: `scheme://Protocol/method?name=value` calls it, and so does `perform("Protocol", "method", …)`.
    ///
    /// - Parameters:
    ///   - method: The name.
    ///   - parameter: The names of the closure's parameters after the service, in order.
    ///   - access: Whether a URL from outside may reach it.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - perform: Calls the service.
    public mutating func method<each Value: Sendable, Answer: Sendable>(
        _ method: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @concurrent @Sendable (Service, repeat each Value) async throws -> Answer
    ) {
        target.action(
            method,
            repeat each parameter,
            access: access,
            fileID: fileID,
            line: line,
            perform: perform
        )
    }

    /// Declares what may be set when the service itself is asked for by `AProtocol://?name=value`.
    ///
    /// - Parameters:
    ///   - parameter: The names of the closure's parameters after the service, in order.
    ///   - access: Whether a URL from outside may ask for it.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - configure: Returns the service with the parameters set.
    public mutating func parameters<each Value: Sendable>(
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        configure: @escaping @concurrent @Sendable (Service, repeat each Value) async throws -> Service
    ) {
        let origin = Origin.code(fileID: fileID, line: line)
        let body = CallBody((repeat each parameter)) { values, scope in
            try await configure(try scope.service(origin), repeat each values.all)
        }
        target.addServiceItself(access, body, origin)
    }
}

extension ActionRegistrar {
    /// Exports a service: its methods can be called by name, and it can be asked for under a scheme of its own.
    ///
    /// ```swift
    /// try context.actions.export((any TradeService).self) { service in
    ///     service.method("quote", "sku", access: .remote) { try await $0.quote($1, quantity: 1) }
    /// }
    /// ```
    ///
    /// The service is looked up at each call, so any module may register it, and a naming convention may find it.
    ///
    /// - Parameters:
    ///   - type: The type under which the service is looked up.
    ///   - name: The name for callers; the protocol's own name when nil.
    ///   - scheme: The URL scheme that stands for the service itself; the name when nil. Case does not count.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - declare: Adds methods and parameters; without parameters the service's scheme takes none, from inside only.
    /// - Returns: A token that withdraws all of it before its module goes.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateEntry``, also where the scheme is accepted already;
    ///   ``HiveErrorCode/invalidRoute``, for instance where the name is no scheme and no other is given; or
    ///   ``HiveErrorCode/invalidState`` when the hook has returned or the hive stops.
    @discardableResult
    public func export<Service: Sendable>(
        _ type: Service.Type,
        as name: String? = nil,
        scheme: String? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        _ declare: (inout ExportedService<Service>) throws -> Void
    ) throws -> RegistrationToken {
        let origin = Origin.code(fileID: fileID, line: line)
        let name = name ?? Hive.qualifiedName(ofService: type).lastPart
        let scheme = scheme ?? name
        guard scheme.isScheme else {
            let text = "\(name) cannot be exported: \(scheme.shown) is no URL scheme. Pass another one as scheme:."
            throw HiveError(.invalidRoute, text, at: origin)
        }
        var target = Target(name: name, origin: origin)
        target.scheme = scheme.lowercasedASCII
        return try add(target) { declared in
            var service = ExportedService<Service>(target: declared)
            try declare(&service)
            if service.target.target.serviceItself == nil {
                service.parameters(fileID: fileID, line: line) { (service: Service) in service }
            }
            declared = service.target
        }
    }
}
