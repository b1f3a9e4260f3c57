// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore
import Instrumentation

// A trace goes on in the other process, by the instruments that the program has; logs of a call name it where their
// metadata provider does. Spans are made by interceptors of packages for that.

/// Sends the trace of the caller with each call.
struct TraceInjection: ClientInterceptor {
    /// Nil for the one that the program has when the call is made.
    var instrument: (any Instrument)?

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingClientRequest<Input>,
        context: ClientContext,
        next:
            @concurrent (
                StreamingClientRequest<Input>, ClientContext
            ) async throws -> StreamingClientResponse<Output>
    ) async throws -> StreamingClientResponse<Output> {
        guard let trace = ServiceContext.current else { return try await next(request, context) }
        var request = request
        inject(trace, into: &request.metadata)
        return try await next(request, context)
    }

    func inject(_ trace: ServiceContext, into metadata: inout Metadata) {
        (instrument ?? InstrumentationSystem.instrument).inject(trace, into: &metadata, using: MetadataInjector())
    }
}

/// Answers each call in the trace of its caller.
struct TraceExtraction: ServerInterceptor {
    /// Nil for the one that the program has when the call comes.
    var instrument: (any Instrument)?

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @concurrent @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        var trace = ServiceContext.current ?? .topLevel
        (instrument ?? InstrumentationSystem.instrument).extract(
            request.metadata,
            into: &trace,
            using: MetadataExtractor()
        )
        let extracted = trace
        let response = try await ServiceContext.withValue(extracted) { try await next(request, context) }
        return response.producing { make in try await ServiceContext.withValue(extracted) { try await make() } }
    }
}

private struct MetadataInjector: Injector {
    /// A server closes a connection at 16 kB of headers, with all its calls.
    private static let longest = 4096

    /// Leaves out what HTTP/2 does not allow, or a server need not take: what a trace carries may come from anywhere.
    func inject(_ value: String, forKey key: String, into metadata: inout Metadata) {
        let isKey = key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        guard isKey, !key.isEmpty, !key.hasSuffix("-bin"), value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }),
            key.utf8.count + value.utf8.count <= Self.longest
        else { return }
        metadata.replaceOrAddString(value, forKey: key)
    }
}

private struct MetadataExtractor: Extractor {
    func extract(key: String, from metadata: Metadata) -> String? { metadata[stringValues: key].first { _ in true } }
}
