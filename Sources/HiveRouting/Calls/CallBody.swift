// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What an action, a route or a component calls; the types of its parameters are erased.
struct CallBody: Sendable {
    let parameters: [ParameterDescription]
    /// The type that all parameters are decoded as, if they are declared as one.
    let payload: String?
    let result: String
    /// The type of the service that the closure takes before all parameters, if it takes one.
    var service: (any Any.Type)?
    /// Reads arguments as the types that are declared; it calls nothing.
    let read: @Sendable (Arguments) throws -> ReadCall
}

/// A call whose arguments have been read.
struct ReadCall: Sendable {
    /// What the closure gets, by name; a single value that holds all parameters has the empty one.
    let parameters: [String: any Sendable]
    let perform: @Sendable (CallScope) async throws -> any Sendable
}

/// What a call is performed with.
struct CallScope: Sendable {
    let resolver: ServiceResolver
    /// Whether the caller wants the cached instance of the target; nil when the target decides.
    var wantsCached: Bool?

    /// Looks up a service; if it is missing, the declaration has to be corrected, so the error names its place.
    func service<Service: Sendable>(_ origin: Origin) throws -> Service {
        try resolver.service(Service.self, fileID: origin.file, line: origin.line ?? 0)
    }
}

extension CallBody {
    /// A closure that takes each parameter as a value of its own.
    init<each Value: Sendable, Answer: Sendable>(
        _ parameters: (repeat Parameter<each Value>),
        service: (any Any.Type)? = nil,
        perform: @escaping @concurrent @Sendable (CallValues<repeat each Value>, CallScope) async throws -> Answer
    ) {
        var descriptions: [ParameterDescription] = []
        repeat descriptions.append((each parameters).description)
        let names = descriptions.map(\.name)
        self.init(parameters: descriptions, payload: nil, result: "\(Answer.self)", service: service) { arguments in
            let (given, limits) = try arguments.named()
            let values = CallValues(all: (repeat try (each parameters).value(in: given, limits)))
            try given.check(declared: names)
            return ReadCall(parameters: values.present(names)) { try await perform(values, $0) }
        }
    }

    /// A closure that takes all parameters as one value.
    init<Payload: Decodable & Sendable, Answer: Sendable>(
        as type: Payload.Type,
        perform: @escaping @concurrent @Sendable (Payload, CallScope) async throws -> Answer
    ) {
        self.init(parameters: [], payload: "\(Payload.self)", result: "\(Answer.self)") { arguments in
            let payload = try arguments.decode(as: type)
            return ReadCall(parameters: ["": payload]) { try await perform(payload, $0) }
        }
    }
}

/// What the closure of a call takes.
struct CallValues<each Value: Sendable>: Sendable {
    let all: (repeat each Value)

    /// The values that are not nil, by the names of their parameters.
    func present(_ names: [String]) -> [String: any Sendable] {
        var values: [any Sendable] = []
        repeat values.append(each all)
        var present: [String: any Sendable] = [:]
        for (name, value) in zip(names, values) where (value as? any AnyOptional)?.isNil != true {
            present[name] = value
        }
        return present
    }
}

/// An optional of any type.
private protocol AnyOptional {
    var isNil: Bool { get }
}

extension Optional: AnyOptional {
    fileprivate var isNil: Bool {
        if case .none = self { return true }
        return false
    }
}
