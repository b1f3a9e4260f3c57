// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import GRPCCore
import GRPCProtobuf

/// An error that crosses the wire: the caller throws what the server has thrown.
///
/// It is sent as a `google.rpc.Status` with an `ErrorInfo`, which clients in every language can read.
///
/// ```swift
/// extension CatalogError: CallError {
///     static let domain = "tea"
///
///     var status: CallStatus {
///         switch self {
///         case .noProduct(let sku): CallStatus(.notFound, "NO_PRODUCT", ["sku": sku])
///         case .unavailable(let reason): CallStatus(.unavailable, "UNAVAILABLE", ["reason": reason])
///         }
///     }
///
///     init(_ status: CallStatus) {
///         switch (status.reason, status.details["sku"]) {
///         case ("NO_PRODUCT", let sku?): self = .noProduct(sku: sku)
///         default: self = .unavailable(status.message)
///         }
///     }
/// }
/// ```
public protocol CallError: Error, RPCErrorConvertible {
    /// Whose reasons they are, as `ErrorInfo` has it: the name of the service or of the company.
    static var domain: String { get }

    /// What is sent. The message is the error's own description.
    var status: CallStatus { get }

    /// Creates an error of what a call has ended with.
    ///
    /// Anything may have come: an error of this domain, of another one, of the connection, or the end of the deadline.
    init(_ status: CallStatus)
}

extension CallError {
    /// The code of the status.
    public var rpcErrorCode: RPCError.Code { status.code }
    /// The description of the error, of which the first thousand bytes are sent.
    public var rpcErrorMessage: String { "\(self)".shortened(to: CallStatus.longestMessage) }
    /// The status with its reason, and with its details where they are at most 4 kB long.
    public var rpcErrorMetadata: Metadata {
        let status = status
        guard let reason = status.reason else { return [:] }
        let size = status.details.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + CallStatus.overhead }
        let details = size <= CallStatus.longestDetails ? status.details : [:]
        let info = ErrorDetails.errorInfo(reason: reason, domain: Self.domain, metadata: details)
        return GoogleRPCStatus(code: status.code, message: rpcErrorMessage, details: info).rpcErrorMetadata
    }
}

/// What a call has ended with, where it has no answer.
public struct CallStatus: Equatable, Sendable {
    // All of what ends a call is one block of headers, and a peer closes the connection at one of 16 kB. Each byte of a
    // text that is not ASCII takes three there; the text is in it twice, the second time as base64 with the details.
    fileprivate static let longestMessage = 1000
    fileprivate static let longestDetails = 4000
    fileprivate static let overhead = 8

    /// What kind of an end it is.
    ///
    /// After `unavailable`, `deadlineExceeded` and `cancelled` nobody knows whether the server has done what it was
    /// asked for.
    public let code: RPCError.Code
    /// For a person: what the server has said, or what has become of the connection.
    public let message: String
    /// Which error of the domain it is; nil where the server named none, or one of another domain.
    public let reason: String?
    /// What belongs to the reason.
    public let details: [String: String]

    /// Creates a status to be sent; its message is the description of the error.
    public init(_ code: RPCError.Code, _ reason: String, _ details: [String: String] = [:]) {
        self.code = code
        self.reason = reason
        self.details = details
        message = ""
    }

    /// Reads what a call has thrown, and whose task was perhaps cancelled; names the address where it was not answered.
    init(_ error: any Error, from address: String? = nil, domain: String = "") {
        let error = error as? RPCError ?? RPCError(code: .unavailable, message: "\(error)", cause: error)
        let info = (try? error.unpackGoogleRPCStatus())?.details.lazy.compactMap(\.errorInfo).first
        let isOwn = info?.domain == domain
        reason = isOwn ? info?.reason : nil
        details = isOwn ? info?.metadata ?? [:] : [:]
        let text = Self.message(of: error)
        message = if let address, error.cause != nil { "\(address): \(text)" } else { text }
        // gRPC says in several ways that a call was cancelled. What has come over the wire has no cause; one that is
        // unknown and has one is an error of the connection.
        code = Task.isCancelled ? .cancelled : error.code == .unknown && error.cause != nil ? .unavailable : error.code
    }

    /// The innermost cause says what happened; those around it say to whom.
    private static func message(of error: RPCError) -> String {
        var cause: any Error = error
        while let inner = (cause as? RPCError)?.cause { cause = inner }
        return (cause as? RPCError)?.message ?? "\(cause)"
    }
}

extension String {
    /// The longest beginning that has so many bytes.
    fileprivate func shortened(to count: Int) -> String {
        utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self) + "…"
    }
}
