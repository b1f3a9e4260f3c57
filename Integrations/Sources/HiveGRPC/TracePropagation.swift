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
        (instrument ?? InstrumentationSystem.instrument).inject(
            trace,
            into: &request.metadata,
            using: MetadataInjector()
        )
        return try await next(request, context)
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
    func inject(_ value: String, forKey key: String, into metadata: inout Metadata) {
        metadata.replaceOrAddString(value, forKey: key)
    }
}

private struct MetadataExtractor: Extractor {
    func extract(key: String, from metadata: Metadata) -> String? { metadata[stringValues: key].first { _ in true } }
}
