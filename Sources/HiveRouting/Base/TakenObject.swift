// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Returns an object as a type that it has; throws an error for another.
///
/// Nearly always the type is the object's very own. Then nothing is cast, and no optional of the type is made, which
/// the runtime would have to look up at each call.
func taken<Value>(
    _ object: any Sendable,
    as type: Value.Type,
    otherwise error: @autoclosure () -> any Error
) throws -> Value {
    func take<Object>(_ same: Object) throws -> Value {
        // Sound: the two types are the same.
        if Object.self == Value.self { return unsafeBitCast(same, to: Value.self) }
        return try cast(object, as: type, otherwise: error())
    }
    return try _openExistential(object, do: take)
}

/// What is left to do for an object of another type: it may be of a subclass, or conform to a protocol.
@inline(never)
private func cast<Value>(
    _ object: any Sendable,
    as type: Value.Type,
    otherwise error: @autoclosure () -> any Error
) throws -> Value {
    guard let value = object as? Value else { throw error() }
    return value
}
