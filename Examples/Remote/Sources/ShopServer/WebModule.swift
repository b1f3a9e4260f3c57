// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Catalog
import Hive
import HiveServiceLifecycle
package import Hummingbird
import Logging

/// Sells tea by HTTP; it knows the catalogue by its protocol.
final class WebModule: WorkingModule {
    struct Options: ModuleOptions {
        var host = "127.0.0.1"
        var port: UInt16 = 8080
    }
    static let manifest = ModuleManifest(needs: [.service((any CatalogService).self)], work: .announced)

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let logger = Logger(label: "web")
        let server = Application(
            router: try routes(context),
            configuration: .init(address: .hostname(options.host, port: Int(options.port))),
            onServerRunning: { channel in
                logger.info("listening", metadata: ["port": "\(channel.localAddress?.port ?? 0)"])
                await context.announceReady()
            },
            logger: logger
        )
        try await context.run(server)
    }

    private func routes(_ work: WorkContext) throws -> Router<BasicRequestContext> {
        let catalog = try work.service((any CatalogService).self)
        let routes = Router()
        routes.get("products/:sku") { _, context in
            try await catalog.product(try context.parameters.require("sku"))
        }
        routes.post("orders/:sku") { request, context in
            let quantity = try request.uri.queryParameters.require("quantity", as: Int.self)
            let product = try await catalog.product(try context.parameters.require("sku"))
            let left = try await catalog.reserve(product.sku, quantity: quantity)
            // Both are within bounds: a product's price, wherever it came from, and what could be reserved.
            return ["left": left, "total": product.price * quantity]
        }
        routes.get("readyz") { _, _ in
            EditedResponse(status: work.readiness.isReady ? .ok : .serviceUnavailable, response: "\(work.readiness)\n")
        }
        return routes
    }
}

extension Product: ResponseEncodable {}

extension CatalogError: HTTPResponseError {
    package var status: HTTPResponse.Status {
        switch self {
        case .noProduct: .notFound
        case .outOfStock: .conflict
        case .invalid: .badRequest
        case .deadlineExceeded: .gatewayTimeout
        case .wrongAnswer: .badGateway
        case .unavailable, .cancelled: .serviceUnavailable
        }
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(status: status, body: .init(byteBuffer: ByteBuffer(string: "\(self)\n")))
    }
}
