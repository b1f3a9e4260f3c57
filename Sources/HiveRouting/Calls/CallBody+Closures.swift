// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

// A closure runs on no actor: it is marked so because the compiler (6.3.1) crashes on a closure over a parameter pack
// with a function among its parameters otherwise. A synchronous one is converted.

extension CallBody {
    init<each Value: Sendable, Answer: Sendable>(
        _ parameters: (repeat Parameter<each Value>),
        perform: @escaping @concurrent @Sendable (repeat each Value) async throws -> Answer
    ) {
        var descriptions: [ParameterDescription] = []
        var forms: [ParameterForm] = []
        repeat descriptions.append((each parameters).description)
        repeat forms.append((each parameters).form)
        self.init(parameters: descriptions, payload: nil, result: "\(Answer.self)") { [forms] arguments, _ in
            var reader = try ArgumentReader(arguments, forms)
            return try await perform(repeat try reader.next((each Value).self))
        } read: { [forms] arguments in
            var reader = try ArgumentReader(arguments, forms)
            var values: [any Sendable] = []
            repeat values.append(try reader.next((each Value).self))
            return values
        }
    }

    init<Subject: Sendable, each Value: Sendable, Answer: Sendable>(
        _ parameters: (repeat Parameter<each Value>),
        subject: @escaping @Sendable (CallScope) throws -> Subject,
        perform: @escaping @concurrent @Sendable (Subject, repeat each Value) async throws -> Answer
    ) {
        var descriptions: [ParameterDescription] = []
        var forms: [ParameterForm] = []
        repeat descriptions.append((each parameters).description)
        repeat forms.append((each parameters).form)
        self.init(parameters: descriptions, payload: nil, result: "\(Answer.self)") { [forms] arguments, scope in
            var reader = try ArgumentReader(arguments, forms)
            let values = (repeat try reader.next((each Value).self))
            return try await perform(try subject(scope), repeat each values)
        } read: { [forms] arguments in
            var reader = try ArgumentReader(arguments, forms)
            var values: [any Sendable] = []
            repeat values.append(try reader.next((each Value).self))
            return values
        }
    }

    init<Subject: Sendable, Payload: Decodable & Sendable, Answer: Sendable>(
        as type: Payload.Type,
        subject: @escaping @Sendable (CallScope) throws -> Subject,
        perform: @escaping @concurrent @Sendable (Subject, Payload) async throws -> Answer
    ) {
        self.init(parameters: [], payload: "\(Payload.self)", result: "\(Answer.self)") { arguments, scope in
            let payload = try arguments.decode(as: type)
            return try await perform(try subject(scope), payload)
        } read: { arguments in
            [try arguments.decode(as: type)]
        }
    }
}
