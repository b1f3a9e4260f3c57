// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shapes of options that hold a secret, and values that do not fit them: no text of any error may show a secret.
struct SecretSweepTests {
    /// What may be seen nowhere.
    private static let needles = ["hunter2", "unter", "47114711", "4711.5", "104, 117, 110"]
    /// A key, which may not be seen either where all of a dictionary is secret.
    private static let key = "Tr0ub4dor"

    private static let values: [ConfigurationValue] = [
        "hunter2", 47_114_711, -47_114_711, 4711.5, true, .date(secondsSinceReferenceDate: 47_114_711),
        .data(Array("hunter2".utf8)), "hunter2\u{0}\u{1B}[31m", .string(String(repeating: "hunter2", count: 50)),
        [:], [], ["hunter2"], [47_114_711], ["hunter2", 47_114_711, ["hunter2"]], [["Tr0ub4dor": "hunter2"]],
        ["Tr0ub4dor": "hunter2"], ["Tr0ub4dor": 47_114_711], ["user": "hunter2", "pin": 47_114_711],
        ["user": 47_114_711, "pin": "hunter2", "Tr0ub4dor": "hunter2"],
        ["user": "hunter2", "pin": 47_114_711, "Tr0ub4dor": 1],
        ["user": ["hunter2"], "pin": ["Tr0ub4dor": "hunter2"]], ["pni": 47_114_711, "user": "hunter2"],
        (0..<130).reduce("hunter2") { inner, _ in ["Tr0ub4dor": inner] },
    ]

    private typealias Decoding = @Sendable (ConfigurationValue) -> [String]

    private struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        /// Whether keys are part of the secret.
        let hidesKeys: Bool
        let texts: Decoding
        var testDescription: String { name }
    }

    private static func shape<S: Decodable & Sendable>(_ type: S.Type, hidesKeys: Bool = false) -> Shape {
        Shape(name: "\(type)", hidesKeys: hidesKeys) { value in
            texts(type, value) + textsOfValues(type, value) + texts(Around<S>.self, ["name": "ann", "secret": value])
                + texts(Around<S>.self, ["name": 7, "secret": value, "typo": 1])
                + texts(Around<S>.self, ["nmae": "ann", "secret": value, "other": "none"])
                + texts([Around<S>].self, [["name": "ann", "secret": value], ["name": 1, "secret": value], 5])
                + texts([String: Around<S?>].self, ["x": ["name": "ann"], "y": ["secret": value]])
                + texts(Around<Around<S>>.self, ["name": "ann", "secret": ["name": "bob", "secret": value]])
                // Here the value stands where the secret does not belong, and its keys are not secret.
                + texts(Around<Around<S>>.self, ["name": "ann", "secret": value]).map { $0.replacing(key, with: "key") }
                + texts(Talkative<S>.self, ["secret": value])
        }
    }

    private static let shapes: [Shape] = [
        shape(Secret<String>.self, hidesKeys: true), shape(Secret<Int>.self, hidesKeys: true),
        shape(Secret<UInt8>.self, hidesKeys: true), shape(Secret<Double>.self, hidesKeys: true),
        shape(Secret<Bool>.self, hidesKeys: true), shape(Secret<Date>.self, hidesKeys: true),
        shape(Secret<[UInt8]>.self, hidesKeys: true), shape(Secret<String>?.self, hidesKeys: true),
        shape(Secret<String?>.self, hidesKeys: true), shape(Secret<Secret<Int>>.self, hidesKeys: true),
        shape(Secret<[String]>.self, hidesKeys: true), shape(Secret<[String: Int]>.self, hidesKeys: true),
        shape(Secret<[[String: Int]]>.self, hidesKeys: true), shape(Secret<Login>.self, hidesKeys: true),
        shape(Secret<Mode>.self, hidesKeys: true), shape(Secret<Level>.self, hidesKeys: true),
        shape(Secret<Corrupting>.self, hidesKeys: true), shape(Secret<Throwing>.self, hidesKeys: true),
        shape([Secret<String>].self), shape([[Secret<Int>]].self), shape([String: Secret<Int>].self),
        shape(Set<Secret<String>>.self), shape(HiddenLogin.self), shape(ByItself.self, hidesKeys: true),
        shape(Twice.self), shape(Wrapped.self, hidesKeys: true),
    ]

    // C54
    @Test(arguments: shapes)
    private func noErrorShowsASecret(_ shape: Shape) {
        let needles = Self.needles + (shape.hidesKeys ? [Self.key] : [])
        let texts = Self.values.flatMap(shape.texts)
        let isRevealing = needles.contains { texts.joined().contains($0) }
        let revealing = isRevealing ? texts.filter { text in needles.contains { text.contains($0) } } : []
        #expect(revealing.prefix(3).map { $0.prefix(300) } == [])
        #expect(texts.count > 100)
    }

    /// Everything that an error says, in all the ways in which it is shown.
    private static func texts<T: Decodable & Sendable>(_ type: T.Type, _ value: ConfigurationValue) -> [String] {
        var texts: [String] = []
        do { _ = try ConfigurationDecoder().decode(type, from: value) } catch {
            var dumped = ""
            dump(error, to: &dumped)
            texts += ["\(error)", dumped]
        }
        return texts
    }

    /// What is said where the value is one of the application's.
    private static func textsOfValues<T: Decodable & Sendable>(_ type: T.Type, _ value: ConfigurationValue) -> [String]
    {
        var texts: [String] = []
        let values = ConfigurationValues(.tree(["a": ["b": value]], origin: "here"))
        for key in ["a.b", "a.b.pin"] {
            do { _ = try values.decode(type, at: key) } catch { texts.append("\(error)") }
        }
        return texts
    }
}

private struct Around<S: Decodable & Sendable>: Decodable, Sendable {
    var name: String
    var secret: S
    var other: Int?
}

/// A type that repeats what it could not read.
private struct Talkative<S: Decodable & Sendable>: Decodable, Sendable {
    enum Keys: String, CodingKey { case secret, more }
    struct Refusal: Error { var text: String }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        do {
            let secret = try container.decode(S.self, forKey: .secret)
            guard let hidden = secret as? Secret<String> else { return }
            throw Refusal(text: "\(hidden.value) is known to everybody, as is \(hidden.value.dropFirst())")
        } catch {
            throw Refusal(text: "no secret: \(error)")
        }
    }
}

private struct Login: Decodable { var user: String, pin: Int }

private struct HiddenLogin: Decodable { var user: Secret<String>, pin: Secret<Int> }

private enum Mode: String, Decodable { case fast, slow }
private enum Level: String, Decodable, CaseIterable { case low, high }

/// A type that says with which text it cannot be made.
private struct Corrupting: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try (try? container.decode(String.self)) ?? "\(container.decode(Int.self))"
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is wrong")
    }
}

private struct Throwing: Decodable {
    struct Refusal: Error { var text: String }
    init(from decoder: any Decoder) throws {
        let entries = try decoder.singleValueContainer().decode([String: String].self)
        throw Refusal(text: "\(entries)")
    }
}

/// A type that makes a secret of the decoder that it was given.
private struct ByItself: Decodable {
    let secret: Secret<Int>
    init(from decoder: any Decoder) throws { secret = try Secret(from: decoder) }
}

/// Options that read a key as something else before they read it as a secret; their defaults say that it is one.
private struct Twice: ModuleOptions {
    enum Keys: String, CodingKey { case user, pin }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let number = try container.decode(Int.self, forKey: .pin)
        _ = try container.decode(Secret<Int>.self, forKey: .pin)
        if number > 2 { throw Throwing.Refusal(text: "\(number) is too much") }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(Secret(0), forKey: .pin)
    }
}

/// A type that decodes by way of a decoder of its own.
private struct Wrapped: Decodable {
    struct Wrapper: Decoder {
        let base: any Decoder
        var codingPath: [any CodingKey] { base.codingPath }
        var userInfo: [CodingUserInfoKey: Any] { base.userInfo }
        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            try base.container(keyedBy: type)
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
        func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
    }
    let secret: Secret<Int>
    init(from decoder: any Decoder) throws { secret = try Secret(from: Wrapper(base: decoder)) }
}
