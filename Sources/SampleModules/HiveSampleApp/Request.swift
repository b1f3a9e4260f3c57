// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import HiveRouting
internal import HiveSampleCatalogInterface
internal import HiveSampleTradeInterface

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What the person at the command line wants to know.
package enum Request: Hashable, Sendable {
    /// What a URL answers; the caller counts as one from outside.
    case open(url: String)
    /// What an action answers; the caller counts as one from inside.
    case call(target: String, action: String, parameters: String)
    /// What so many of a product cost.
    case quote(sku: String, quantity: Int)

    /// Whether the answer depends on the orders, so that they are processed first.
    var processesOrders: Bool {
        if case .quote = self { false } else { true }
    }

    /// Asks the modules.
    ///
    /// - Returns: A text, or JSON.
    /// - Throws: ``RequestError``.
    func answer(_ context: WorkContext) async throws(RequestError) -> String {
        do {
            switch self {
            case .open(let url):
                return try Self.text(await context.remote.open(url))
            case .call(let target, let action, let parameters):
                return try Self.text(await context.actions.perform(target, action, json: parameters))
            case .quote(let sku, let quantity):
                return try await context.service((any TradeService).self).quote(sku, quantity: quantity).text
            }
        } catch {
            throw RequestError(error)
        }
    }

    private static func text(_ answer: any Sendable) throws -> String {
        if let text = answer as? String { return text }
        guard let value = answer as? any Encodable else {
            throw HiveError(.resultMismatch, "The answer is a \(type(of: answer)), which is neither text nor JSON.")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// Why a request has no answer.
struct RequestError: Error, CustomStringConvertible {
    let description: String
    /// 64 when the request does not fit what there is, 70 when the call was made and failed.
    let exitCode: Int32

    /// The shop closed before the request's turn came.
    static let closed = RequestError(description: "the shop was closed before it could answer", exitCode: 70)

    private init(description: String, exitCode: Int32) {
        self.description = description
        self.exitCode = exitCode
    }

    init(_ error: any Error) {
        let text = (error as? HiveError).map { ([$0.message] + $0.problems.map(\.message)).joined(separator: " ") }
        description = (text ?? "\(error)").printable(limit: 500)
        exitCode = Self.isMistaken(error) ? 64 : 70
    }

    private static func isMistaken(_ error: any Error) -> Bool {
        switch error {
        case let error as RemoteError:
            [.malformed, .tooLarge, .notFound, .badParameters].contains(error.kind)
        case let error as HiveError:
            [.unknownTarget, .ambiguousTarget, .unknownAction, .parameterMismatch, .invalidValue].contains(error.code)
        default: false
        }
    }
}

extension Quote {
    /// The prices in one line.
    fileprivate var text: String {
        let (goods, shipping, total) = (Money(cents: goods), Money(cents: shipping), Money(cents: total))
        return "\(quantity) × \(name): \(goods), shipping \(shipping), total \(total)"
    }
}
