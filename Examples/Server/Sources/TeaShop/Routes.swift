// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Foundation
package import Hummingbird
import Logging

/// A request that is answered with JSON whose keys are sorted, so that it looks the same each time.
package struct ShopContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package var responseEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }

    package init(source: Source) { coreContext = .init(source: source) }
}

/// A page for a browser.
package struct HTML: ResponseGenerator {
    private let text: String

    package init(_ text: String) { self.text = text }

    package func response(from request: Request, context: some RequestContext) -> Response {
        let body = ResponseBody(byteBuffer: ByteBuffer(string: text))
        return Response(status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: body)
    }
}

/// What a client sends to order, which is checked before anything is done with it.
private struct Order: Decodable {
    let sku: String
    let quantity: Int

    private enum CodingKeys: CodingKey { case sku, quantity }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sku = try container.decode(String.self, forKey: .sku)
        quantity = try container.decode(Int.self, forKey: .quantity)
        let range = Store.quantities
        guard range ~= quantity else {
            // The client is told so, with 400.
            let problem = "a quantity is from \(range.lowerBound) to \(range.upperBound), not \(quantity)"
            throw DecodingError.dataCorruptedError(forKey: .quantity, in: container, debugDescription: problem)
        }
    }
}

extension Store.Product: ResponseEncodable {}
extension Store.Receipt: ResponseEncodable {}
extension Store.Report: ResponseEncodable {}

/// Makes the routes of the shop.
///
/// - Parameters:
///   - store: Where products and orders are.
///   - limiter: How many requests are answered.
///   - reportTakes: How long a report takes, so that you can see a stop with requests in hand.
/// - Returns: The routes, for a server.
package func shopRoutes(_ store: Store, _ limiter: RateLimiter, reportTakes: Duration) -> Router<ShopContext> {
    let router = Router(context: ShopContext.self)
    router.add(middleware: RequestLog())
    router.add(middleware: MetricsMiddleware())
    router.add(middleware: RateLimit(limiter))
    router.get("products/:sku") { _, context in
        let sku = try context.parameters.require("sku")
        guard let product = try await store.product(sku) else { throw HTTPError(.notFound) }
        return product
    }
    router.post("orders") { request, context in
        let order = try await request.decode(as: Order.self, context: context)
        guard let receipt = try await store.order(order.sku, quantity: order.quantity) else {
            throw HTTPError(.notFound)
        }
        return receipt
    }
    router.get("report") { _, _ in
        try await Task.sleep(for: reportTakes)
        return try await store.report()
    }
    return router
}

/// Logs that a request has come, and how it was answered.
private struct RequestLog<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let metadata: Logger.Metadata = ["method": "\(request.method)", "path": "\(request.uri.path)"]
        context.logger.debug("request has come", metadata: metadata)
        let response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            // The client is told that, and nothing more.
            context.logger.error("request failed", error: error, metadata: metadata)
            throw error
        }
        let status: Logger.Metadata = ["status": "\(response.status.code)"]
        context.logger.info("request was answered", metadata: metadata.merging(status) { $1 })
        return response
    }
}

/// Answers requests above the limit with 429.
private struct RateLimit<Context: RequestContext>: RouterMiddleware {
    let limiter: RateLimiter

    init(_ limiter: RateLimiter) { self.limiter = limiter }

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard limiter.admitsOne() else { return Response(status: .tooManyRequests) }
        return try await next(request, context)
    }
}
