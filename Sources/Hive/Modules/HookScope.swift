// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What ties a context to a hive, and to the module and hook that it was made for; only Hive looks into it.
public struct HookScope: Sendable {
    let runtime: ModuleRuntime?
    let hive: Engine
    let ticket: Int
    /// The call of a handler with a timeout that the context was made for.
    var call: CallStatus?

    /// Whoever what the context registers belongs to.
    var owner: Owner { runtime?.owner ?? hive.owner }

    /// Whether the context's module is gone, or it or its handler was abandoned.
    var hasEnded: Bool { runtime?.hasEnded == true || call?.isAbandoned == true }

    /// Throws when the context's module is gone, or it or its handler was abandoned (C5, C34, C50).
    func checkAlive() throws {
        if let call, call.isAbandoned {
            let text = "\(call.name) did not return in time and was abandoned; its context has stopped."
            throw HiveError(.stopped, text)
        }
        guard let runtime, runtime.hasEnded else { return }
        let what = runtime.isAbandoned ? "did not return in time and was abandoned" : "has been taken down"
        throw HiveError(.stopped, "\(runtime.name) \(what); its contexts have stopped.")
    }

    /// Whether the hook that the context was made for still runs; always so for the hive's own.
    var isOpen: Bool { runtime?.isOpen(ticket) ?? true }

    /// Throws when the hook that the context was made for has returned (C50).
    func check(_ what: String) throws {
        try checkAlive()
        guard let runtime, !isOpen else { return }
        let text = "\(runtime.name) \(what) with a context whose hook has returned. Do it in the hook itself."
        throw HiveError(.invalidState, text)
    }
}
