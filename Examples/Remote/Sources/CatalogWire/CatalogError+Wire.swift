// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Catalog
package import HiveGRPC

/// How an error leaves the catalogue's process, and how one is read that has come.
extension CatalogError: CallError {
    package static let domain = "tea"

    package var status: CallStatus {
        switch self {
        case .noProduct(let sku): CallStatus(.notFound, "NO_PRODUCT", ["sku": sku])
        case .outOfStock(let sku, let left):
            CallStatus(.failedPrecondition, "OUT_OF_STOCK", ["sku": sku, "left": "\(left)"])
        case .invalid(let reason): CallStatus(.invalidArgument, "INVALID", ["reason": reason])
        case .unavailable(let reason): CallStatus(.unavailable, "UNAVAILABLE", ["reason": reason])
        case .deadlineExceeded: CallStatus(.deadlineExceeded, "DEADLINE_EXCEEDED")
        case .cancelled: CallStatus(.cancelled, "CANCELLED")
        case .wrongAnswer: CallStatus(.internalError, "WRONG_ANSWER")
        }
    }

    /// What cannot be read counts as a wrong answer.
    package init(_ status: CallStatus) {
        let left = status.details["left"].flatMap { Int($0) }
        let reason = status.details["reason"] ?? status.message
        switch (status.code, status.reason, status.details["sku"], left) {
        case (.notFound, "NO_PRODUCT", let sku?, _): self = .noProduct(sku: sku)
        case (.failedPrecondition, "OUT_OF_STOCK", let sku?, let left?): self = .outOfStock(sku: sku, left: left)
        case (.invalidArgument, _, _, _): self = .invalid(reason)
        case (.unavailable, _, _, _): self = .unavailable(reason)
        case (.deadlineExceeded, _, _, _): self = .deadlineExceeded
        case (.cancelled, _, _, _): self = .cancelled
        default: self = .wrongAnswer("\(status.code): \(status.message)")
        }
    }
}
