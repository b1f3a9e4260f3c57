// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What performs an action, a route or a component, with the types forgotten.
struct CallBody: Sendable {
    let parameters: [ParameterDescription]
    /// The type that all parameters are decoded as, if they are declared as one.
    let payload: String?
    let result: String
    let perform: @Sendable (Arguments, CallScope) async throws -> any Sendable
    /// Throws what `perform` would throw because of the arguments, and calls nobody.
    let check: @Sendable (Arguments) throws -> Void
}

/// What a call is performed with.
struct CallScope: Sendable {
    let resolver: ServiceResolver
    /// Whether the caller wants the cached instance of the target; nil when the target decides.
    var wantsCached: Bool?
}

extension CallBody {
    init<each Value: Sendable, Answer: Sendable>(
        _ parameters: (repeat Parameter<each Value>),
        perform: @escaping @concurrent @Sendable (repeat each Value) async throws -> Answer
    ) {
        var descriptions: [ParameterDescription] = []
        repeat descriptions.append((each parameters).description)
        let names = descriptions.map(\.name)
        self.init(parameters: descriptions, payload: nil, result: "\(Answer.self)") { arguments, _ in
            var reader = try ArgumentReader(arguments)
            let values = (repeat try reader.take(each parameters))
            try reader.finish(names)
            return try await perform(repeat each values)
        } check: { arguments in
            var reader = try ArgumentReader(arguments)
            _ = (repeat try reader.take(each parameters))
            try reader.finish(names)
        }
    }

    init<Subject: Sendable, each Value: Sendable, Answer: Sendable>(
        _ parameters: (repeat Parameter<each Value>),
        subject: @escaping @Sendable (CallScope) throws -> Subject,
        perform: @escaping @concurrent @Sendable (Subject, repeat each Value) async throws -> Answer
    ) {
        var descriptions: [ParameterDescription] = []
        repeat descriptions.append((each parameters).description)
        let names = descriptions.map(\.name)
        self.init(parameters: descriptions, payload: nil, result: "\(Answer.self)") { arguments, scope in
            var reader = try ArgumentReader(arguments)
            let values = (repeat try reader.take(each parameters))
            try reader.finish(names)
            return try await perform(try subject(scope), repeat each values)
        } check: { arguments in
            var reader = try ArgumentReader(arguments)
            _ = (repeat try reader.take(each parameters))
            try reader.finish(names)
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
        } check: { arguments in
            _ = try arguments.decode(as: type)
        }
    }
}

extension CallBody {
    /// Why outsiders cannot be given this call; nil when they can.
    var obstacleToRemote: String? {
        guard let local = parameters.first(where: { !$0.canBeRemote && $0.isRequired }) else { return nil }
        return """
            its parameter \(local.name.shown) is of type \(local.type), which is not read from text. Let the type conform \
            to RemoteParameter, or make the parameter optional, so that local callers alone can give it
            """
    }
}
