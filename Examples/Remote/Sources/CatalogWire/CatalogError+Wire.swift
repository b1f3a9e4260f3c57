// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Catalog
package import GRPCCore
import GRPCProtobuf

/// How an error leaves the catalogue's process: code and message for every client of gRPC, and an `ErrorInfo` for
/// those that want to know more.
extension CatalogError: RPCErrorConvertible {
    private static let domain = "tea"

    package var rpcErrorCode: RPCError.Code { status.code }
    package var rpcErrorMessage: String { status.message }
    package var rpcErrorMetadata: Metadata { status.rpcErrorMetadata }

    private var status: GoogleRPCStatus {
        switch self {
        case .noProduct(let sku): status(.notFound, "NO_PRODUCT", ["sku": sku])
        case .outOfStock(let sku, let left):
            status(.failedPrecondition, "OUT_OF_STOCK", ["sku": sku, "left": "\(left)"])
        case .invalid(let reason): status(.invalidArgument, "INVALID", ["reason": reason])
        case .unavailable(let reason): status(.unavailable, "UNAVAILABLE", ["reason": reason])
        case .deadlineExceeded: status(.deadlineExceeded, "DEADLINE_EXCEEDED")
        case .cancelled: status(.cancelled, "CANCELLED")
        case .wrongAnswer: status(.internalError, "WRONG_ANSWER")
        }
    }

    private func status(_ code: RPCError.Code, _ reason: String, _ details: [String: String] = [:]) -> GoogleRPCStatus {
        let info = ErrorDetails.errorInfo(reason: reason, domain: Self.domain, metadata: details)
        return GoogleRPCStatus(code: code, message: "\(self)", details: info)
    }
}

extension CatalogError {
    /// What an error of a call means, whoever sent it; what cannot be read counts as a wrong answer.
    package init(_ error: any Error) {
        switch error {
        case let error as CatalogError: self = error
        case is CancellationError: self = .cancelled
        case let error as RPCError: self.init(rpcError: error)
        default: self = .unavailable("\(error)")
        }
    }

    private init(rpcError error: RPCError) {
        let info = try? error.unpackGoogleRPCStatus()?.details.lazy.compactMap(\.errorInfo).first
        let details = info?.domain == Self.domain ? info?.metadata ?? [:] : [:]
        let left = details["left"].flatMap { Int($0) }
        switch (error.code, info?.reason, details["sku"], left) {
        case (.notFound, "NO_PRODUCT", let sku?, _): self = .noProduct(sku: sku)
        case (.failedPrecondition, "OUT_OF_STOCK", let sku?, let left?): self = .outOfStock(sku: sku, left: left)
        case (.invalidArgument, _, _, _): self = .invalid(details["reason"] ?? error.message)
        case (.unavailable, _, _, _): self = .unavailable(details["reason"] ?? Self.cause(of: error))
        // What has come over the wire has no cause: this is an error of the connection.
        case (.unknown, _, _, _) where error.cause != nil: self = .unavailable(Self.cause(of: error))
        case (.deadlineExceeded, _, _, _): self = .deadlineExceeded
        case (.cancelled, _, _, _): self = .cancelled
        default: self = .wrongAnswer("\(error.code): \(error.message)")
        }
    }

    /// The innermost cause, which says what happened; those around it say to whom.
    private static func cause(of error: RPCError) -> String {
        var cause: any Error = error
        while let inner = (cause as? RPCError)?.cause { cause = inner }
        return (cause as? RPCError)?.message ?? "\(cause)"
    }
}
