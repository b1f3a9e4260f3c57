// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension ActionTarget {
    /// Adds an action that is a synchronous closure over its parameters; it is called where the caller runs.
    public mutating func action<each Value: Sendable, Answer: Sendable>(
        _ action: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @Sendable (repeat each Value) throws -> Answer
    ) {
        let body = CallBody((repeat each parameter), perform: perform)
        add(action, access, body, .code(fileID: fileID, line: line))
    }

    /// Adds an action by a synchronous closure whose first parameter is what it acts on; it runs where the caller runs.
    public mutating func action<Subject: Sendable, each Value: Sendable, Answer: Sendable>(
        _ action: String,
        _ parameter: repeat Parameter<each Value>,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @Sendable (Subject, repeat each Value) throws -> Answer
    ) {
        let origin = Origin.code(fileID: fileID, line: line)
        let body = CallBody((repeat each parameter), subject: subject(Subject.self, origin), perform: perform)
        add(action, access, body, origin)
    }

    /// Adds an action whose synchronous closure takes all parameters as one decodable value, after what it acts on.
    public mutating func action<Subject: Sendable, Payload: Decodable & Sendable, Answer: Sendable>(
        _ action: String,
        as payload: Payload.Type,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @Sendable (Subject, Payload) throws -> Answer
    ) {
        let origin = Origin.code(fileID: fileID, line: line)
        let body = CallBody(as: payload, subject: subject(Subject.self, origin), perform: perform)
        add(action, access, body, origin)
    }

    /// Adds an action whose synchronous closure takes all parameters as one decodable value.
    public mutating func action<Payload: Decodable & Sendable, Answer: Sendable>(
        _ action: String,
        as payload: Payload.Type,
        access: Access = .local,
        fileID: String = #fileID,
        line: Int = #line,
        perform: @escaping @Sendable (Payload) throws -> Answer
    ) {
        let nothing: @Sendable (CallScope) throws -> Void = { _ in }
        let body = CallBody(as: payload, subject: nothing) { (_: Void, payload: Payload) in
            try perform(payload)
        }
        add(action, access, body, .code(fileID: fileID, line: line))
    }
}
