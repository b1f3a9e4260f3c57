// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension ExportedService {
    /// Adds a method by a synchronous closure, which is called where the caller runs.
    public mutating func method<each Value: Sendable, Answer: Sendable>(
        _ method: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @Sendable (Service, repeat each Value) throws -> Answer
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

    /// Declares what may be set when the service itself is asked for, by a synchronous closure.
    public mutating func parameters<each Value: Sendable>(
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        configure: @escaping @Sendable (Service, repeat each Value) throws -> Service
    ) {
        hasParameters = true
        let origin = Origin.code(fileID: fileID, line: line)
        let body = CallBody((repeat each parameter), subject: Self.service(origin), perform: configure)
        target.addServiceItself(access, body, origin)
    }
}
